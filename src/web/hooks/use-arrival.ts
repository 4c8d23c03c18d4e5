import { useLayoutEffect, useRef } from 'react'
import { useHydrated } from './use-hydrated.ts'

/** Moves the focus to the element with this ref, once `isHere`: what had it may be gone. */
export function useArrival<E extends HTMLElement>(isHere: unknown = true) {
  const place = useRef<E>(null)
  /** On a page that the server sent, somebody may be in a field by now. */
  const isSent = useRef(!useHydrated())
  // The focus is the browser's. Set before paint: later it would be taken from somebody who has gone on.
  useLayoutEffect(() => {
    const isTaken = isSent.current && document.activeElement !== document.body
    isSent.current = false
    if (isHere && !isTaken) place.current?.focus()
  }, [isHere])
  return place
}
