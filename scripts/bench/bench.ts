import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '#testing/program.ts'
import { undoAll, undoWhenStopped } from '#testing/undo.ts'
import { commitOf, describeMachine } from '../machine.ts'
import { NO_POSTGRES, runTests, startPostgres } from '../postgres.ts'
import { findPgbench } from './bare-orders.ts'
import { prepareCopy } from './ground.ts'
import { measureEngine } from './measure.ts'
import { readOptions, USAGE } from './options.ts'
import { checksTable, resultsTable } from './tables.ts'

// Measures the shop in production against the most that this machine can do. See docs/performance.md.

const SAVED = path.join(root, 'docs', 'performance.json')
/** Further digits are noise. */
const DIGITS = 4

const { TEST_DATABASE_URL: testDatabaseUrl } = process.env
const args = process.argv.slice(2)
const options = readOptions(args, testDatabaseUrl)

const toJson = (figures: unknown) =>
  `${JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value), 1)}\n`

/** Replaces this run's engines in the saved figures of `bench` or `mix`. */
function save(figures: Record<string, unknown>) {
  const kept = existsSync(SAVED) ? JSON.parse(readFileSync(SAVED, 'utf8')) : {}
  const kind = options.isMix ? 'mix' : 'bench'
  writeFileSync(SAVED, toJson({ ...kept, [kind]: { ...kept[kind], ...figures } }))
}

async function measure() {
  undoWhenStopped()
  if (options.engines.includes('postgres') && !findPgbench())
    console.log('pgbench is not here: PostgreSQL has no limit to be held against.')
  const { turns, turnMs } = options
  const besideCopy = options.beside === undefined ? undefined : prepareCopy(options.beside)
  const machine = { ...describeMachine(), beside: besideCopy && commitOf(besideCopy.folder) }
  const figures: Record<string, unknown> = {}
  let missed = 0
  for (const engine of options.engines) {
    const { sizes, checks } = await measureEngine({ engine, options, besideCopy, testDatabaseUrl })
    const { date, commit, node, isBusy, beside } = machine
    console.log(
      `\n${date}, commit ${commit}${beside ? `, beside commit ${beside}` : ''}. ${machine.machine}. Node ${node}.`,
    )
    if (isBusy) console.log('Something else ran meanwhile: look at shares and CPU time.')
    console.log(`${turns} turns of ${turnMs / 1000} s each. ${sizes[0]?.facts}.`)
    for (const { size, results } of sizes) console.log(`\n${resultsTable(`${size} products`, results)}`)
    console.log(`\n${checksTable(checks)}`)
    figures[engine] = { ...machine, turns, turnMs, sizes, checks }
    missed += checks.filter(({ reached }) => !reached).length
  }
  mkdirSync(path.dirname(options.json), { recursive: true })
  writeFileSync(options.json, toJson(figures))
  if (options.save) save(figures)
  console.log(
    `\n${missed === 0 ? 'Every figure is reached' : `${missed} figures are not reached`}. In ${options.json}.`,
  )
}

async function measureWithPostgres() {
  const postgres = await startPostgres()
  if (!postgres) throw new Error(NO_POSTGRES)
  await runTests([process.execPath, fileURLToPath(import.meta.url), ...args], postgres.url)
}

try {
  if (options.help) console.log(USAGE)
  else await (options.needsPostgres ? measureWithPostgres() : measure())
} finally {
  await undoAll()
}
