import { undoAll } from '#testing/undo.ts'
import { type Check, judge, judgeGrowth, judgeProcesses, processesOf, type SizeReport } from './goals.ts'
import { makeGround, ownCopy, type WorkingCopy } from './ground.ts'
import { createLimits } from './limits.ts'
import { measureLoad } from './load.ts'
import { startMailSink } from './mail-sink.ts'
import type { Engine, Options } from './options.ts'
import { urls, visitorsPage } from './requests.ts'
import { mixRows, type Row, requestRows, sendNext } from './rows.ts'
import { type Scene, startScene } from './scene.ts'
import { traceShop } from './trace.ts'
import { takeTurns } from './turns.ts'
import { everyPage } from './visitors.ts'

interface Circumstances {
  engine: Engine
  options: Options
  besideCopy: WorkingCopy | undefined
  testDatabaseUrl: string | undefined
}

const tell = (line: string) => process.stderr.write(`${line}\n`)

/** Asks for every page once, over 16 connections and for `ms` at most, as in a shop that has run for a while. */
async function warmUp({ port, products }: Scene, ms: number) {
  const pages = everyPage(products)
  let count = 0
  const next = () => visitorsPage(pages[count++] ?? urls.home)
  await measureLoad({ port, connections: 16, ms, atMost: pages.length, next })
}

/** Measures a shop from a fresh database to the last order, and another working copy's beside it. */
async function measureSize(
  { engine, options, besideCopy, testDatabaseUrl }: Circumstances,
  size: number,
): Promise<{ report: SizeReport; checks: Check[]; rows: Row[] }> {
  const { isMix, only, turns, turnMs, warmUpMs } = options
  try {
    tell(`${engine}, ${size} products: filling the database`)
    const sink = await startMailSink()
    const all = isMix ? mixRows(engine, sink) : requestRows(engine, size)
    const rows = all.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)))
    const startIn = async (copy: WorkingCopy) => {
      const ground = await makeGround(engine, size, testDatabaseUrl, copy)
      const scene = () =>
        startScene({ ground, products: size, folder: copy.folder, smtpUrl: isMix ? sink.url : undefined })
      return { ground, scene }
    }
    const { ground, scene } = await startIn(ownCopy)
    const trace = await traceShop(ground)
    const own = await scene()
    const beside = besideCopy && (await (await startIn(besideCopy)).scene())
    const limitOf = await createLimits(own, ground, trace, rows)
    if (rows.some(({ looksAround }) => looksAround)) {
      tell(`${engine}: asking for every page`)
      for (const one of beside ? [own, beside] : [own]) await warmUp(one, warmUpMs)
    }
    const results: SizeReport['results'] = []
    for (const row of rows) {
      tell(`${engine}, ${size} products: ${row.name}`)
      const [run, limit] = [row.run ?? sendNext(row), limitOf(row)]
      const { name, lasts = 1 } = row
      results.push(await takeTurns({ name, run, own, beside, limit, turns, turnMs: turnMs * lasts }))
    }
    const processes = (one: Scene) => processesOf(one.startsMs, one.idleMb, one.memoryMb())
    const report = {
      ...{ size, facts: ground.facts, results, processes: processes(own), statements: trace.counts },
      ...(beside ? { beside: processes(beside) } : {}),
    }
    const judged = results.flatMap((result, at) => {
      const row = rows[at]
      return row ? judge(row, size, result) : []
    })
    return { report, rows, checks: [...judged, ...judgeProcesses(report, isMix)] }
  } finally {
    await undoAll()
  }
}

const SIZE_OF_MIX = 5000

export async function measureEngine(circumstances: Circumstances) {
  const { isMix, sizes } = circumstances.options
  const found = []
  for (const size of isMix ? [SIZE_OF_MIX] : sizes) found.push(await measureSize(circumstances, size))
  const reports = found.map(({ report }) => report)
  const checks = found.flatMap((one) => one.checks)
  return { sizes: reports, checks: [...checks, ...judgeGrowth(found[0]?.rows ?? [], reports)] }
}
