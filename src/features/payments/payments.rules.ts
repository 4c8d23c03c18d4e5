import { type OrderTotals, type PricedLine, priceOrder } from '#features/orders/orders.pricing.ts'
import { taxName } from '#features/prices/prices.tax.ts'
import type { Paise } from '#shared/money.ts'
import { MINUTE_MS } from '#shared/time.ts'

/** How long a checkout can be paid; Stripe's least is 30 minutes. */
export const CHECKOUT_MS = 31 * MINUTE_MS
/** How long an unpaid order holds stock: longer than a checkout, for a late payment. */
export const HOLD_MS = 35 * MINUTE_MS

/** Stripe takes 100 lines, one of them for the tax. */
const MAX_CHECKOUT_LINES = 99

export interface CheckoutLine {
  name: string
  unitPaise: Paise
  quantity: number
}

/** The order's lines and tax as the payment service shows them; they add up to its total. */
export function checkoutLines(
  lines: readonly (PricedLine & { name: string })[],
  totals: Pick<OrderTotals, 'taxPaise'>,
): CheckoutLine[] {
  const apart = lines.length > MAX_CHECKOUT_LINES ? lines.slice(0, MAX_CHECKOUT_LINES - 1) : lines
  const together = lines.slice(apart.length)
  return [
    ...apart.map(({ name, offerPricePaise, quantity }) => ({ name, unitPaise: offerPricePaise, quantity })),
    ...(together.length > 0
      ? [{ name: `${together.length} more products`, unitPaise: priceOrder(together).subtotalPaise, quantity: 1 }]
      : []),
    ...(totals.taxPaise > 0 ? [{ name: taxName, unitPaise: totals.taxPaise, quantity: 1 }] : []),
  ]
}
