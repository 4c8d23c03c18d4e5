import { useCallback, useState } from 'react'

/** Is the element that has this ref on the screen, or as near to it as `margin` says? Undefined until the browser tells. */
export function useInView(margin = '0px') {
  const [inView, setInView] = useState<boolean>()
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return
      const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting), { rootMargin: margin })
      observer.observe(element)
      return () => observer.disconnect()
    },
    [margin],
  )
  return [ref, inView] as const
}
