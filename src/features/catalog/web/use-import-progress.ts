import { useEffect } from 'react'
import { call, messageOf } from '#web/call.ts'
import type { getImport } from '../product-imports.contract.ts'
import { isRunning, type ShownImport } from './send-import.ts'

/** How often a running import is asked how far it is. */
const ASK_EVERY_MS = 1000

/** Asks how far an import is until it rests. `onFailure` is told why that cannot be seen, and undefined when it can be seen again. */
export function useImportProgress(
  shown: ShownImport | undefined,
  onNews: (news: ShownImport) => void,
  onFailure: (said: string | undefined) => void,
) {
  // Polling uses the clock and the network.
  useEffect(() => {
    if (!shown || !isRunning(shown)) return
    let isOver = false
    const timer = setTimeout(async () => {
      try {
        const answer = await call<typeof getImport>('GET /api/product/import/:id', { params: { id: shown._id } })
        if (isOver) return
        onFailure(undefined)
        onNews(answer.import)
      } catch (error) {
        if (isOver) return
        onFailure(`We cannot see how far it is. ${messageOf(error)}`)
        onNews({ ...shown })
      }
    }, ASK_EVERY_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [shown, onNews, onFailure])
}
