import { formatRupees, type Paise, plus, sumOf } from '#shared/money.ts'
import type { OrderShares } from './orders.shares.ts'
import { inWords } from './parcels/parcels.words.ts'

const inLetters = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

export const countMakers = (count: number) =>
  count === 1 ? 'the maker' : `the ${inLetters[count - 2] ?? count} makers`

/** One or two makers by name, more by number; "the makers" where names are unknown. */
export function makersInWords(names: readonly string[]) {
  if (names.length === 0) return 'the makers'
  return names.length > 2 ? countMakers(names.length) : inWords(names)
}

/** What the makers get of an order, in paise: their prices and their part of the profit. */
export const toMakers = ({ maker, producer }: Pick<OrderShares, 'maker' | 'producer'>): Paise => plus(maker, producer)

export const priceOf = ({ maker, costs, producer, community, shop, unstated }: OrderShares): Paise =>
  sumOf([maker, costs, producer, community, shop, unstated])

/** "₹9,776.50" and " of ₹12,010.00 go to the three makers." */
export const whatMakersGet = (shares: OrderShares, makers: string) => ({
  amount: formatRupees(toMakers(shares)),
  rest: ` of ${formatRupees(priceOf(shares))} go to ${makers}.`,
})

/** Empty where every line is stated. */
export const unstatedInWords = ({ unstated }: Pick<OrderShares, 'unstated'>) =>
  unstated > 0 ? `For ${formatRupees(unstated)} of it the maker’s price is not stated yet.` : ''
