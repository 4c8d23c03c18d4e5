import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useSlow } from '#web/hooks/use-slow.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { ProductSkeleton } from './product-skeleton.tsx'

/** The page, or the skeleton of the list or product that is on its way and takes its time. */
export function PendingPage({ children }: { children: ReactNode }) {
  const { location: next } = useNavigation()
  const here = useLocation()
  const other = next && next.pathname !== here.pathname ? next.pathname : ''
  const slow = useSlow(other.startsWith('/products'))
  return (
    <>
      {slow ? (
        <>
          <p role="status" className="sr-only">
            Loading
          </p>
          {/^\/products\/[^/]+\/[^/]+/.test(other) ? <ProductSkeleton /> : <ListSkeleton />}
        </>
      ) : null}
      {/* Hidden, not gone: what the reader did on the page stays if the way there fails. */}
      <div hidden={slow}>{children}</div>
    </>
  )
}
