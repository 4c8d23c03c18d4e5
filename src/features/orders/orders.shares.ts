import type { Percentages } from '#features/catalog/catalog.percentages.ts'
import { type LineShares, shareLine } from '#features/catalog/catalog.shares.ts'
import { minus, NO_MONEY, type Paise, paise, plus, sumOf, times } from '#shared/money.ts'
import type { PricedLine } from './orders.pricing.ts'

/** What a line costs, and how that is shared; null: the maker's price is not stated. */
export interface SharedLine {
  pricePaise: Paise
  shares: LineShares | null
}

/** All in paise: what the lines' shares come to, the tax, and what of the order is unstated. They add up to its amount. */
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

/**
 * What the shares of an order will be that is placed now: what each line's pieces come to is shared, as the order will do it, not what one
 * piece comes to. Of a piece's own shares the maker's price and the costs count; null: not stated.
 */
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
