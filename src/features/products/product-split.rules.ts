import type { Percentages } from '#features/prices/prices.percentages.ts'
import { type LineShares, shareLine } from '#features/prices/prices.shares.ts'
import { MAX_PRICE_PAISE, minus, type Paise, paise, plus } from '#shared/money.ts'
import { type ProductDraft, paiseSoFar } from './product-form.rules.ts'

export interface Split {
  offerPrice: Paise
  shares: LineShares
  /** What maker's price and costs leave; below 0: a loss. */
  profit: Paise
  /** The lowest offer price with a profit; undefined above the highest price. */
  profitFrom: Paise | undefined
}

/** Undefined until offer price, maker's price and producer are there; costs are 0 by default. */
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
