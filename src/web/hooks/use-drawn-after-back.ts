import { startTransition, useEffect, useRef, useState } from 'react'
import { onKeptPage } from '#web/kept-page.ts'

const DRAWN_WITHIN_MS = 1000

/** Loads the page anew a little later, unless the returned function is called or somebody goes to another page first. */
function reloadSoon() {
  const timer = setTimeout(() => window.location.reload(), DRAWN_WITHIN_MS)
  const stop = () => {
    clearTimeout(timer)
    window.removeEventListener('beforeunload', stop)
  }
  window.addEventListener('beforeunload', stop)
  return stop
}

/** Firefox may show a kept page that draws nothing new, since React's pending work is lost. Such a page is loaded anew. */
export function useDrawnAfterBack() {
  const stop = useRef<() => void>(undefined)
  const [shows, setShows] = useState(0)
  // The browser keeps pages, not React.
  useEffect(
    () =>
      onKeptPage(() => {
        stop.current?.()
        stop.current = reloadSoon()
        startTransition(() => setShows((count) => count + 1))
      }),
    [],
  )
  useEffect(() => {
    if (shows > 0) stop.current?.()
  }, [shows])
}
