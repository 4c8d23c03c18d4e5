import { minus, NO_MONEY, type Paise, paise, plus, sumOf, times } from '#shared/money.ts'
import { type PricedLine, priceOrder } from '../orders.pricing.ts'

/** Only card payments go back by card; UPI and bank transfers are sent by hand. */
export const refundMethods = ['card', 'upi', 'bank'] as const
export type RefundMethod = (typeof refundMethods)[number]

export const refundMethodNames = {
  card: 'card',
  upi: 'UPI',
  bank: 'bank transfer',
} as const satisfies Record<RefundMethod, string>

interface RefundableLine extends PricedLine {
  refunded: number
  /** The line's share of the order's tax; older lines have none. */
  taxPaise?: Paise | null
}

/** What `back` pieces of each line cost with their part of its tax, in paise; a line's tax is rounded down. */
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
 * The price of refunding these pieces with their tax, in paise: what all refunded pieces then cost, less earlier refunds. So refunds add up to the
 * total exactly, also when one fails and is made again. `pieces` is by the lines' places.
 */
export function refundPaise(lines: readonly RefundableLine[], pieces: readonly number[], refundedPaise: Paise) {
  const back = lines.map((line, at) => line.refunded + (pieces[at] ?? 0))
  const due = minus(costOf(lines, back), refundedPaise)
  return due > 0 ? due : NO_MONEY
}

/** What waiting refunds cost, one after another, in paise; `refundedPaise` went back before and covers the first. `waiting` is by lines' places. */
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
