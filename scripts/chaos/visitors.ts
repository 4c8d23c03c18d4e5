import { setTimeout } from 'node:timers/promises'
import { createBrowser, type NoAnswer, noAnswer } from '../browser.ts'

export const PATHS = ['/', '/products', '/api/product/list?limit=24', '/cart']

/** Visitors look at one page after the other, `restMs` apart; `seen` counts the answers by status. */
export function startVisitors(origin: string, count: number, { restMs = 0, paths = PATHS } = {}) {
  const seen: Record<number, number> = {}
  const without: Record<NoAnswer, number> = { refused: 0, cut: 0 }
  let sentAway = 0
  let stopping = false
  const running = Array.from({ length: count }, async (_, visitor) => {
    const browser = createBrowser(origin)
    for (let page = visitor; !stopping; page++) {
      try {
        const answer = await browser.send(paths[page % paths.length] ?? '/')
        await answer.arrayBuffer()
        seen[answer.status] = (seen[answer.status] ?? 0) + 1
        if (answer.headers.get('connection') === 'close') sentAway += 1
      } catch (error) {
        const kind = noAnswer(error)
        if (!kind) throw error
        without[kind] += 1
        // The shop accepts no more connections.
        if (kind === 'refused') return
      }
      if (restMs > 0) await setTimeout(restMs)
    }
  })
  return {
    seen,
    without,
    /** Answers that closed their connection. */
    sentAway: () => sentAway,
    async stop() {
      stopping = true
      await Promise.all(running)
    },
  }
}
