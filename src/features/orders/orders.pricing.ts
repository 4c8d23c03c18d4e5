import { SHIPPING_PAISE } from '#features/catalog/catalog.shipping.ts'
import { TAX_PERCENT } from '#features/prices/prices.tax.ts'
import { type Paise, percentage, sumOf, times } from '#shared/money.ts'

export interface PricedLine {
  offerPricePaise: Paise
  quantity: number
}

export interface OrderTotals {
  subtotalPaise: Paise
  taxPaise: Paise
  shippingPaise: Paise
  totalPaise: Paise
}

/** What an order costs. Tax is TAX_PERCENT of the subtotal, halves of a paisa rounded up; shipping is SHIPPING_PAISE, nothing. */
export function priceOrder(lines: readonly PricedLine[]): OrderTotals {
  const subtotalPaise = sumOf(lines.map(({ offerPricePaise, quantity }) => times(offerPricePaise, quantity)))
  const taxPaise = percentage(TAX_PERCENT, subtotalPaise)
  return {
    subtotalPaise,
    taxPaise,
    shippingPaise: SHIPPING_PAISE,
    totalPaise: sumOf([subtotalPaise, taxPaise, SHIPPING_PAISE]),
  }
}
