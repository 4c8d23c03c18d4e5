import type { Sort } from '#features/catalog/catalog.contract.ts'
import { formatRupeesShort, NO_MONEY, type Paise, readRupees, writeRupeesShort } from '#shared/money.ts'

/** The list's filters, as they stand in the URL: `?q=&min=&max=&offer=1&sort=`. Amounts in paise. */
export interface ProductFilters {
  q: string
  minPaise?: Paise
  maxPaise?: Paise
  onOffer: boolean
  /** Unset: newest first, or by relevance when searching. */
  sort?: Sort
}

/** The longest search the API takes. */
export const MAX_QUERY_LENGTH = 200

/** Stands in the address of a search that is not to be corrected. */
export const AS_TYPED = 'typed'

const sortTexts = [
  { value: 'newest', text: 'Newest first' },
  { value: 'price-asc', text: 'Price: low to high' },
  { value: 'price-desc', text: 'Price: high to low' },
  { value: 'saving', text: 'Biggest saving' },
  { value: 'name', text: 'Name: A to Z' },
] as const satisfies readonly { value: Sort; text: string }[]

/** What the sort select offers. A search starts by relevance, which is no sort of its own. */
export const sortOptions = (searching: boolean): readonly { value: string; text: string }[] =>
  searching ? [{ value: '', text: 'Best match' }, ...sortTexts] : sortTexts

/** Reads the filters from a URL or a form; whatever is wrong in it is left out. */
export function readFilters(search: URLSearchParams): ProductFilters {
  const minPaise = readRupees(search.get('min') ?? '')
  const maxPaise = readRupees(search.get('max') ?? '')
  const q = (search.get('q') ?? '').replaceAll('\0', '').slice(0, MAX_QUERY_LENGTH).trim()
  const sort = sortTexts.find(({ value }) => value === search.get('sort'))?.value
  return {
    q,
    onOffer: ['1', 'true', 'on'].includes(search.get('offer') ?? ''),
    ...(minPaise ? { minPaise } : {}),
    ...(maxPaise === undefined ? {} : { maxPaise }),
    ...(sort && (sort !== 'newest' || q) ? { sort } : {}),
  }
}

/** The page asked for, from 1. */
export function readPage(search: URLSearchParams) {
  const page = search.get('page') ?? ''
  return /^\d{1,6}$/.test(page) ? Math.max(1, Number(page)) : 1
}

/** The filters in the API's words, without what is not set. */
export function toQuery(filters: ProductFilters) {
  return {
    ...(filters.q ? { q: filters.q } : {}),
    ...(filters.minPaise === undefined ? {} : { min: writeRupeesShort(filters.minPaise) }),
    ...(filters.maxPaise === undefined ? {} : { max: writeRupeesShort(filters.maxPaise) }),
    ...(filters.onOffer ? { offer: '1' as const } : {}),
    ...(filters.sort ? { sort: filters.sort } : {}),
  }
}

/** The address of a list: `/products?max=5000&offer=1`. Page 1 is the address without a page. */
export function listUrl(path: string, filters: ProductFilters, page = 1) {
  const search = new URLSearchParams(toQuery(filters))
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `${path}?${search}` : path
}

/** Of a search that found nothing: says so without offering what may have been meant. */
export const asTypedUrl = (path: string, filters: ProductFilters) => `${listUrl(path, filters)}&${AS_TYPED}=1`
export const isAsTyped = (search: URLSearchParams) => search.has(AS_TYPED)

/** Does the search or a filter leave something out? */
export const isNarrowed = (filters: ProductFilters) => filters.q !== '' || appliedFilters(filters).length > 0

export interface AppliedFilter {
  text: string
  /** The filters with this one taken off. */
  without: ProductFilters
}

/** What narrows the list, for the chips. The search itself stands in the heading. */
export function appliedFilters(filters: ProductFilters): AppliedFilter[] {
  const { minPaise, maxPaise, ...rest } = filters
  const min = minPaise === undefined ? {} : { minPaise }
  const max = maxPaise === undefined ? {} : { maxPaise }
  return [
    ...(minPaise === undefined ? [] : [{ text: `From ${formatRupeesShort(minPaise)}`, without: { ...rest, ...max } }]),
    ...(maxPaise === undefined ? [] : [{ text: `Up to ${formatRupeesShort(maxPaise)}`, without: { ...rest, ...min } }]),
    ...(filters.onOffer ? [{ text: 'On offer', without: { ...filters, onOffer: false } }] : []),
  ]
}

/** Why nothing can lie between the two prices; undefined when something can. */
export const pricesProblem = ({ minPaise = NO_MONEY, maxPaise }: ProductFilters) =>
  maxPaise !== undefined && minPaise > maxPaise ? 'The price in From is higher than the one in To.' : undefined

/** The filters after "Clear all": search and order stay. */
export const clearFilters = ({ q, sort }: ProductFilters): ProductFilters => ({
  q,
  onOffer: false,
  ...(sort ? { sort } : {}),
})
