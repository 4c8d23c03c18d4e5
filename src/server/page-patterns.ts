interface PageRoute {
  id: string
  parentId?: string | undefined
  path?: string | undefined
}

/** The pattern of the page at an address, such as `/products/:category`; undefined when no page has it. */
export type PagePatterns = (url: string) => string | undefined

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Reads the patterns out of the page bundle's routes, so that log and metrics can name a page without its ids. */
export function pagePatterns(routes: Record<string, PageRoute>): PagePatterns {
  const pathOf = (route: PageRoute): string => {
    const parent = route.parentId === undefined ? undefined : routes[route.parentId]
    return `${parent ? pathOf(parent) : ''}${route.path ? `/${route.path}` : ''}`
  }
  const patterns = new Set(
    Object.values(routes)
      .map((route) => pathOf(route) || '/')
      .filter((path) => !path.includes('*')),
  )
  const withIds = [...patterns].filter((pattern) => pattern.includes(':'))
  const matchers = withIds.map((pattern) => {
    const parts = pattern.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : escapeRegExp(part)))
    return { pattern, matches: new RegExp(`^${parts.join('/')}$`) }
  })
  return (url) => {
    const path = url
      .split('?', 1)[0]
      ?.replace(/\.data$/, '')
      .replace(/(?<=.)\/$/, '')
    // React Router asks so for what the home page shows.
    if (path === undefined || path === '/_root' || path === '/_') return '/'
    if (patterns.has(path)) return path
    return matchers.find(({ matches }) => matches.test(path))?.pattern
  }
}
