import { join } from 'node:path'
import { undoAll } from '#testing/undo.ts'
import { limitOf, startLimitServer } from './limits.ts'
import { type Measure, measuresOf } from './measures.ts'
import type { Engine, Options } from './options.ts'
import { type Ground, makeGround } from './places.ts'
import { cpuMs, memoryMb } from './processes.ts'
import { startSeveralTimes } from './shop-process.ts'
import { makeShoppers } from './shoppers.ts'
import { countStock, sellOut } from './stock-check.ts'
import { traceShop } from './trace.ts'
import { measureTurn, type Result, takeTurns } from './turns.ts'
import { ownCopy, type WorkingCopy } from './working-copy.ts'

const SHOPPERS = 16
const STARTS = 3

/** What the processes of a shop did. */
export interface Processes {
  startsMs: number[]
  idleMb: number
  loadedMb: number
}

/** Everything that is known of the shop with so many products. */
export interface SizeReport {
  size: number
  facts: string
  results: Result[]
  processes: Processes
  /** Of another working copy's shop. */
  beside?: Processes
  statements: Record<string, number>
  stock: Awaited<ReturnType<typeof countStock>> & Awaited<ReturnType<typeof sellOut>>
}

function measureNamed(measures: readonly Measure[], name: string) {
  const measure = measures.find((known) => known.name === name)
  if (!measure) throw new Error(`${name} is not measured`)
  return measure
}

/** Starts a shop on this ground, with shoppers, and everything that is measured of it. */
async function startMeasured({ place, postgresPid }: Ground, { folder }: WorkingCopy, engine: Engine, size: number) {
  const { pid, startsMs, idleMb } = await startSeveralTimes(place, STARTS, folder)
  const shoppers = await makeShoppers(place, SHOPPERS)
  return {
    port: place.port,
    cpuMs: () => cpuMs(pid) + cpuMs(postgresPid),
    shoppers,
    measures: measuresOf(engine, size, shoppers),
    /** To be asked after the load. */
    processes: (): Processes => ({ startsMs, idleMb, loadedMb: memoryMb(pid) }),
  }
}

/** Measures a shop with so many products on one engine, from a fresh database to the last order, and another working copy's beside it. */
export async function runSize(
  engine: Engine,
  size: number,
  { turns, turnMs, only }: Options,
  besideCopy: WorkingCopy | undefined,
  tell: (line: string) => void,
  testDatabaseUrl: string | undefined,
): Promise<SizeReport> {
  try {
    tell(`${engine}, ${size} products: filling the database`)
    const ground = await makeGround(engine, size, testDatabaseUrl, ownCopy)
    const trace = await traceShop(ground.copyPlace, ground.copy)
    const own = await startMeasured(ground, ownCopy, engine, size)
    const beside =
      besideCopy &&
      (await startMeasured(await makeGround(engine, size, testDatabaseUrl, besideCopy), besideCopy, engine, size))
    const measures = own.measures.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)))
    const readyFile = join(ground.copyPlace.dataDir, 'ready.json')
    const readyPort = await startLimitServer(own.port, measures, own.shoppers[0]?.cookie ?? '', readyFile)
    const results: Result[] = []
    for (const measure of measures) {
      const { name } = measure
      tell(`${engine}, ${size} products: ${name}`)
      const run = ({ port, cpuMs, measures }: typeof own, ms: number) =>
        measureTurn({ port, cpuMs, ...measureNamed(measures, name), ms })
      const limit = limitOf(measure, { readyPort, trace, copy: ground.copy })
      results.push(await takeTurns({ name, run, own, beside, limit, turns, turnMs }))
    }
    const processes = own.processes()
    const stock = {
      ...(await sellOut(own.port, own.shoppers)),
      ...(await countStock(ground.database, ground.pieces)),
    }
    return {
      ...{ size, facts: ground.facts, results, processes, statements: trace.counts, stock },
      ...(beside ? { beside: beside.processes() } : {}),
    }
  } finally {
    await undoAll()
  }
}
