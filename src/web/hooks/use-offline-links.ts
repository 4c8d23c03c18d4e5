import { useEffect } from 'react'
import { toast } from 'react-hot-toast'
import { useBlocker } from 'react-router'

/** Without a connection a link keeps the page that is shown, and says so. */
export function useOfflineLinks() {
  const blocker = useBlocker(({ currentLocation: here, nextLocation: next }) => {
    const isElsewhere = here.pathname !== next.pathname || here.search !== next.search
    return isElsewhere && !navigator.onLine
  })
  // A blocked way is the router's, until it is given up.
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    toast.error('You are offline. This page stays as it is. Try again when you are connected.', { id: 'offline' })
  }, [blocker])
}
