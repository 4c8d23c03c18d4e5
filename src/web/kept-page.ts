/** Calls back when Back has brought this page as it was left, without what other pages did meanwhile. */
export function onKeptPage(listener: () => void) {
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && listener()
  window.addEventListener('pageshow', onShow)
  return () => window.removeEventListener('pageshow', onShow)
}

let isRead = false

/** True once, where Back has taken this page out of the browser's cache: it is as it was sent then, perhaps before a login. */
export function isFromBefore() {
  if (isRead) return false
  isRead = true
  const [came] = performance.getEntriesByType('navigation')
  return came instanceof PerformanceNavigationTiming && came.type === 'back_forward'
}
