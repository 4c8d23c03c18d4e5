import { useEffect } from 'react'
import type { CardProduct } from './product-card.tsx'
import { joinPages } from './shown-pages.ts'

/** Lists whose pages are kept. */
const MAX_KEPT = 8
/**
 * Pages seen, by the list's address without its page, as long as the shop stays open in this tab: coming back from a
 * product shows everything that "Show more" had appended. Filled in the browser only, so a server-rendered page and its
 * first client render agree.
 */
const seen = new Map<string, Map<number, readonly CardProduct[]>>()

/** The page in the URL together with the pages before it that this tab has shown. */
export function useShownPages(list: string, page: number, products: readonly CardProduct[]) {
  // Keeps what was shown outside React, where it outlives the page.
  useEffect(() => {
    const pages = seen.get(list) ?? new Map<number, readonly CardProduct[]>()
    pages.set(page, products)
    seen.delete(list)
    seen.set(list, pages)
    for (const oldest of [...seen.keys()].slice(0, -MAX_KEPT)) seen.delete(oldest)
  }, [list, page, products])
  return joinPages(seen.get(list) ?? new Map(), page, products)
}
