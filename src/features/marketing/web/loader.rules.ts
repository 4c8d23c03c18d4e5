import type { FindPage } from '#web/find-page.ts'

/** How long the loader waits before it goes on. */
export const LOADER_REDIRECT_MS = 5000

/**
 * `my-orders` -> `/my-orders`. What is no page of this shop, or not plain letters, digits, `-`, `_` and `/`, is `/`; so is the
 * loader itself.
 */
export function safeLoaderTarget(next: string | null | undefined, findPage: FindPage): string {
  if (!next || !/^[\w/-]{1,200}$/.test(next)) return '/'
  const path = next.startsWith('/') ? next.slice(1) : next
  if (path.split('/').includes('')) return '/'
  const page = findPage(`/${path}`)
  return page === undefined || page === '/loader' ? '/' : page
}

const destinations: Record<string, string> = { '/my-orders': 'your orders', '/cart': 'your cart' }

/** What the loader says while one waits. */
export const loaderTitle = (target: string) => {
  const destination = destinations[target]
  return destination ? `Taking you to ${destination}` : 'One moment'
}
