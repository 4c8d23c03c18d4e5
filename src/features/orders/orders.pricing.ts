import { TAX_PERCENT } from '#features/catalog/catalog.tax.ts'
import { NO_MONEY, type Paise, percentage, plus, sumOf, times } from '#shared/money.ts'

export interface PricedLine {
  /** For one piece. */
  offerPricePaise: Paise
  quantity: number
}

export interface OrderTotals {
  subtotalPaise: Paise
  taxPaise: Paise
  shippingPaise: Paise
  totalPaise: Paise
}

/** What an order costs. Tax is TAX_PERCENT of the subtotal, halves of a paisa rounded up; shipping is free. */
export function priceOrder(lines: readonly PricedLine[]): OrderTotals {
  const subtotalPaise = sumOf(lines.map(({ offerPricePaise, quantity }) => times(offerPricePaise, quantity)))
  const taxPaise = percentage(TAX_PERCENT, subtotalPaise)
  return { subtotalPaise, taxPaise, shippingPaise: NO_MONEY, totalPaise: plus(subtotalPaise, taxPaise) }
}
