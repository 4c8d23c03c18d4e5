import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { undoWhenStopped } from '#testing/undo.ts'
import { checksOf } from './checks.ts'
import { describeMachine } from './machine.ts'
import { readOptions, USAGE } from './options.ts'
import { findPgbench } from './pgbench.ts'
import { runSize, type SizeReport } from './run-size.ts'
import { checksTable, processTable, resultsTable } from './tables.ts'

// Measures the shop as it runs in production against what this machine can do at most. See docs/performance.md.

const { TEST_DATABASE_URL: testDatabaseUrl } = process.env

const options = readOptions(process.argv.slice(2), testDatabaseUrl)
if (options.help) {
  console.log(USAGE)
  process.exit()
}
if (options.engines.includes('postgres') && !findPgbench())
  console.log('pgbench is not here: PostgreSQL has no limit to be held against.')

undoWhenStopped()
const tell = (line: string) => process.stderr.write(`${line}\n`)
const machine = describeMachine()
const engines: Record<string, { facts: string; sizes: SizeReport[]; checks: ReturnType<typeof checksOf> }> = {}
for (const engine of options.engines) {
  const sizes: SizeReport[] = []
  for (const size of options.sizes) sizes.push(await runSize(engine, size, options, tell, testDatabaseUrl))
  engines[engine] = { facts: sizes[0]?.facts ?? '', sizes, checks: checksOf(engine, sizes) }
}

const about = `${machine.date}, commit ${machine.commit}. ${machine.machine}. Node ${machine.node}.`
const reports = Object.values(engines).map(({ facts, sizes, checks }) => {
  const setup = `${options.rounds} turns of ${options.turnMs / 1000} s each. ${facts}.`
  return [`${about} ${setup}`, ...sizes.map(resultsTable), processTable(sizes), checksTable(checks)].join('\n\n')
})
for (const text of reports) console.log(`\n${text}`)

const figures = `${JSON.stringify({ ...machine, rounds: options.rounds, turnMs: options.turnMs, engines }, null, 1)}\n`
mkdirSync(path.dirname(options.json), { recursive: true })
writeFileSync(options.json, figures)
const missed = Object.values(engines).flatMap(({ checks }) => checks.filter(({ reached }) => !reached))
console.log(
  `\n${missed.length === 0 ? 'Every figure is reached' : `${missed.length} figures are not reached`}. In ${options.json}.`,
)
