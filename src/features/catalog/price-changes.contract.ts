import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { MAX_PERCENT, MIN_PERCENT, percentHint } from './price-change.rules.ts'
import { BulkResults, Selected } from './seller-products.contract.ts'

/** The figures of a product that can be changed by a percentage. */
export const changedFigures = ['offerPrice', 'makerPrice', 'costs'] as const
export type ChangedFigure = (typeof changedFigures)[number]

/**
 * Raises or lowers one figure of many products by a percentage, rounded to the nearest rupee or paisa. With `check` nothing is changed, and
 * the answer says what would be. What cannot be changed says why, the rest is done. Each call
 * changes them once more.
 */
export const changePrices = endpoint('POST', '/api/product/prices', {
  access: 'seller',
  summary: 'Change a price of many products by a percentage',
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
})
export type PriceChange = Omit<z.output<typeof changePrices.body>, 'products' | 'check'>
