import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { sql } from 'kysely'
import { sellerLogin } from '#features/auth/auth.contract.ts'
import { openDataDir } from '#kernel/db/data-dir.ts'
import { type Db, openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { undoAll, undoWhenStopped } from '#testing/undo.ts'
import { createBrowser } from '../browser.ts'
import { isMachineBusy } from '../chaos/report.ts'
import { seconds } from '../figures.ts'
import { NO_POSTGRES, startPostgres } from '../postgres.ts'
import { newPlace, originOf, type Place } from '../shop-process.ts'
import { createCalls } from './calls.ts'
import { writeStalls } from './figures.ts'
import { FILLED_AT, fill, fillProducts, rolesOf, settle } from './fill.ts'
import { fillLedger } from './fill-ledger.ts'
import { checkStock, startNeighbours } from './neighbours.ts'
import { type Engine, readOptions, USAGE } from './options.ts'
import { faultsOf, type Row, tableOf } from './rows.ts'
import type { Ground, Scenario } from './scenario.ts'
import { largeScenariosOf, scenariosOf } from './scenarios.ts'
import { SELLER, startWatched } from './shop.ts'

// `npm run stalls`: does anything that one person asks for, or a job of the shop, keep all others waiting? It fills a very large shop, runs
// the real process, does one thing after the other, and a second process asks all the time.

/** Work left by a start or scenario ends in this time, and does not count for the next one. */
const SETTLE_MS = 1000
/** After so long all that waited behind it is answered. */
const LOOK_AFTER_MS = 100
const assets = fileURLToPath(new URL('../../build/pages/client/assets/', import.meta.url))

const options = readOptions(process.argv.slice(2))
if (options.help) {
  console.log(USAGE)
  process.exit()
}
const { size, only } = options
const chosen = (scenarios: readonly Scenario[], engine: Engine) =>
  scenarios.filter(
    ({ name, onlyOn = engine }) => onlyOn === engine && (only.length === 0 || only.some((word) => name.includes(word))),
  )

const seenOn = new Map<Engine, readonly Row[]>()

/** Undefined where there is no PostgreSQL. */
async function makePlace(engine: Engine): Promise<Place | undefined> {
  const place = await newPlace()
  if (engine === 'sqlite') return place
  const postgres = await startPostgres()
  return postgres && { ...place, databaseUrl: postgres.url }
}

async function flush(name: string) {
  const file = await open(name, 'r+')
  await file.sync()
  await file.close()
}

/** The shop does not run meanwhile. */
async function withDatabase<T>(place: Place, work: (db: Db) => Promise<T>) {
  const { databaseFile, release } = await openDataDir(place.dataDir)
  const db = openDatabase(place.databaseUrl ?? databaseFile)
  try {
    return await work(db)
  } finally {
    if (place.databaseUrl) await sql`vacuum analyze`.execute(db)
    await db.destroy()
    // Else the first measured commits wait until the disk has all of it.
    if (!place.databaseUrl) await flush(databaseFile)
    release()
  }
}

async function runScenario(
  { name, run, judgesFiles = false, mayRefuse = false }: Scenario,
  ground: Ground,
  neighbours: ReturnType<typeof startNeighbours>,
): Promise<Row> {
  await setTimeout(SETTLE_MS)
  await ground.shop.look()
  neighbours.takeFailures()
  const startedAt = performance.now()
  const failure = await run(ground).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : inspect(error)),
  )
  const ms = performance.now() - startedAt
  await setTimeout(LOOK_AFTER_MS)
  const sight = await ground.shop.look()
  const refused = neighbours.takeFailures()
  const problems = [
    ...(failure === undefined ? [] : [failure]),
    ...(refused.length > 0 && !mayRefuse ? [`${refused.length} orders or carts beside it: ${refused[0]}`] : []),
    ...(sight.refused > 0 ? [`${sight.refused} small reads beside it were refused`] : []),
  ]
  return { scenario: name, ms, sight, judgesFiles, problems }
}

async function runAll(place: Place, scenarios: readonly Scenario[]) {
  if (scenarios.length === 0) return []
  const { reader, neighbours: users } = rolesOf(size)
  const file = (await readdir(assets)).find((name) => name.endsWith('.js'))
  const shop = await startWatched(place, reader, `/assets/${file}`)
  const calls = createCalls(originOf(place))
  const browser = createBrowser(originOf(place))
  await browser.api(sellerLogin, { body: SELLER })
  const seller = browser.cookie()
  const databaseFile = place.databaseUrl ? undefined : join(place.dataDir, 'haat.sqlite')
  const neighbours = startNeighbours(calls, users)
  const rows: Row[] = []
  for (const scenario of scenarios) {
    const row = await runScenario(scenario, { size, calls, shop, seller, databaseFile }, neighbours)
    rows.push(row)
    const faults = faultsOf(row)
    console.log(`  ${row.scenario}: ${seconds(row.ms)}${faults.length > 0 ? `, ${faults.join('; ')}` : ''}`)
  }
  await neighbours.stop()
  await shop.stop()
  return rows
}

async function runEngine(engine: Engine) {
  const place = await makePlace(engine)
  if (!place) {
    console.log(`${NO_POSTGRES}: not measured.`)
    return []
  }
  const filledFrom = performance.now()
  await withDatabase(place, async (db) => {
    await migrate(db, FILLED_AT)
    await fill(db, size)
    const upgradedFrom = performance.now()
    await migrate(db)
    await settle(db)
    await fillLedger(db, size)
    console.log(
      `${engine}: filled in ${seconds(upgradedFrom - filledFrom)}, brought to the newest schema in ${seconds(performance.now() - upgradedFrom)}`,
    )
  })
  const rows = await runAll(place, chosen(scenariosOf(size), engine))
  const large = chosen(largeScenariosOf(size), engine)
  if (large.length > 0) {
    await withDatabase(place, (db) => fillProducts(db, size.products, size.manyProducts, size.producers))
    rows.push(...(await runAll(place, large)))
  }
  const wrong = await withDatabase(place, checkStock)
  for (const problem of wrong) console.log(`  FAILED: ${problem}`)
  console.log(`\n${engine}, ms:\n\n${tableOf(rows)}\n`)
  seenOn.set(engine, rows)
  const noise = Math.max(0, ...rows.map(({ sight }) => sight.ownStallMs))
  console.log(`The process that asked stood still for ${Math.round(noise)} ms at most.\n`)
  return [...rows.flatMap(faultsOf), ...wrong]
}

undoWhenStopped()
if (isMachineBusy()) console.log('This machine is busy with something else: the figures will be too high.')
const faults: string[] = []
try {
  for (const engine of options.engines) faults.push(...(await runEngine(engine)))
} finally {
  await undoAll()
}
if (options.isFull) writeStalls(seenOn)
console.log(faults.length === 0 ? 'Nobody is kept waiting.' : `${faults.length} figures are over the bar or wrong.`)
process.exitCode = faults.length === 0 ? 0 : 1
