import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '#testing/program.ts'
import { undoAll, undoWhenStopped } from '#testing/undo.ts'
import { NO_POSTGRES, runTests, startPostgres } from '../postgres.ts'
import { measureSizes } from './measure-sizes.ts'
import { measureMix } from './mix/measure-mix.ts'
import { readOptions, USAGE } from './options.ts'
import { findPgbench } from './pgbench.ts'

// Measures the shop as it runs in production against what this machine can do at most. See docs/performance.md.

const SAVED = path.join(root, 'docs', 'performance.json')
/** Further digits are noise. */
const DIGITS = 4

const { TEST_DATABASE_URL: testDatabaseUrl } = process.env
const args = process.argv.slice(2)
const options = readOptions(args, testDatabaseUrl)

const toJson = (figures: unknown) =>
  `${JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value), 1)}\n`

/** Puts the figures of this run into what is kept of all: those of `bench` and of `mix`, of each engine. */
function save(figures: Record<string, unknown>) {
  const kept = existsSync(SAVED) ? JSON.parse(readFileSync(SAVED, 'utf8')) : {}
  const kind = options.isMix ? 'mix' : 'bench'
  writeFileSync(SAVED, toJson({ ...kept, [kind]: { ...kept[kind], ...figures } }))
}

async function measure() {
  undoWhenStopped()
  if (options.engines.includes('postgres') && !findPgbench())
    console.log('pgbench is not here: PostgreSQL has no limit to be held against.')
  const tell = (line: string) => process.stderr.write(`${line}\n`)
  const { texts, figures, checks } = await (options.isMix ? measureMix : measureSizes)(options, tell, testDatabaseUrl)
  for (const text of texts) console.log(`\n${text}`)
  mkdirSync(path.dirname(options.json), { recursive: true })
  writeFileSync(options.json, toJson(figures))
  if (options.save) save(figures)
  const missed = checks.filter(({ reached }) => !reached).length
  console.log(
    `\n${missed === 0 ? 'Every figure is reached' : `${missed} figures are not reached`}. In ${options.json}.`,
  )
}

/** Runs the same again with a PostgreSQL that is there as long as it runs. */
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
