import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useSlow } from '#web/hooks/use-slow.ts'
import { carriedTo, withMovingPicture } from './carried-card.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { ProductSkeleton } from './product-skeleton.tsx'

/** The page, or what is known of the list or product that is on its way: a pressed card at once, else boxes when it takes its time. */
export function PendingPage({ children }: { children: ReactNode }) {
  const { location: next } = useNavigation()
  const here = useLocation()
  const other = next && next.pathname !== here.pathname ? next.pathname : ''
  const card = useCarried(other)
  const slow = useSlow(other.startsWith('/products'))
  const isShown = slow || card !== undefined
  return (
    <>
      {isShown ? (
        <FromTheTop>
          <p role="status" className="sr-only">
            Loading
          </p>
          {/^\/products\/[^/]+\/[^/]+/.test(other) ? <ProductSkeleton product={card?.product} /> : <ListSkeleton />}
        </FromTheTop>
      ) : null}
      {/* Hidden, not gone: what the reader did on the page stays if the way there fails. */}
      <div hidden={isShown}>{children}</div>
    </>
  )
}

/** The pressed card of the page at this path. */
function useCarried(path: string) {
  const [shown, setShown] = useState<string>()
  // Moving pictures is the browser's own act.
  useEffect(() => {
    const card = carriedTo(path)
    if (card) withMovingPicture(card, () => setShown(path))
    else setShown(undefined)
  }, [path])
  return shown === path ? carriedTo(path) : undefined
}

/**
 * A page that waits is shorter than the one that was left: it starts at the top and fills the screen, so that nobody looks at the
 * footer alone. When the way there fails, the reader is where they were; when it does not, the router scrolls by itself.
 */
function FromTheTop({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  // The place on the page is the browser's. `key` is of the page that is still there.
  useLayoutEffect(() => {
    const left = { key, top: window.scrollY }
    window.scrollTo({ top: 0, behavior: 'instant' })
    return () => {
      if ((window.history.state?.key ?? 'default') === left.key) window.scrollTo({ top: left.top, behavior: 'instant' })
    }
  }, [key])
  return <div className="min-h-dvh">{children}</div>
}
