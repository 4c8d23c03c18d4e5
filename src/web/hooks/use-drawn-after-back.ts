import { startTransition, useEffect, useRef, useState } from 'react'
import { onKeptPage } from '#web/kept-page.ts'

const DRAWN_WITHIN_MS = 1000

/** Firefox may show a kept page that draws nothing new, since React's pending work is lost. Such a page is loaded anew. */
export function useDrawnAfterBack() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [shows, setShows] = useState(0)
  // The browser keeps pages, not React.
  useEffect(
    () =>
      onKeptPage(() => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => window.location.reload(), DRAWN_WITHIN_MS)
        startTransition(() => setShows((count) => count + 1))
      }),
    [],
  )
  useEffect(() => {
    if (shows > 0) clearTimeout(timer.current)
  }, [shows])
}
