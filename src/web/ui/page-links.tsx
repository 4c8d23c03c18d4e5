import { Link } from 'react-router'

interface PageLinksProps {
  at: (page: number) => string
  page: number
  pages: number
  /** Of the pages shown together, `page` is the last. */
  first?: number
  className?: string
}

/** Nothing where all fits on one page. */
export function PageLinks({ at, page, pages, first = page, className = '' }: PageLinksProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages" className={`flex flex-wrap items-center justify-center gap-x-6 gap-y-2 ${className}`}>
      {first > 1 && (
        <Link rel="prev" to={at(first - 1)} className={linkLook}>
          Previous page
        </Link>
      )}
      <span className="text-ink-soft text-sm">{`Page ${page} of ${pages}`}</span>
      {page < pages && (
        <Link rel="next" to={at(page + 1)} className={linkLook}>
          Next page
        </Link>
      )}
    </nav>
  )
}

const linkLook = 'link inline-flex min-h-11 items-center'
