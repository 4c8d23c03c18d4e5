/** How long the loader waits before it goes on (spec §9). */
export const LOADER_REDIRECT_MS = 5000

/** The pages that the loader leads to, as the site map has them. */
export const loaderPages = [
  'products',
  'products/:category',
  'products/:category/:id',
  'producers',
  'producers/:id',
  'producerform',
  'mission',
  'newsletter',
  'privacy',
  'returns',
  'contact',
  'cart',
  'add-address',
  'my-orders',
  'account',
  'login',
] as const

const fits = (pattern: string, parts: readonly string[]) => {
  const wanted = pattern.split('/')
  return wanted.length === parts.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at])
}

/** `my-orders` -> `/my-orders`. What is no page of this shop, or not plain letters, digits, `-`, `_` and `/`, is `/`. */
export function safeLoaderTarget(next: string | null | undefined): string {
  if (!next || !/^[a-z0-9/_-]{1,200}$/.test(next)) return '/'
  const path = next.startsWith('/') ? next.slice(1) : next
  const parts = path.split('/')
  if (parts.includes('')) return '/'
  return loaderPages.some((pattern) => fits(pattern, parts)) ? `/${path}` : '/'
}

const destinations: Record<string, string> = { '/my-orders': 'your orders', '/cart': 'your cart' }

/** What the loader says while one waits. */
export const loaderTitle = (target: string) => {
  const destination = destinations[target]
  return destination ? `Taking you to ${destination}` : 'One moment'
}
