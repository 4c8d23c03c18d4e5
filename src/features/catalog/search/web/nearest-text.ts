import { formatRupeesShort } from '#shared/money.ts'
import type { ProductList } from '../../catalog.contract.ts'

// Texts about a search, made on the server: each first visit of a list would load them.

const quoted = (words: readonly string[]) => new Intl.ListFormat('en-IN').format(words.map((word) => `‘${word}’`))

/** What is said above products that do not have all of a search. */
export function nearestText(q: string, missing: readonly string[], searched: readonly string[]) {
  if (searched.length === 0) return `No product is called ‘${q}’; these are new in the shop.`
  return `No product has all of ‘${q}’; these have ‘${searched.join(' ')}’, not ${quoted(missing)}.`
}

/** A price that stands in the words of a search. */
export function boundText({ min, max }: NonNullable<ProductList['bound']>) {
  const amounts = [min, max].map((paise) => (paise === undefined ? '' : formatRupeesShort(paise)))
  if (min === undefined) return `Up to ${amounts[1]}`
  return max === undefined ? `From ${amounts[0]}` : amounts.join(' to ')
}
