interface PageRoute {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  /** `handle = { isHeavy: true }` marks a page that costs much more than others. */
  module?: { handle?: unknown }
}

interface FoundPage {
  pattern: string
  isHeavy: boolean
}

export type FindPage = (url: string) => FoundPage | undefined

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const isHeavy = ({ module }: PageRoute) => {
  const handle = module?.handle
  return typeof handle === 'object' && handle !== null && 'isHeavy' in handle && handle.isHeavy === true
}

/** Reads the patterns of routes, so that log and metrics can name a page without its ids. */
export function pagePatterns(routes: Record<string, PageRoute>): FindPage {
  const pathOf = (route: PageRoute): string => {
    const parent = route.parentId === undefined ? undefined : routes[route.parentId]
    return `${parent ? pathOf(parent) : ''}${route.path ? `/${route.path}` : ''}`
  }
  const pages = new Map<string, FoundPage>()
  for (const route of Object.values(routes)) {
    const pattern = pathOf(route) || '/'
    if (pattern.includes('*')) continue
    // A layout has the address of its index page.
    pages.set(pattern, { pattern, isHeavy: isHeavy(route) || pages.get(pattern)?.isHeavy === true })
  }
  const withIds = [...pages.values()].filter(({ pattern }) => pattern.includes(':'))
  const matchers = withIds.map((page) => {
    const parts = page.pattern.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : escapeRegExp(part)))
    return { page, matches: new RegExp(`^${parts.join('/')}$`) }
  })
  return (url) => {
    // As in the page's own request: "/a/../b" is "/b", however it is written.
    const path = new URL(`http://shop${url}`).pathname
      .replace(/\/_\.data$/, '/')
      .replace(/\.data$/, '')
      .replace(/(?<=.)\/$/, '')
    // React Router's address for the data of the home page.
    if (path === '/_root') return pages.get('/')
    return pages.get(path) ?? matchers.find(({ matches }) => matches.test(path))?.page
  }
}
