import { minus, NO_MONEY, type Paise, paise, plus, sumOf, times } from '#shared/money.ts'
import { type PricedLine, priceOrder } from './orders.pricing.ts'

/** How money goes back: by card only what came by card; by UPI or bank transfer it is sent by hand. */
export const refundMethods = ['card', 'upi', 'bank'] as const
export type RefundMethod = (typeof refundMethods)[number]

export const refundMethodNames = {
  card: 'card',
  upi: 'UPI',
  bank: 'bank transfer',
} as const satisfies Record<RefundMethod, string>

interface RefundableLine extends PricedLine {
  /** Pieces refunded so far. */
  refunded: number
  /** Its share of the order's tax; lines of older orders have none. */
  taxPaise?: Paise | null
}

/** What `back` of the pieces of each line cost together, in paise, with their tax: whole paise of its line's share. */
function costOf(lines: readonly RefundableLine[], back: readonly number[]) {
  const priced = lines.map((line, at) => ({ ...line, back: back[at] ?? 0 }))
  const costs = priced.flatMap(({ offerPricePaise, quantity, taxPaise, back }) =>
    taxPaise === null || taxPaise === undefined
      ? []
      : plus(times(offerPricePaise, back), paise(Math.floor((taxPaise * back) / quantity))),
  )
  if (costs.length === lines.length) return sumOf(costs)
  return priceOrder(priced.map(({ offerPricePaise, back }) => ({ offerPricePaise, quantity: back }))).totalPaise
}

/**
 * What refunding these pieces costs, in paise: their price and their share of the tax. It is what all pieces refunded by then
 * cost together, less what was refunded before, so that refunds add up to the order's total exactly, also when one of them
 * failed and is made again. `pieces` is by the lines' places.
 */
export function refundPaise(lines: readonly RefundableLine[], pieces: readonly number[], refundedPaise: Paise) {
  const back = lines.map((line, at) => line.refunded + (pieces[at] ?? 0))
  const due = minus(costOf(lines, back), refundedPaise)
  return due > 0 ? due : NO_MONEY
}

/**
 * What refunds that wait cost one after another, in paise, when `refundedPaise` went back before them; 0 for one that is covered by
 * it. `lines` count the pieces refunded before, `waiting` the pieces of each refund by the lines' places.
 */
export function recountRefunds(
  lines: readonly RefundableLine[],
  waiting: readonly (readonly number[])[],
  refundedPaise: Paise,
) {
  let counted = lines
  let wentBack = refundedPaise
  return waiting.map((pieces) => {
    const amountPaise = refundPaise(counted, pieces, wentBack)
    wentBack = plus(wentBack, amountPaise)
    counted = counted.map((line, at) => ({ ...line, refunded: line.refunded + (pieces[at] ?? 0) }))
    return amountPaise
  })
}
