import { categories, categoryUrl } from '#features/catalog/catalog.categories.ts'
import { isNarrowed, listUrl, type ProductFilters } from './product-filters.ts'

/** How many products there are beside the list, under its search and filters. */
export interface ListCounts {
  /** In the list without price and offer: "5 products of 10". */
  all: number
  onOffer: number
  /** On the page of all products. */
  inAll: number
  /** By category's slug; one without a hit is not named. */
  inCategory: Record<string, number>
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
  const countOf = (slug: string) => (counts ? { count: counts.inCategory[slug] ?? 0 } : {})
  const rows = categories.map(({ path, text }) => ({
    url: listUrl(categoryUrl(path), filters),
    text,
    ...countOf(path),
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
