import { useEffect } from 'react'
import type { CardProduct } from './product-card.tsx'
import { joinPages } from './shown-pages.ts'

const MAX_KEPT = 8
/** Pages seen in this tab, by the list's address: Back shows all that "Show more" had added. Browser only, so that server and client render alike. */
const seen = new Map<string, Map<number, readonly CardProduct[]>>()

export function useShownPages(list: string, page: number, products: readonly CardProduct[]) {
  // Kept outside React, where it outlives the page.
  useEffect(() => {
    const pages = seen.get(list) ?? new Map<number, readonly CardProduct[]>()
    pages.set(page, products)
    seen.delete(list)
    seen.set(list, pages)
    for (const oldest of [...seen.keys()].slice(0, -MAX_KEPT)) seen.delete(oldest)
  }, [list, page, products])
  return joinPages(seen.get(list) ?? new Map(), page, products)
}
