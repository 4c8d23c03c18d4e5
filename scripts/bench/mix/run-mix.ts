import { join } from 'node:path'
import { freePort } from '#testing/program.ts'
import { undoAll } from '#testing/undo.ts'
import type { Check } from '../checks.ts'
import type { Engine, Options } from '../options.ts'
import { type Ground, makeGround } from '../places.ts'
import { type Result, takeTurns } from '../turns.ts'
import { ownCopy, type WorkingCopy } from '../working-copy.ts'
import { judge } from './goals.ts'
import { createLimits } from './limits.ts'
import { startMailSink } from './mail-sink.ts'
import { type Row, rowsOf } from './rows.ts'
import { warmUp } from './runs.ts'
import { type Scene, startScene } from './scene.ts'
import { everyPage } from './visits.ts'

const PRODUCTS = 5000
/** Each connection is one process's: asked for so often, on new connections, nearly every page is kept by both. */
const WARM_UPS_OF_TWO = 4

/** Everything that was measured on one engine. */
export interface MixReport {
  facts: string
  results: Result[]
  checks: Check[]
}

/** Measures a shop that is used while it changes, and the one of another working copy beside it. */
export async function runMix(
  engine: Engine,
  { only, turns, turnMs, warmUpMs }: Options,
  besideCopy: WorkingCopy | undefined,
  tell: (line: string) => void,
  testDatabaseUrl: string | undefined,
): Promise<MixReport> {
  try {
    tell(`${engine}, ${PRODUCTS} products: filling the database`)
    const sink = await startMailSink()
    const cast = { products: PRODUCTS, smtpUrl: sink.url }
    const startIn = async (copy: WorkingCopy): Promise<{ scene: Scene; ground: Ground }> => {
      const ground = await makeGround(engine, PRODUCTS, testDatabaseUrl, copy)
      return { ground, scene: await startScene({ ...cast, ...ground, folder: copy.folder }) }
    }
    const { ground, scene: own } = await startIn(ownCopy)
    const beside = besideCopy && (await startIn(besideCopy)).scene
    const rows = rowsOf(engine, sink).filter(
      ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
    )
    const limitOf = createLimits(own, ground)
    const warm = async (scene: Scene, times = 1) => {
      if (!rows.some(({ looksAround }) => looksAround)) return scene
      tell(`${engine}: asking for every page`)
      for (let count = 0; count < times; count++) await warmUp(scene, everyPage(PRODUCTS), warmUpMs)
      return scene
    }
    await warm(own)
    if (beside) await warm(beside)
    let pair: Promise<Scene> | undefined
    const startPair = async () => {
      const place = { ...ground.place, port: await freePort(), dataDir: join(ground.place.dataDir, '..', 'pair') }
      return warm(await startScene({ ...cast, ...ground, place, folder: ownCopy.folder, workers: 2 }), WARM_UPS_OF_TWO)
    }
    const sceneOf = async ({ isOfTwo = false }: Row) => {
      if (!isOfTwo) return own
      pair ??= startPair()
      return pair
    }
    const report: MixReport = { facts: ground.facts, results: [], checks: [] }
    for (const row of rows) {
      tell(`${engine}: ${row.name}`)
      const result = await takeTurns({
        ...{ name: row.name, run: row.run, own: await sceneOf(row), beside: row.isOfTwo ? undefined : beside },
        ...{ limit: limitOf(row.limit, row.run), turns, turnMs: turnMs * (row.lasts ?? 1) },
      })
      report.results.push(result)
      report.checks.push(...judge(row.name, row.goals, result.own, result.beside))
    }
    return report
  } finally {
    await undoAll()
  }
}
