import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useSlow } from '#web/hooks/use-slow.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const ROWS = ['1', '2', '3', '4', '5', '6', '7', '8']

/** Shows rows while another page of the area takes its time. */
export function SellerPending({ children }: { children: ReactNode }) {
  const { location: next } = useNavigation()
  const { pathname } = useLocation()
  const slow = useSlow(next !== undefined && next.pathname !== pathname && next.pathname.startsWith('/seller'))
  return (
    <>
      {slow && (
        <>
          <p role="status" className="sr-only">
            Loading
          </p>
          <Skeleton className="mb-5 h-9 w-56" />
          <Panel className="grid">
            {ROWS.map((row) => (
              <div key={row} className="flex items-center gap-4 border-line px-4 py-3 not-first:border-t">
                <Skeleton className="size-14" />
                <Skeleton className="h-5 w-1/3" />
                <Skeleton className="ml-auto h-5 w-1/6" />
              </div>
            ))}
          </Panel>
        </>
      )}
      <div hidden={slow}>{children}</div>
    </>
  )
}
