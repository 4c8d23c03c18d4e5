import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Has JavaScript taken over the page? False on the server and in the first render of the browser. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
