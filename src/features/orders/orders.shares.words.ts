import { formatRupees, type Paise, plus, sumOf } from '#shared/money.ts'
import type { OrderShares } from './orders.shares.ts'
import { inWords } from './parcels.words.ts'

const inLetters = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** "the maker", "the two makers" … */
export const countMakers = (count: number) =>
  count === 1 ? 'the maker' : `the ${inLetters[count - 2] ?? count} makers`

/** "Matti Pottery Collective", or both of two, else as `countMakers`; "the makers" where their names are not known. */
export function makersInWords(names: readonly string[]) {
  if (names.length === 0) return 'the makers'
  return names.length > 2 ? countMakers(names.length) : inWords(names)
}

/** What the makers get of an order, in paise: what they asked and their part of the profit. */
export const toMakers = ({ maker, producer }: Pick<OrderShares, 'maker' | 'producer'>): Paise => plus(maker, producer)

/** What the goods of an order cost, without the tax, in paise. */
export const priceOf = ({ maker, costs, producer, community, shop, unstated }: OrderShares): Paise =>
  sumOf([maker, costs, producer, community, shop, unstated])

/** "₹9,776.50" and " of ₹12,010.00 go to the three makers." */
export const whatMakersGet = (shares: OrderShares, makers: string) => ({
  amount: formatRupees(toMakers(shares)),
  rest: ` of ${formatRupees(priceOf(shares))} go to ${makers}.`,
})

/** Of an order in which not all is stated; empty where all is. */
export const unstatedInWords = ({ unstated }: Pick<OrderShares, 'unstated'>) =>
  unstated > 0 ? `For ${formatRupees(unstated)} of it the maker’s price is not stated yet.` : ''
