import { minus, NO_MONEY, type Paise, times, wholePercentage } from '#shared/money.ts'
import type { Percentages } from './prices.percentages.ts'

// No zod here: the cart computes with this file in the browser.

/** The highest maker's price, and the highest costs, of a piece: 1,00,00,000 rupees. */
export const MAX_SHARE_PAISE = 1_000_000_000

/** The producer's price of one piece, and its costs of packing, courier and payment. */
export interface MakerPrice {
  makerPaise: Paise
  costsPaise: Paise
}

/** All five shares in paise; they add up to the line's price. */
export interface LineShares {
  maker: Paise
  costs: Paise
  producer: Paise
  community: Paise
  shop: Paise
}

/** Shares what maker's price and costs leave: whole paise to community and shop, the rest to the producer. A loss or unstated line is the shop's. */
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
