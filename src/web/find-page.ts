import { generatePath, matchRoutes, type RouteObject } from 'react-router'

interface BuiltRoute {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  index?: boolean | undefined
  module: { default?: unknown }
}

/** The page's address as in src/routes.ts; undefined where there is no page. */
export type FindPage = (path: string) => string | undefined

/** Routes that only take a form or give data are no pages. */
export function pageFinder(routes: Record<string, BuiltRoute | undefined>): FindPage {
  const all = Object.values(routes).filter((route) => route !== undefined)
  const below = (parentId: string | undefined): RouteObject[] =>
    all
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index }) => (index ? { id, index } : { id, path, children: below(id) }))
  const tree = below(undefined)
  return (path) => {
    const matches = matchRoutes(tree, path) ?? []
    const page = matches.at(-1)
    if (!page || page.route.path === '*' || !routes[page.route.id ?? '']?.module.default) return undefined
    const pattern = matches.flatMap(({ route }) => route.path ?? []).join('/')
    return generatePath(`/${pattern}`, page.params)
  }
}
