import { z } from 'zod'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { IdempotencyKey } from '#shared/idempotency-key.ts'
import { MAX_PERCENT, MIN_PERCENT, percentHint } from './price-change.rules.ts'
import { BulkResults, Selected } from './seller-products.contract.ts'

export const keyTaken = appError('KEY_REUSED', 409, 'This Idempotency-Key was used for something else')

export const changedFigures = ['offerPrice', 'makerPrice', 'costs'] as const
export type ChangedFigure = (typeof changedFigures)[number]

/**
 * Changes one figure of products by a percentage, to the nearest rupee or paisa. `check` only shows the result; failures say why. Every call changes
 * them again, unless it repeats an Idempotency-Key: that answers as before.
 */
export const changePrices = endpoint('POST', '/api/product/prices', {
  access: 'seller',
  summary: 'Change a price of many products by a percentage',
  headers: IdempotencyKey,
  body: z.object({
    products: Selected,
    figure: z.enum(changedFigures, { error: 'Choose what to change' }),
    percent: z
      .int({ error: percentHint })
      .min(MIN_PERCENT, percentHint)
      .max(MAX_PERCENT, percentHint)
      .refine((percent) => percent !== 0, percentHint),
    round: z.enum(['rupees', 'paise'], { error: 'Round to rupees or to paise' }),
    check: z.boolean().optional(),
  }),
  response: z.object({ message: z.string(), results: BulkResults }),
  errors: [keyTaken],
})
export type PriceChange = Omit<z.output<typeof changePrices.body>, 'products' | 'check'>
