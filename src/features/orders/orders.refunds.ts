import { type PricedLine, priceOrder } from './orders.pricing.ts'

interface RefundableLine extends PricedLine {
  /** Pieces paid back so far. */
  refunded: number
}

/**
 * What paying back these pieces costs, in paise: their price and their share of the tax. Refunds one after another add up
 * to the order's total exactly, because each is the difference between two totals. `pieces` is by the lines' places.
 */
export function refundPaise(lines: readonly RefundableLine[], pieces: readonly number[]) {
  const totalOf = (quantityOf: (line: RefundableLine, at: number) => number) =>
    priceOrder(lines.map((line, at) => ({ ...line, quantity: quantityOf(line, at) }))).totalPaise
  const before = totalOf((line) => line.refunded)
  return totalOf((line, at) => line.refunded + (pieces[at] ?? 0)) - before
}
