import { useEffect, useRef } from 'react'

/** The reader is taken to the element that has this ref, once `isHere`: what had the focus may be gone. */
export function useArrival<E extends HTMLElement>(isHere: unknown = true) {
  const place = useRef<E>(null)
  // The focus is the browser's, not React's.
  useEffect(() => {
    if (isHere) place.current?.focus()
  }, [isHere])
  return place
}
