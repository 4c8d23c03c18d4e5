import { setTimeout } from 'node:timers/promises'
import { SECOND_MS } from '#shared/time.ts'

const AGAIN_MS = 20
const PAGE_MS = 20 * SECOND_MS

/**
 * Waits until the page before is left and the next one has its HTML, for drivers that wait for scripts, or miss a page that the browser has
 * kept.
 */
export function createLeave(execute: (expression: string) => Promise<unknown>) {
  let moves = 0
  return async (act: () => Promise<unknown>) => {
    moves += 1
    const before = await execute(`(window.leftBy = ${moves}, location.href)`)
    await act()
    const isThere = `document.readyState !== 'loading' && location.href !== 'about:blank' && (window.leftBy !== ${moves} || location.href !== ${JSON.stringify(before)})`
    for (const deadline = performance.now() + PAGE_MS; performance.now() < deadline; await setTimeout(AGAIN_MS))
      if (await execute(isThere).catch(() => false)) return
  }
}
