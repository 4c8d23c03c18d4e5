import { useCallback, useState } from 'react'

/** Is the element with this ref on the screen? Undefined until the browser tells. */
export function useInView() {
  const [inView, setInView] = useState<boolean>()
  const ref = useCallback((element: Element | null) => {
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, inView] as const
}
