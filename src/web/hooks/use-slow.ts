import { useEffect, useState } from 'react'

/** A skeleton before this would only flicker. */
const SKELETON_AFTER_MS = 150

/** True once `waiting` has lasted long enough to show a skeleton. */
export function useSlow(waiting: boolean) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), SKELETON_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  return waiting && slow
}
