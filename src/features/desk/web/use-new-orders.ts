import { useEffect, useState } from 'react'
import { SECOND_MS } from '#shared/time.ts'
import { call } from '#web/call.ts'
import { listNewOrders } from '../desk.contract.ts'

const LOOK_MS = 20 * SECOND_MS

/** Ids of orders to be confirmed that came since the page was read, and are not on it; looked for while somebody sees the page. */
export function useNewOrders(asOf: Date, shown: readonly { _id: string }[]) {
  const since = asOf.toISOString()
  const [found, setFound] = useState<{ since: string; orders: readonly string[] }>({ since, orders: [] })
  // The network and the clock are outside React. What a look misses, the next one finds.
  useEffect(() => {
    let isOver = false
    const look = async () => {
      if (document.visibilityState !== 'visible' || !navigator.onLine) return
      const query = { since }
      const answer = await call(listNewOrders, { query }).catch(() => undefined)
      if (answer && !isOver) setFound({ since, orders: answer.orders })
    }
    const timer = setInterval(look, LOOK_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [since])
  return found.since === since ? found.orders.filter((id) => shown.every(({ _id }) => _id !== id)) : []
}
