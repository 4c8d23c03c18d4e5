import { useSyncExternalStore } from 'react'

function listen(change: () => void) {
  window.addEventListener('online', change)
  window.addEventListener('offline', change)
  return () => {
    window.removeEventListener('online', change)
    window.removeEventListener('offline', change)
  }
}

/** Whether the browser has a connection; one that does not say so is taken for connected. */
export const useOnline = () =>
  useSyncExternalStore(
    listen,
    () => navigator.onLine !== false,
    () => true,
  )
