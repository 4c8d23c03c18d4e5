import { parseArgs } from 'node:util'
import { SECOND_MS } from '#shared/time.ts'
import { undoAll, undoWhenStopped } from '#testing/undo.ts'
import { writeCounts } from '../ci/write-counts.ts'
import { openDoor } from './door.ts'
import type { Driver } from './driver.ts'
import { planOf, type Round } from './plan.ts'
import { takeScreens } from './screens.ts'
import { openShop, type Shop } from './shop.ts'
import { createTab } from './tab.ts'

// `npm run check:browsers`: people's journeys through the shop, in three engines and in older browsers (CONTRIBUTING.md).

/** So many browsers at once: more only wait for each other. */
const AT_ONCE = 2

const { values } = parseArgs({
  options: { only: { type: 'string' }, screens: { type: 'string' }, all: { type: 'boolean', default: false } },
  allowPositionals: false,
})
const plan = planOf(values.all)
const outcome = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
const startedAt = performance.now()
const seconds = () => `${Math.round((performance.now() - startedAt) / SECOND_MS)} s`.padStart(5)

const onlyThese = values.only === undefined ? undefined : new RegExp(values.only)
const isWanted = (name: string) => onlyThese?.test(name) ?? true

/** A journey that failed is followed by a new browser. */
async function goThrough({ name, engine, wishes, changes, hasScripts = true, journeys }: Round, shop: Shop) {
  let driver: Driver | undefined
  for (const { title, go } of journeys) {
    const door = await openDoor(shop.origin, changes)
    try {
      driver ??= await engine.open(wishes)
      await go(createTab(driver, door, wishes.size, hasScripts), shop)
      await driver.forget()
      outcome.passed += 1
      console.log(`${seconds()} ok     ${name}: ${title}`)
    } catch (error) {
      outcome.failed += 1
      const told = [error instanceof Error ? error.message : String(error), ...door.takeErrors().slice(0, 3)]
      failures.push([`${name}: ${title}`, ...told].join('\n'))
      console.log([`${seconds()} FAILED ${name}: ${title}`, ...told].join('\n             '))
      await driver?.close().catch(() => {})
      driver = undefined
    }
  }
  await driver?.close().catch(() => {})
}

undoWhenStopped()
try {
  const wanted = plan
    .map((round) => ({ ...round, journeys: round.journeys.filter(({ title }) => isWanted(`${round.name}: ${title}`)) }))
    .filter(({ journeys }) => journeys.length > 0)
  const engines = [...new Set((values.screens ? plan : wanted).map(({ engine }) => engine))]
  const reasons = await Promise.all(engines.map(({ missing }) => missing()))
  const here = engines.filter((_, at) => reasons[at] === undefined)
  for (const reason of reasons) if (reason) console.log(`Left out: ${reason}`)
  const shop = await openShop()
  if (values.screens) await takeScreens(values.screens, here, shop)
  const waiting = values.screens ? [] : wanted.filter(({ engine }) => here.includes(engine))
  outcome.skipped = wanted
    .filter(({ engine }) => !here.includes(engine))
    .reduce((sum, { journeys }) => sum + journeys.length, 0)
  const work = async () => {
    for (let round = waiting.shift(); round; round = waiting.shift()) await goThrough(round, shop)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
} catch (error) {
  outcome.failed += 1
  failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  console.log(failures.at(-1))
} finally {
  await undoAll()
}
if (!values.screens) {
  console.log(`${outcome.passed} passed, ${outcome.failed} failed, ${outcome.skipped} left out, ${seconds().trim()}`)
  await writeCounts({ ...outcome, failures })
}
process.exit(outcome.failed > 0 ? 1 : 0)
