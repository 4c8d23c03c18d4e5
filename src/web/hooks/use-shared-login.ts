import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { isFromBefore, onKeptPage } from '#web/kept-page.ts'
import { useIsUnknown, useShopper } from './use-root.ts'

/** Whoever is logged in, written by the tab that learnt it last. */
const KEY = 'haat-shopper'

export function isStillLoggedIn(id: string) {
  try {
    return (localStorage.getItem(KEY) ?? id) === id
  } catch {
    return true
  }
}

function tellOtherTabs(mine: string) {
  try {
    if (localStorage.getItem(KEY) !== mine) localStorage.setItem(KEY, mine)
  } catch {
    // Private windows refuse localStorage: then the other tabs are right at their next action.
  }
}

/** A login or logout reaches all tabs, and pages that Back brings: they read themselves again, after the login's work on the cart. */
export function useSharedLogin() {
  const mine = useShopper()?._id ?? ''
  const isUnknown = useIsUnknown()
  const { revalidate } = useRevalidator()
  // Other tabs are outside React.
  useEffect(() => {
    if (!isUnknown) tellOtherTabs(mine)
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === null || (key === KEY && newValue !== mine)) revalidate()
    }
    window.addEventListener('storage', onStorage)
    const stopWatching = onKeptPage(revalidate)
    if (isFromBefore()) revalidate()
    return () => {
      window.removeEventListener('storage', onStorage)
      stopWatching()
    }
  }, [mine, isUnknown, revalidate])
}
