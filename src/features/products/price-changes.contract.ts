import { z } from 'zod'
import { AppError, type ErrorKind } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { IdempotencyKey } from '#shared/idempotency-key.ts'
import { MAX_PERCENT, MIN_PERCENT } from './price-change.rules.ts'
import { finding, message } from './products.messages.ts'
import { BulkResults, Selected } from './seller-products.contract.ts'

const [code, status] = ['KEY_REUSED', 409] as const
/** An order's used key has the same code and its own sentence. */
export const keyTaken: ErrorKind<[]> = Object.assign(
  () => new AppError(code, status, message('KEY_USED_FOR_OTHER_THING')),
  { code, status },
)

export const changedFigures = ['offerPrice', 'makerPrice', 'costs'] as const
export type ChangedFigure = (typeof changedFigures)[number]

/**
 * Changes one figure of products by a percentage, to the nearest rupee or paisa. `check` only shows the result; failures say why. Every call changes
 * them again, unless it repeats an Idempotency-Key: that answers as before.
 */
export const changePrices = endpoint('POST', '/api/product/prices', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'Change a price of many products by a percentage',
  headers: IdempotencyKey,
  body: z.object({
    products: Selected,
    figure: z.enum(changedFigures, { error: finding('FIGURE_MISSING') }),
    percent: z
      .int({ error: finding('PERCENT_UNFIT') })
      .min(MIN_PERCENT, finding('PERCENT_UNFIT'))
      .max(MAX_PERCENT, finding('PERCENT_UNFIT'))
      .refine((percent) => percent !== 0, finding('PERCENT_UNFIT')),
    round: z.enum(['rupees', 'paise'], { error: finding('ROUNDING_MISSING') }),
    check: z.boolean().optional(),
  }),
  response: z.object({ message: z.string(), results: BulkResults }),
  errors: [keyTaken],
})
export type PriceChange = Omit<z.output<typeof changePrices.body>, 'products' | 'check'>
