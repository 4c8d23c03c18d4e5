import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, matchRoutes, type RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import routes from '../../../routes.ts'
import { ToTry } from './to-try.tsx'

type Routes = readonly { path?: string; index?: boolean; children?: Routes }[]
const toObjects = (all: Routes): RouteObject[] =>
  all.map(({ path, index, children }) =>
    index ? { index: true } : { ...(path ? { path } : {}), children: toObjects(children ?? []) },
  )

it('a demo says in five lines what to try, each a link to a page of the shop', () => {
  const Page = createRoutesStub([{ path: '/', Component: ToTry }])
  const links = [...renderToStaticMarkup(<Page />).matchAll(/<li[^>]*><a [^>]*href="([^"?]+)/g)].map(([, path]) => path)
  expect(links).toHaveLength(5)
  const known = toObjects(routes.filter(({ path }) => path !== '*'))
  for (const link of links) expect(matchRoutes(known, link ?? ''), link).not.toBeNull()
})
