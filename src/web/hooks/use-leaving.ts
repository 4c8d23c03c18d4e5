import { useEffect, useRef } from 'react'

/** Calls `close` at Back or Forward, and not when the next page is there: on a slow line that would close something opened meanwhile. */
export function useLeaving(close: () => void) {
  const newest = useRef(close)
  newest.current = close
  // The browser's own buttons are outside React.
  useEffect(() => {
    const onPop = () => newest.current()
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])
}
