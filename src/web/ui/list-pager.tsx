import { useLocation } from 'react-router'
import { Button, ButtonLink } from './button.tsx'

export interface Pages {
  page: number
  pages: number
  total: number
  perPage?: number
}

/** "26 to 50 of 60". Filters in the address stay; an open `id` does not. */
export function ListPager({ page, pages, total, perPage = 25 }: Pages) {
  const { search } = useLocation()
  if (total === 0) return null
  const to = (wanted: number) => {
    const params = new URLSearchParams(search)
    params.delete('id')
    params.set('page', String(wanted))
    return `?${params}`
  }
  const step = (text: string, wanted: number) =>
    wanted < 1 || wanted > pages ? (
      <Button variant="line" size="sm" disabled>
        {text}
      </Button>
    ) : (
      <ButtonLink variant="line" size="sm" to={to(wanted)}>
        {text}
      </ButtonLink>
    )
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-4 px-4 py-3.5">
      <p className="text-ink-soft text-sm">
        {`${(page - 1) * perPage + 1} to ${Math.min(page * perPage, total)} of ${total}`}
      </p>
      {pages > 1 && (
        <div className="flex gap-3">
          {step('Previous', page - 1)}
          {step('Next', page + 1)}
        </div>
      )}
    </nav>
  )
}
