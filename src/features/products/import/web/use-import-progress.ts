import { useEffect } from 'react'
import { call, messageOf } from '#web/call.ts'
import { getImport } from '../../product-imports.contract.ts'
import { isRunning, type ShownImport } from './send-import.ts'

const ASK_EVERY_MS = 1000

/** Asks until the import rests. `onFailure` gets why it cannot be seen, or undefined once it can. */
export function useImportProgress(
  shown: ShownImport | undefined,
  onNews: (news: ShownImport) => void,
  onFailure: (said: string | undefined) => void,
) {
  useEffect(() => {
    if (!shown || !isRunning(shown)) return
    let isOver = false
    const timer = setTimeout(async () => {
      try {
        const answer = await call(getImport, { params: { id: shown._id } })
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
