import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useShopper } from './use-root.ts'

/** Who is logged in, as the tab that learnt it last wrote it. */
const KEY = 'haat-shopper'

function tellOtherTabs(mine: string) {
  try {
    if (localStorage.getItem(KEY) !== mine) localStorage.setItem(KEY, mine)
  } catch {
    // Private windows refuse localStorage: then the other tabs are right at their next action.
  }
}

/** A login or logout in one tab reaches all: the others read their page again. After what the login does to the cart. */
export function useSharedLogin() {
  const mine = useShopper()?._id ?? ''
  const { revalidate } = useRevalidator()
  // Other tabs are outside React.
  useEffect(() => {
    tellOtherTabs(mine)
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === null || (key === KEY && newValue !== mine)) revalidate()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [mine, revalidate])
}
