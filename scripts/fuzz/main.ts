import { parseArgs } from 'node:util'
import { writeCounts } from '../ci/write-counts.ts'
import { fillText } from './facts.ts'
import { openFuzzedShop } from './fuzzed-shop.ts'
import { closeConnections, urlOf } from './request.ts'
import { type FuzzResult, fuzz } from './run.ts'

// npm run fuzz -- [--seconds 60] [--runs 10000] [--seed 1] [--path 12:0:3] sends valid, nearly valid and hostile requests to everything
// that the shop answers, on SQLite or TEST_DATABASE_URL.

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    runs: { type: 'string' },
    seed: { type: 'string' },
    path: { type: 'string' },
  },
})
const number = (text: string | undefined, name: string) => {
  if (text === undefined) return undefined
  if (!/^-?\d+$/.test(text)) {
    console.error(`--${name} takes a whole number`)
    process.exit(2)
  }
  return Number(text)
}
const seed = number(values.seed, 'seed') ?? Math.floor(Math.random() * 2 ** 31)
const runs = number(values.runs, 'runs')
const seconds = number(values.seconds, 'seconds') ?? (runs === undefined && values.path === undefined ? 60 : undefined)

// React's and the router's words on failed pages, shown when something broke.
const complaints: unknown[][] = []
console.error = (...parts) => complaints.push(parts)

const fuzzed = await openFuzzedShop()
const { endpoints, pages } = fuzzed.targets
const engine = fuzzed.shop.deps.config.databaseUrl ? 'PostgreSQL' : 'SQLite'
console.log(
  `Seed ${seed}, ${engine}: ${endpoints.length} endpoints, ${pages.length} pages${pages.length === 0 ? ' (not built)' : ''}`,
)
const started = performance.now()
const result = await fuzz(fuzzed, { seed, requests: runs ?? Number.MAX_SAFE_INTEGER, seconds, path: values.path })
report(result, (performance.now() - started) / 1000)
closeConnections()
await fuzzed.shop.close()
const failures = result.failure ? [`${again(result.failure, result.sent)}\n${result.failure.error}`] : []
await writeCounts({ passed: 1 - failures.length, failed: failures.length, skipped: 0, failures })
process.exit(result.failure ? 1 : 0)

/** The command that finds the failure again. */
function again({ path }: NonNullable<FuzzResult['failure']>, sent: number) {
  const script = process.env.TEST_DATABASE_URL ? 'fuzz:postgres' : 'fuzz'
  return `npm run ${script} -- --seed ${seed}${path ? ` --path ${path}` : ` --runs ${sent}`}`
}

function report({ sent, statuses, called, succeeded, failure }: FuzzResult, took: number) {
  const all = endpoints.map(({ method, path }) => `${method} ${path}`)
  const idle = all.filter((target) => !succeeded.has(target))
  console.log(`${sent} requests in ${Math.round(took)} s`)
  for (const [status, count] of [...statuses].toSorted(([a], [b]) => a - b)) console.log(`  ${status}  ${count}`)
  console.log(
    `${all.filter((target) => called.has(target)).length} of ${all.length} endpoints called, ${all.length - idle.length} did what was asked`,
  )
  if (idle.length > 0) console.log(`  only refused: ${idle.join(', ')}`)
  if (!failure) return console.log('No promise was broken.')
  const { error, request } = failure
  console.log(`\nBROKEN: ${error}`)
  if (request) {
    console.log(
      `\n${request.method} ${urlOf(request, fuzzed.facts())}\n${fillText(JSON.stringify(request, null, 2), fuzzed.facts())}`,
    )
    for (const parts of complaints.slice(-2)) console.log('\nThe pages said:', ...parts)
  }
  console.log(`\nAgain: ${again(failure, sent)}   (with TEST_LOG=error: what the server says of it)`)
}
