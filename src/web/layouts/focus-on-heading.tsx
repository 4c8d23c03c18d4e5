import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { startAtHeading } from '#web/start-at.ts'

const OPENED = '[popover=auto]:popover-open'

/** Moves the focus to a new page's heading; not on the first page, during a search, or when something was opened meanwhile. */
export function FocusOnHeading({ page }: { page: string }) {
  const { hash } = useLocation()
  const before = useRef(page)
  // Focus is the browser's. Set before paint: later it would be taken from somebody in a field.
  useLayoutEffect(() => {
    if (before.current === page) return
    before.current = page
    if (hash || document.activeElement?.id === 'search' || document.querySelector(OPENED)) return
    startAtHeading()
  }, [page, hash])
  return null
}
