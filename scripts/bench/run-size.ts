import { join } from 'node:path'
import { undoAll } from '#testing/undo.ts'
import { limitOf, startLimitServer } from './limits.ts'
import { measuresOf } from './measures.ts'
import type { Engine, Options } from './options.ts'
import { makeGround } from './places.ts'
import { memoryMb } from './processes.ts'
import { startSeveralTimes } from './shop-process.ts'
import { makeShoppers } from './shoppers.ts'
import { countStock, sellOut } from './stock-check.ts'
import { traceShop } from './trace.ts'
import { type Result, takeTurns } from './turns.ts'

const SHOPPERS = 16
const STARTS = 3

/** Everything that is known of the shop with so many products. */
export interface SizeReport {
  size: number
  facts: string
  results: Result[]
  startsMs: number[]
  idleMb: number
  loadedMb: number
  statements: Record<string, number>
  stock: Awaited<ReturnType<typeof countStock>> & Awaited<ReturnType<typeof sellOut>>
}

/** Measures a shop with so many products on one engine, from a fresh database to the last order. */
export async function runSize(
  engine: Engine,
  size: number,
  { turns, turnMs, only }: Options,
  tell: (line: string) => void,
  testDatabaseUrl: string | undefined,
): Promise<SizeReport> {
  tell(`${engine}, ${size} products: filling the database`)
  const { place, copyPlace, ...ground } = await makeGround(engine, size, testDatabaseUrl)
  try {
    const trace = await traceShop(copyPlace, ground.copy)
    const { pid, startsMs, idleMb } = await startSeveralTimes(place, STARTS)
    const shoppers = await makeShoppers(place, SHOPPERS)
    const all = measuresOf(engine, size, shoppers)
    const measures = all.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)))
    const readyFile = join(copyPlace.dataDir, 'ready.json')
    const readyPort = await startLimitServer(place.port, measures, shoppers[0]?.cookie ?? '', readyFile)
    const results: Result[] = []
    for (const measure of measures) {
      tell(`${engine}, ${size} products: ${measure.name}`)
      const limit = limitOf(measure, { readyPort, trace, copy: ground.copy })
      const pids = [pid, ground.postgresPid]
      results.push(await takeTurns({ measure, size, port: place.port, pids, turns, turnMs, limit }))
    }
    const loadedMb = memoryMb(pid)
    const stock = { ...(await sellOut(place.port, shoppers)), ...(await countStock(ground.database, ground.pieces)) }
    return { size, facts: ground.facts, results, startsMs, idleMb, loadedMb, statements: trace.counts, stock }
  } finally {
    await undoAll()
  }
}
