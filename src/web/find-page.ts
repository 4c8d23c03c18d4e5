import { generatePath, matchRoutes, type RouteObject } from 'react-router'

/** A route of the page bundle, as far as it matters here. */
interface BuiltRoute {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  index?: boolean | undefined
  module: { default?: unknown }
}

/** The address of the page at a path, spelled as the site map has it (src/routes.ts); undefined where there is no page. */
export type FindPage = (path: string) => string | undefined

/** Pages are what can be looked at: not the routes that only take a form or give data. */
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
