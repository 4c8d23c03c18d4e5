import { inspect, parseArgs } from 'node:util'
import { createRandom } from '#shared/random.ts'
import { undoAll, undoWhenStopped } from '#testing/undo.ts'
import { writeCounts } from '../ci/write-counts.ts'
import { seconds } from '../figures.ts'
import { followByCursor } from './cursor.ts'
import { takeDatabaseAway } from './database-away.ts'
import { stopUnderLoad } from './drain.ts'
import { seeItOnDisk } from './durable.ts'
import { fillDisk } from './full-disk.ts'
import { killAtRandom } from './kill.ts'
import { overload } from './overload.ts'
import { refuseToStart } from './refusals.ts'
import { createReport } from './report.ts'
import { cutSlowClients } from './slow-clients.ts'
import { killStarts } from './starts.ts'
import { tellThroughKills } from './webhooks.ts'

// `npm run chaos`: breaks the real shop in every way that it promises to survive, and counts losses.

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, seed: { type: 'string' }, only: { type: 'string' } },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const random = createRandom(seed)
const report = createReport({ judgesTimes: !values.short })
const rounds = (few: number, many: number) => ({ random, rounds: values.short ? few : many })

/** The short form of what follows changes is always the same. */
const SHORT_SEED = 36
const ownRandom = () => (values.short ? createRandom(SHORT_SEED) : random)

/** One after the other; only the first, which waits for slow clients, runs beside the others. */
const parts: Record<string, () => Promise<void>> = {
  slow: () => cutSlowClients(report.part('slow')),
  refusals: () => refuseToStart(report.part('refusals')),
  durable: () => seeItOnDisk(report.part('durable'), { random }),
  starts: () => killStarts(report.part('starts'), rounds(2, 50)),
  kill: () => killAtRandom(report.part('kill'), rounds(4, 20)),
  drain: () => stopUnderLoad(report.part('drain'), rounds(1, 6)),
  overload: () => overload(report.part('overload'), { ms: values.short ? 3000 : 10_000 }),
  disk: () => fillDisk(report.part('disk'), { random }),
  database: () => takeDatabaseAway(report.part('database'), rounds(2, 6)),
  cursor: () => followByCursor(report.part('cursor'), { random: ownRandom(), changes: values.short ? 100 : 10_000 }),
  webhooks: () => tellThroughKills(report.part('webhooks'), { random: ownRandom(), rounds: values.short ? 2 : 20 }),
}
const chosen = values.only?.split(',') ?? Object.keys(parts)
const unknown = chosen.find((name) => !parts[name])
if (unknown !== undefined || !Number.isInteger(seed)) {
  console.error(`chaos [--short] [--seed NUMBER] [--only ${Object.keys(parts).join(',')}]`)
  process.exit(2)
}

undoWhenStopped()
const startedAt = performance.now()
console.log(`chaos${values.short ? ', short' : ''}, seed ${seed} (again: npm run chaos -- --seed ${seed})`)
const run = async (name: string) => {
  await parts[name]?.().catch((error: unknown) => report.part(name).fail(inspect(error)))
}
const slow = chosen.includes('slow') ? run('slow') : undefined
for (const name of chosen) if (name !== 'slow') await run(name)
await slow
await undoAll()

for (const reason of report.skipped) console.log(`Not done: ${reason}`)
for (const problem of report.problems) console.log(`FAILED: ${problem}`)
console.log(
  `${report.problems.length === 0 ? 'Lost: nothing.' : `${report.problems.length} promises were broken.`} ${seconds(performance.now() - startedAt)}`,
)
await writeCounts(report.counts())
process.exitCode = report.problems.length === 0 ? 0 : 1
