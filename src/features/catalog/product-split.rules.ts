import { MAX_PRICE_PAISE, minus, type Paise, paise, plus } from '#shared/money.ts'
import type { Percentages } from './catalog.percentages.ts'
import { type LineShares, shareLine } from './catalog.shares.ts'
import { type ProductDraft, paiseSoFar } from './product-form.rules.ts'

/** How the offer price of one piece is shared by what is typed so far. */
export interface Split {
  offerPrice: Paise
  shares: LineShares
  /** What is left after the maker's price and the costs; below 0: a loss. */
  profit: Paise
  /** From this offer price on there is a profit; undefined where no price may be so high. */
  profitFrom: Paise | undefined
}

/** Undefined while no offer price is typed, or no maker's price, or no producer who asks it. Costs that are not typed are 0. */
export function splitOf(
  {
    offerPrice: offer,
    makerPrice,
    costs,
    producer,
  }: Pick<ProductDraft, 'offerPrice' | 'makerPrice' | 'costs' | 'producer'>,
  percentages: Percentages,
): Split | undefined {
  const offerPrice = paiseSoFar(offer)
  if (offerPrice === 0 || makerPrice.trim() === '' || producer === '') return undefined
  const price = { makerPaise: paiseSoFar(makerPrice), costsPaise: paiseSoFar(costs) }
  const spent = plus(price.makerPaise, price.costsPaise)
  const profitFrom = plus(spent, paise(1))
  return {
    offerPrice,
    shares: shareLine({ offerPricePaise: offerPrice, quantity: 1 }, price, percentages),
    profit: minus(offerPrice, spent),
    profitFrom: profitFrom > MAX_PRICE_PAISE ? undefined : profitFrom,
  }
}
