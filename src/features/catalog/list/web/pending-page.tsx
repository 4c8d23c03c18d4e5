import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useSlow } from '#web/hooks/use-slow.ts'
import { ProductSkeleton } from '../../product/web/product-skeleton.tsx'
import { carriedTo, withMovingPicture } from './carried-card.ts'
import { ListSkeleton } from './list-skeleton.tsx'

/** While a page loads: the pressed card at once, else placeholders when it takes long. */
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
      {/* Hidden, so that what the reader typed stays if the next page fails. */}
      <div hidden={isShown}>{children}</div>
    </>
  )
}

function useCarried(path: string) {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    const card = carriedTo(path)
    if (card) withMovingPicture(card, () => setShown(path))
    else setShown(undefined)
  }, [path])
  return shown === path ? carriedTo(path) : undefined
}

/** A waiting page starts at the top and fills the screen, or readers would see the footer alone. If loading fails they are back in their place. */
function FromTheTop({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  // `key` is that of the page still there.
  useLayoutEffect(() => {
    const left = { key, top: window.scrollY }
    window.scrollTo({ top: 0, behavior: 'instant' })
    return () => {
      if ((window.history.state?.key ?? 'default') === left.key) window.scrollTo({ top: left.top, behavior: 'instant' })
    }
  }, [key])
  return <div className="screen-high">{children}</div>
}
