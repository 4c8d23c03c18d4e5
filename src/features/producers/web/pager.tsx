import { Link } from 'react-router'

/** Links to the page before and after; nothing where all fits on one. */
export function Pager({ path, page, pages }: { path: string; page: number; pages: number }) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 pt-14">
      {page > 1 && (
        <Link rel="prev" to={page === 2 ? path : `${path}?page=${page - 1}`} className={linkLook}>
          Previous page
        </Link>
      )}
      <span className="text-ink-soft text-sm">
        Page {page} of {pages}
      </span>
      {page < pages && (
        <Link rel="next" to={`${path}?page=${page + 1}`} className={linkLook}>
          Next page
        </Link>
      )}
    </nav>
  )
}

const linkLook = 'link inline-flex min-h-11 items-center'
