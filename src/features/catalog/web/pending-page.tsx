import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { useSlow } from '#web/hooks/use-slow.ts'
import { carriedTo, withMovingPicture } from './carried-card.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { ProductSkeleton } from './product-skeleton.tsx'

/** The page, or what is known of the list or product that is on its way: a pressed card at once, else boxes when it takes its time. */
export function PendingPage({ children }: { children: ReactNode }) {
  const { location: next } = useNavigation()
  const here = useLocation()
  const other = next && next.pathname !== here.pathname ? next.pathname : ''
  const left = usePlaceLeft(other)
  const card = useCarried(other)
  const slow = useSlow(other.startsWith('/products'))
  const isShown = slow || card !== undefined
  useTop(isShown, left)
  useBack(isShown)
  return (
    <>
      {isShown ? (
        <div className="min-h-dvh">
          <p role="status" className="sr-only">
            Loading
          </p>
          {/^\/products\/[^/]+\/[^/]+/.test(other) ? <ProductSkeleton product={card?.product} /> : <ListSkeleton />}
        </div>
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

/** Where the reader was on the page when they left for this path: later it is hidden, and too short to be there. */
function usePlaceLeft(path: string) {
  const top = useRef(0)
  // The place on the page is the browser's.
  useEffect(() => {
    if (path !== '') top.current = window.scrollY
  }, [path])
  return top
}

/**
 * A page that waits is shorter than the one that was left: it starts at the top and fills the screen, so that nobody looks at the
 * footer alone. When the way there fails, the reader is where they were; when it does not, the router scrolls by itself.
 */
function useTop(isShown: boolean, left: { current: number }) {
  const { pathname } = useLocation()
  // The place on the page is the browser's. `pathname` is of the page that is still there.
  useLayoutEffect(() => {
    if (!isShown) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    return () => {
      if (window.location.pathname === pathname) window.scrollTo({ top: left.current, behavior: 'instant' })
    }
  }, [isShown, pathname, left])
}

/**
 * The reader sees the new page before it has its place in the browser's history, so Back would leave the page before it as well.
 * It gives up the new page instead, where the browser can be asked to (Navigation API).
 */
function useBack(isShown: boolean) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  // Back is a button of the browser.
  useEffect(() => {
    if (!isShown || !('navigation' in window)) return
    const { navigation } = window
    const stay = (event: NavigateEvent) => {
      const isBack = event.destination.index < (navigation.currentEntry?.index ?? 0)
      if (event.navigationType !== 'traverse' || !isBack || !event.cancelable) return
      event.preventDefault()
      void navigate(pathname + search, { replace: true, preventScrollReset: true })
    }
    navigation.addEventListener('navigate', stay)
    return () => navigation.removeEventListener('navigate', stay)
  }, [isShown, navigate, pathname, search])
}
