import { Link } from 'react-router'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { listUrl } from './product-filters.ts'
import type { ProductListData } from './product-list.loader.ts'

/** How much of the list is shown, "Show more", and links to the pages around for those who came to a page in the middle. */
export function MorePages({
  list,
  path,
  first,
  shown,
  busy,
  onMore,
}: {
  list: ProductListData
  path: string
  /** The first page shown, and how many products from it on. */
  first: number
  shown: number
  busy: boolean
  onMore: () => void
}) {
  const hydrated = useHydrated()
  const { filters, page, pages, perPage, total } = list
  const before = (first - 1) * perPage
  const last = Math.min(before + shown, total)
  return (
    <div className="grid justify-items-center gap-3.5 pt-14 pb-section">
      <p className="text-sm text-ink-soft">
        {before > 0 ? `Showing ${before + 1} to ${last} of ${total} products` : `Showing ${last} of ${total} products`}
      </p>
      <progress
        aria-hidden="true"
        value={last}
        max={total}
        className="h-1 w-56 appearance-none bg-kora-deep [&::-moz-progress-bar]:bg-neel-700 [&::-webkit-progress-bar]:bg-kora-deep [&::-webkit-progress-value]:bg-neel-700"
      />
      {hydrated && page < pages ? (
        <Button variant="line" busy={busy} busyLabel="Loading" onClick={onMore}>
          Show more
        </Button>
      ) : null}
      {pages > 1 && (first > 1 || !hydrated) ? (
        <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2">
          {first > 1 ? (
            <Link rel="prev" to={listUrl(path, filters, first - 1)} className={pageLinkClasses}>
              Previous page
            </Link>
          ) : null}
          <span className="text-sm text-ink-soft">
            Page {page} of {pages}
          </span>
          {page < pages ? (
            <Link rel="next" to={listUrl(path, filters, page + 1)} className={pageLinkClasses}>
              Next page
            </Link>
          ) : null}
        </nav>
      ) : null}
    </div>
  )
}

const pageLinkClasses = 'link inline-flex min-h-11 items-center'
