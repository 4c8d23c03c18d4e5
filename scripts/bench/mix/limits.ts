import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPgbench, leanOrderScript, makeLeanTables, runPgbench } from '../pgbench.ts'
import type { Ground } from '../places.ts'
import { urls } from '../shoppers.ts'
import type { Figures, LimitFigures } from '../turns.ts'
import type { Limit } from './rows.ts'
import { runHelper } from './run-helper.ts'
import { CONNECTIONS, keptPage, type Run } from './runs.ts'
import type { Scene } from './scene.ts'

const CARDS = 24

/** React alone, which writes the cards of a page that this shop has made. */
async function startBareReact({ port }: Scene, file: string) {
  const page = await fetch(`http://127.0.0.1:${port}${urls.newPage(-1)}`)
  writeFileSync(file, await page.text())
  const { first, ask } = await runHelper<{ cards: number; bytes: number }, Figures>('bare-cards.ts', [
    file,
    String(CARDS),
  ])
  if (first.cards !== CARDS) throw new Error(`the page has ${first.cards} cards instead of ${CARDS}`)
  return ask
}

/** What rows are held against; each is made ready when it is first asked for. */
export function createLimits(own: Scene, { copy, copyPlace }: Pick<Ground, 'copy' | 'copyPlace'>) {
  let react: ReturnType<typeof startBareReact> | undefined
  let lean: Promise<void> | undefined
  const pgbench = findPgbench()

  /** The limit, to be run for so many ms; undefined where pgbench is missing. */
  return function limitOf(limit: Limit | undefined, run: Run) {
    switch (limit) {
      case 'kept page':
        return (ms: number, seed: number): Promise<LimitFigures> => keptPage(own, ms, seed)
      case 'one process':
        return (ms: number, seed: number): Promise<LimitFigures> => run(own, ms, seed)
      case 'React':
        return async (ms: number): Promise<LimitFigures> => {
          react ??= startBareReact(own, join(copyPlace.dataDir, 'cards.html'))
          return (await react)(ms)
        }
      case 'lean order':
        if (!pgbench) return undefined
        return async (ms: number): Promise<LimitFigures> => {
          lean ??= makeLeanTables(copy, own.products)
          await lean
          return runPgbench(pgbench, copy, leanOrderScript, CONNECTIONS, ms)
        }
      default:
        return undefined
    }
  }
}
