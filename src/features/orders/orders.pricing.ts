/** Tax on the cart amount, in percent (spec §9). Shown as "Tax (2%)". */
export const TAX_PERCENT = 2

export interface PricedLine {
  /** Paise for one piece. */
  offerPricePaise: number
  quantity: number
}

export interface OrderTotals {
  subtotalPaise: number
  taxPaise: number
  shippingPaise: number
  totalPaise: number
}

/** What an order costs, in paise. Tax is 2% of the subtotal, halves rounded up to a paisa; shipping is free (spec §9). */
export function priceOrder(lines: readonly PricedLine[]): OrderTotals {
  const subtotalPaise = lines.reduce((sum, line) => sum + line.offerPricePaise * line.quantity, 0)
  const taxPaise = Math.floor((subtotalPaise * TAX_PERCENT + 50) / 100)
  return { subtotalPaise, taxPaise, shippingPaise: 0, totalPaise: subtotalPaise + taxPaise }
}
