import { minus, NO_MONEY, type Paise, times, wholePercentage } from '#shared/money.ts'
import type { Percentages } from './catalog.percentages.ts'

// The cart computes with this file in the browser, so it brings no zod.

/** What a producer may ask for a piece, and what it may cost the shop: 1,00,00,000 rupees. */
export const MAX_SHARE_PAISE = 1_000_000_000

/** What the producer asks for one piece, and what packing, courier and payment of it cost the shop. */
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
  percentages: Percentages,
): LineShares {
  const gross = times(offerPricePaise, quantity)
  const nothing = { maker: NO_MONEY, costs: NO_MONEY, producer: NO_MONEY, community: NO_MONEY }
  if (!price) return { ...nothing, shop: gross }
  const maker = times(price.makerPaise, quantity)
  const costs = times(price.costsPaise, quantity)
  const profit = minus(minus(gross, maker), costs)
  if (profit < 0) return { ...nothing, maker, costs, shop: profit }
  const community = wholePercentage(percentages.community, profit)
  const shop = wholePercentage(percentages.shop, profit)
  return { maker, costs, producer: minus(minus(profit, community), shop), community, shop }
}
