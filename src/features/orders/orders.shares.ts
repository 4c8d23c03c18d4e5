import { minus, NO_MONEY, type Paise, paise, plus } from '#shared/money.ts'

/**
 * Shares the tax of an order over its lines by what they cost: whole paise each, and what is left goes, a paisa each, to those that lost
 * most by it, the earlier line first. `prices` and answer are by the lines' places; the answer adds up to the tax.
 */
export function shareTax(taxPaise: Paise, prices: readonly Paise[]): Paise[] {
  const whole = prices.reduce((sum, price) => sum + BigInt(price), 0n)
  if (whole === 0n) return prices.map(() => NO_MONEY)
  const parts = prices.map((price, at) => {
    const exact = BigInt(taxPaise) * BigInt(price)
    return { at, share: paise(Number(exact / whole)), lost: exact % whole }
  })
  const rest = parts.reduce((left, { share }) => minus(left, share), taxPaise)
  const first = parts.toSorted((one, other) =>
    one.lost === other.lost ? one.at - other.at : one.lost > other.lost ? -1 : 1,
  )
  const rounded = new Set(first.slice(0, rest).map(({ at }) => at))
  return parts.map(({ at, share }) => (rounded.has(at) ? plus(share, paise(1)) : share))
}

/** Which parcel each line is in, by its sender: 1, 2 … in the order in which the senders come first. null is the shop. */
export function parcelNumbers(senders: readonly (string | null)[]): number[] {
  const known = [...new Set(senders)]
  return senders.map((sender) => known.indexOf(sender) + 1)
}
