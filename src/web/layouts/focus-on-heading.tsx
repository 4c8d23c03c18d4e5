import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The reader goes on there, though it is no control. */
export function startAt(place: Element | null, options?: FocusOptions) {
  if (!(place instanceof HTMLElement)) return
  place.tabIndex = -1
  place.focus(options)
}

/**
 * On another page the reader starts at its heading, or at what the page marks as `data-arrival`; not on the first page,
 * and not while somebody types a search.
 */
export function FocusOnHeading({ page }: { page: string }) {
  const { hash } = useLocation()
  const before = useRef(page)
  // Focus is the browser's.
  useEffect(() => {
    if (before.current === page) return
    before.current = page
    if (hash || document.activeElement?.id === 'search') return
    const start = document.querySelector('main [data-arrival]') ?? document.querySelector('main h1')
    startAt(start, { preventScroll: true })
  }, [page, hash])
  return null
}
