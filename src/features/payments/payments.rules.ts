import { taxName } from '#features/catalog/catalog.tax.ts'
import { type OrderTotals, type PricedLine, priceOrder } from '#features/orders/orders.pricing.ts'
import type { Paise } from '#shared/money.ts'
import { MINUTE_MS } from '#shared/time.ts'

/** How long a checkout can be paid; Stripe takes 30 minutes at least. */
export const CHECKOUT_MS = 31 * MINUTE_MS
/** How long the stock of an unpaid order is held: longer than the checkout, so that the last payment can still arrive. */
export const HOLD_MS = 35 * MINUTE_MS

/** Stripe takes 100 lines, and the tax is one. */
const MAX_CHECKOUT_LINES = 99

export interface CheckoutLine {
  name: string
  /** For one. */
  unitPaise: Paise
  quantity: number
}

/** The order as the payment service shows it: its lines and the tax. They add up to the order's total to the paisa. */
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
