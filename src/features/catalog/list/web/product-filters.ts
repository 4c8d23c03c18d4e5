import { formatRupeesShort, NO_MONEY, type Paise, readRupees, writeRupeesShort } from '#shared/money.ts'
import type { Sort } from '../../catalog.contract.ts'

/** The filters in the URL: `?q=&min=&max=&offer=1&fact=colour.blue&fact=material.cotton&sort=`. Amounts are in paise. */
export interface ProductFilters {
  q: string
  minPaise?: Paise
  maxPaise?: Paise
  onOffer: boolean
  /** Choices of facts; unset: none. */
  facts?: readonly string[]
  /** Unset: newest first, or by relevance with a search. */
  sort?: Sort
}

/** As many as an address has. */
const MOST_FACTS = 60

/** The longest search that the API takes. */
export const MAX_QUERY_LENGTH = 200

/** The address asks not to correct this search. */
export const AS_TYPED = 'typed'

const sortTexts = [
  { value: 'newest', text: 'Newest first' },
  { value: 'price-asc', text: 'Price: low to high' },
  { value: 'price-desc', text: 'Price: high to low' },
  { value: 'saving', text: 'Biggest saving' },
  { value: 'name', text: 'Name: A to Z' },
] as const satisfies readonly { value: Sort; text: string }[]

/** A search begins by relevance, which is not in the list. */
export const sortOptions = (searching: boolean): readonly { value: string; text: string }[] =>
  searching ? [{ value: '', text: 'Best match' }, ...sortTexts] : sortTexts

/** Reads a URL or form; leaves out what is wrong. */
export function readFilters(search: URLSearchParams): ProductFilters {
  const minPaise = readRupees(search.get('min') ?? '')
  const maxPaise = readRupees(search.get('max') ?? '')
  const q = (search.get('q') ?? '').replaceAll('\0', '').slice(0, MAX_QUERY_LENGTH).trim()
  const facts = [...new Set(search.getAll('fact').filter(Boolean))].slice(0, MOST_FACTS)
  const sort = sortTexts.find(({ value }) => value === search.get('sort'))?.value
  return {
    q,
    onOffer: ['1', 'true', 'on'].includes(search.get('offer') ?? ''),
    ...(minPaise ? { minPaise } : {}),
    ...(maxPaise === undefined ? {} : { maxPaise }),
    ...(facts.length > 0 ? { facts } : {}),
    ...(sort && (sort !== 'newest' || q) ? { sort } : {}),
  }
}

export function readPage(search: URLSearchParams) {
  const page = search.get('page') ?? ''
  return /^\d{1,6}$/.test(page) ? Math.max(1, Number(page)) : 1
}

/** The filters in the API's words, without unset ones. */
export function toQuery(filters: ProductFilters) {
  return {
    ...(filters.q ? { q: filters.q } : {}),
    ...(filters.minPaise === undefined ? {} : { min: writeRupeesShort(filters.minPaise) }),
    ...(filters.maxPaise === undefined ? {} : { max: writeRupeesShort(filters.maxPaise) }),
    ...(filters.onOffer ? { offer: '1' as const } : {}),
    ...(filters.facts ? { facts: filters.facts.join(',') } : {}),
    ...(filters.sort ? { sort: filters.sort } : {}),
  }
}

/** `/products?max=5000&offer=1`; page 1 has no `page`. */
export function listUrl(path: string, filters: ProductFilters, page = 1) {
  const { facts = [], ...others } = filters
  const search = new URLSearchParams(toQuery(others))
  for (const choice of facts) search.append('fact', choice)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `${path}?${search}` : path
}

/** A search that offers no other spelling. */
export const asTypedUrl = (path: string, filters: ProductFilters) => `${listUrl(path, filters)}&${AS_TYPED}=1`
export const isAsTyped = (search: URLSearchParams) => search.has(AS_TYPED)

export const isNarrowed = (filters: ProductFilters) => filters.q !== '' || appliedFilters(filters).length > 0

export interface AppliedFilter {
  text: string
  without: ProductFilters
}

/** The filters as chips; the search is in the heading. `textOf` names a choice of facts. */
export function appliedFilters(filters: ProductFilters, textOf = (choice: string) => choice): AppliedFilter[] {
  const { minPaise, maxPaise, ...rest } = filters
  const min = minPaise === undefined ? {} : { minPaise }
  const max = maxPaise === undefined ? {} : { maxPaise }
  return [
    ...(minPaise === undefined ? [] : [{ text: `From ${formatRupeesShort(minPaise)}`, without: { ...rest, ...max } }]),
    ...(maxPaise === undefined ? [] : [{ text: `Up to ${formatRupeesShort(maxPaise)}`, without: { ...rest, ...min } }]),
    ...(filters.facts ?? []).map((choice) => ({ text: textOf(choice), without: withoutFact(filters, choice) })),
    ...(filters.onOffer ? [{ text: 'On offer', without: { ...filters, onOffer: false } }] : []),
  ]
}

function withoutFact({ facts = [], ...filters }: ProductFilters, choice: string): ProductFilters {
  const left = facts.filter((one) => one !== choice)
  return left.length > 0 ? { ...filters, facts: left } : filters
}

/** Why no price can fit; undefined if one can. */
export const pricesProblem = ({ minPaise = NO_MONEY, maxPaise }: ProductFilters) =>
  maxPaise !== undefined && minPaise > maxPaise ? 'The price in From is higher than the one in To.' : undefined

/** "Clear all" keeps search and order. */
export const clearFilters = ({ q, sort }: ProductFilters): ProductFilters => ({
  q,
  onOffer: false,
  ...(sort ? { sort } : {}),
})
