import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Has JavaScript taken over? False on the server and in the browser's first render. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
