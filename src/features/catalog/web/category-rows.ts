import { categories, categoryUrl } from '#features/catalog/catalog.categories.ts'
import { isNarrowed, listUrl, type ProductFilters } from './product-filters.ts'

/** How many products there are beside the list, under its search and filters. */
export interface ListCounts {
  /** In the list without price and offer: "5 products of 10". */
  all: number
  onOffer: number
  /** On the page of all products. */
  inAll: number
  /** In the order of the categories: their names would weigh more than the page has room for. */
  inCategory: number[]
}

export interface CategoryRow {
  url: string
  text: string
  count?: number
  isHere: boolean
}

/**
 * "All" and the categories, each with the search and filters in force. While these narrow the list, a category without a hit
 * is left out; the chosen one (`current`, a slug) always stays.
 */
export function categoryRows(filters: ProductFilters, counts?: ListCounts, current?: string): CategoryRow[] {
  const rows = categories.map(({ path, text }, at) => ({
    url: listUrl(categoryUrl(path), filters),
    text,
    ...(counts ? { count: counts.inCategory[at] ?? 0 } : {}),
    isHere: path === current,
  }))
  const all = {
    url: listUrl('/products', filters),
    text: 'All Products',
    ...(counts ? { count: counts.inAll } : {}),
    isHere: current === undefined,
  }
  return [all, ...rows.filter(({ count, isHere }) => isHere || count !== 0 || !isNarrowed(filters))]
}
