import { categories, categoryUrl } from '../../catalog.categories.ts'
import { isNarrowed, listUrl, type ProductFilters } from './product-filters.ts'

export interface ListCounts {
  /** The count without price and offer: "5 products of 10". */
  all: number
  onOffer: number
  inAll: number
  /** Counts in the order of categories; names would make the page heavier. */
  inCategory: number[]
}

export interface CategoryRow {
  url: string
  text: string
  count?: number
  isHere: boolean
}

/** "All" and the categories, with the current filters. Categories without a hit are left out, but never `current` (a slug). */
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
