import type { Percentages } from '#features/prices/prices.percentages.ts'
import { type LineShares, shareLine } from '#features/prices/prices.shares.ts'
import { minus, NO_MONEY, type Paise, paise, plus, sumOf, times } from '#shared/money.ts'
import type { PricedLine } from './orders.pricing.ts'

export interface SharedLine {
  pricePaise: Paise
  shares: LineShares | null
}

/** Amounts in paise: shares, tax and unstated lines add up to the order's amount. */
export type OrderShares = LineShares & { tax: Paise; unstated: Paise }

/** The shares of a whole order, or null where no line is stated. */
export function sumShares(lines: readonly SharedLine[], tax: Paise): OrderShares | null {
  const stated = lines.flatMap(({ shares }) => shares ?? [])
  if (stated.length === 0) return null
  const sum = (share: keyof LineShares) => sumOf(stated.map((shares) => shares[share]))
  return {
    maker: sum('maker'),
    costs: sum('costs'),
    producer: sum('producer'),
    community: sum('community'),
    shop: sum('shop'),
    tax,
    unstated: sumOf(lines.filter(({ shares }) => !shares).map(({ pricePaise }) => pricePaise)),
  }
}

/** The shares of an order placed now, by the price of all of a line's pieces. Of a piece's shares only maker's price and costs count. */
export function sharesOfCart(
  lines: readonly (PricedLine & { shares: LineShares | null })[],
  percentages: Percentages,
  tax: Paise,
): OrderShares | null {
  const shared = lines.map(({ shares, ...line }) => ({
    pricePaise: times(line.offerPricePaise, line.quantity),
    shares: shares && shareLine(line, { makerPaise: shares.maker, costsPaise: shares.costs }, percentages),
  }))
  return sumShares(shared, tax)
}

/** Shares the tax over lines by price, in whole paise; what is left goes, a paisa each, to the largest remainders, the earlier line first. */
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

export interface PackedLine {
  /** The producer who sends it by themselves; null: the shop. */
  sender: string | null
  /** Its product has batches. */
  isFood: boolean
}

/** Lines with the same key travel together: each sender packs their own, and food has a parcel of its own. */
export const parcelKey = ({ sender, isFood }: PackedLine) => JSON.stringify([sender, isFood])

/** The number of each line's parcel, counted 1, 2 … as its key first appears. */
export function parcelNumbers(lines: readonly PackedLine[]): number[] {
  const keys = lines.map(parcelKey)
  const known = [...new Set(keys)]
  return keys.map((key) => known.indexOf(key) + 1)
}
