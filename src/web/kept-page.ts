/** Calls back when Back has brought this page as it was left, without what other pages did meanwhile. */
export function onKeptPage(listener: () => void) {
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && listener()
  window.addEventListener('pageshow', onShow)
  return () => window.removeEventListener('pageshow', onShow)
}
