import { type PricedLine, priceOrder } from './orders.pricing.ts'

interface RefundableLine extends PricedLine {
  /** Pieces paid back so far. */
  refunded: number
}

/**
 * What paying back these pieces costs, in paise: their price and their share of the tax. It is what all pieces paid back by
 * then cost together, less what was paid back before, so that refunds add up to the order's total exactly, also when one
 * of them failed and is made again. `pieces` is by the lines' places.
 */
export function refundPaise(lines: readonly RefundableLine[], pieces: readonly number[], paidBackPaise: number) {
  const after = lines.map((line, at) => ({ ...line, quantity: line.refunded + (pieces[at] ?? 0) }))
  return Math.max(0, priceOrder(after).totalPaise - paidBackPaise)
}
