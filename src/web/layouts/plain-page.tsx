import { useLocation } from 'react-router'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { isSellerArea, useErrorWords } from './error-page.tsx'

/** Stands in for a layout that has failed. It runs nothing in the browser, so it cannot fail as well. */
export function PlainPage({ error }: { error?: unknown }) {
  const { art, title, text, tab } = useErrorWords(error)
  const { pathname, search } = useLocation()
  const home = isSellerArea(pathname) ? '/seller' : '/'
  return (
    <main id="main">
      <title>{tab}</title>
      <meta name="robots" content="noindex" />
      <EmptyState heading="h1" art={art} title={title} text={text}>
        <a href={pathname + search} className="link">
          Try again
        </a>
        <a href={home} className="link">
          Home
        </a>
      </EmptyState>
    </main>
  )
}
