import { inspect, parseArgs } from 'node:util'
import { createRandom } from '#shared/random.ts'
import { undoAll, undoWhenStopped } from '#testing/undo.ts'
import { createReport } from '../chaos/report.ts'
import { seconds } from '../figures.ts'
import { makeGround, missingPrograms } from './ground.ts'
import { startLoad } from './load.ts'
import { startDatabase } from './members.ts'
import { judge } from './results.ts'
import { startShops } from './shops.ts'
import { steps } from './steps.ts'

// `npm run rehearse`: the shop on several machines, all on this one (docs/scaling.md). They die, are cut off and come back while people
// buy, and it counts what those people saw.

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const chosen = values.only?.split(',') ?? Object.keys(steps)
if (chosen.some((name) => !steps[name])) {
  console.error(`rehearse [--only ${Object.keys(steps).join(',')}]`)
  process.exit(2)
}
const missing = missingPrograms()
if (missing) {
  console.error(missing)
  process.exit(1)
}

undoWhenStopped()
const startedAt = performance.now()
const report = createReport({ judgesTimes: true })
const say = (text: string) => console.log(`${seconds(performance.now() - startedAt).padStart(9)}  ${text}`)
try {
  const ground = await makeGround()
  const database = await startDatabase(ground)
  await database.untilWhole()
  say('three machines of the database are up: a primary, a synchronous standby, one more')
  const shops = await startShops(ground, database)
  say(`two machines of the shop and a store for pictures are up, behind ${shops.proxy.origin}`)
  const load = await startLoad(shops.proxy.origin, createRandom(Date.now()))
  for (const name of chosen) {
    await steps[name]?.({ database, shops, load })
    say(`${name} is done`)
  }
  await load.stop()
  await judge(report, load, shops.databaseUrl)
} catch (error) {
  report.part('rehearsal').fail(inspect(error))
} finally {
  await undoAll()
}
for (const problem of report.problems) console.log(`FAILED: ${problem}`)
console.log(report.problems.length === 0 ? 'Lost: nothing.' : `${report.problems.length} promises were broken.`)
process.exitCode = report.problems.length === 0 ? 0 : 1
