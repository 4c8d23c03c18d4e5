import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { PageLinks } from '#web/ui/page-links.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { listUrl } from './product-filters.ts'
import type { ProductListData } from './product-list.loader.ts'

interface MorePagesProps {
  list: ProductListData
  path: string
  /** The first page shown, and the number of products from it on. */
  first: number
  shown: number
  busy: boolean
  onMore: () => void
}

/** "Show more", and links to the pages around one in the middle. */
export function MorePages({ list, path, first, shown, busy, onMore }: MorePagesProps) {
  const hydrated = useHydrated()
  const { filters, page, pages, perPage, total } = list
  const before = (first - 1) * perPage
  const last = Math.min(before + shown, total)
  return (
    <div className="grid grid-cols-1 justify-items-center gap-3.5 pt-14 pb-section">
      <p className="text-sm text-ink-soft">
        {before > 0 ? `Showing ${before + 1} to ${last} of ${total} products` : `Showing ${last} of ${total} products`}
      </p>
      <Progress aria-hidden="true" value={last} max={total} className="h-1 w-56 max-w-full" />
      {hydrated && page < pages ? (
        <Button variant="line" busy={busy} busyLabel="Loading" onClick={onMore}>
          Show more
        </Button>
      ) : null}
      {pages > 1 && (first > 1 || !hydrated) ? (
        <PageLinks at={(wanted) => listUrl(path, filters, wanted)} first={first} page={page} pages={pages} />
      ) : null}
    </div>
  )
}
