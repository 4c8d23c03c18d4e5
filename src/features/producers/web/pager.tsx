import { PageLinks } from '#web/ui/page-links.tsx'

/** Page 1 has no number in its address. */
export const Pager = ({ path, page, pages }: { path: string; page: number; pages: number }) => (
  <PageLinks
    at={(wanted) => (wanted === 1 ? path : `${path}?page=${wanted}`)}
    page={page}
    pages={pages}
    className="pt-14"
  />
)
