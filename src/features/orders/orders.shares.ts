import { minus, NO_MONEY, type Paise, paise, plus, times, wholePercentage } from '#shared/money.ts'

/** How the profit of a line is shared; the producer gets the rest. */
export const COMMUNITY_PERCENT = 5
export const SHOP_PERCENT = 10

/** What the producer asked for one piece, and what packing, courier and payment of it cost the shop. */
export interface MakerPrice {
  makerPaise: Paise
  costsPaise: Paise
}

/** All five in paise; they add up to the price of the line. */
export interface LineShares {
  maker: Paise
  costs: Paise
  producer: Paise
  community: Paise
  shop: Paise
}

/**
 * How the price of a line is shared: what is left of it after the maker's price and the costs is the profit, of which community and shop
 * get whole paise and the producer the rest. A loss is the shop's alone. Without a maker's price all of it is the shop's.
 */
export function shareLine(
  { offerPricePaise, quantity }: { offerPricePaise: Paise; quantity: number },
  price: MakerPrice | undefined,
): LineShares {
  const gross = times(offerPricePaise, quantity)
  const nothing = { maker: NO_MONEY, costs: NO_MONEY, producer: NO_MONEY, community: NO_MONEY }
  if (!price) return { ...nothing, shop: gross }
  const maker = times(price.makerPaise, quantity)
  const costs = times(price.costsPaise, quantity)
  const left = minus(minus(gross, maker), costs)
  if (left < 0) return { ...nothing, maker, costs, shop: left }
  const community = wholePercentage(COMMUNITY_PERCENT, left)
  const shop = wholePercentage(SHOP_PERCENT, left)
  return { maker, costs, producer: minus(minus(left, community), shop), community, shop }
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
