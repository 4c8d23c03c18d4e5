import { setTimeout } from 'node:timers/promises'
import { newId } from '#shared/ids.ts'
import type { Random } from '#shared/random.ts'
import { createBrowser } from '../browser.ts'
import { seconds } from '../figures.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from '../postgres.ts'
import { isReady, newPlace, originOf, type Place, startShop, stopShop } from '../shop-process.ts'
import { checkBooks } from './books.ts'
import { countStock, startBuyers } from './buyers.ts'
import type { Part } from './report.ts'

const BUYERS = 8
const BACK_DEADLINE_MS = 15_000

async function checkAway(part: Part, place: Place) {
  const visitor = createBrowser(originOf(place))
  const promised: [string, number][] = [
    ['/healthz', 200],
    ['/readyz', 503],
    ['/api/product/list', 503],
    ['/products', 503],
    [`/products/pottery-ceramics/${newId()}`, 503],
  ]
  for (const [path, expected] of promised) {
    const { status, headers } = await visitor.send(path)
    part.check(status === expected, `${path} answers ${status} without a database, and should answer ${expected}`)
    if (expected === 503) part.check(Number(headers.get('retry-after')) > 0, `${path} has no Retry-After`)
  }
}

async function untilReady(place: Place) {
  const from = performance.now()
  while (!(await isReady(place)) && performance.now() - from < BACK_DEADLINE_MS) await setTimeout(10)
  return performance.now() - from
}

async function goAwayAndBack(part: Part, place: Place, postgres: Postgres, mode: 'fast' | 'immediate') {
  await postgres.stop(mode)
  await checkAway(part, place)
  await setTimeout(500)
  await postgres.start()
  const ms = await untilReady(place)
  part.say(
    `PostgreSQL ${mode === 'fast' ? 'was restarted' : 'crashed and came back'}: the shop is ready ${seconds(ms)} after it`,
  )
  part.check(ms < BACK_DEADLINE_MS, 'the shop does not come back by itself')
}

/** PostgreSQL restarts, and crashes, while people buy. */
export async function takeDatabaseAway(part: Part, { random, rounds }: { random: Random; rounds: number }) {
  const postgres = await startPostgres()
  if (!postgres) return part.skip(NO_POSTGRES)
  const place = { ...(await newPlace()), databaseUrl: postgres.url }
  const shop = await startShop(place)
  const stock = await countStock(originOf(place))
  const buyers = await startBuyers(originOf(place), BUYERS, [...stock.keys()], random)
  for (let round = 0; round < rounds; round++) {
    await setTimeout(random.whole(300, 1000))
    await goAwayAndBack(part, place, postgres, round % 2 === 0 ? 'immediate' : 'fast')
  }
  await buyers.stop()
  part.check(shop.child.exitCode === null, `the shop ended: ${shop.printed.error}`)
  await stopShop(shop)
  part.say(`${buyers.mishaps.busy} answers were 503, ${buyers.mishaps.cut} requests were cut`)
  part.check(buyers.mishaps.cut === 0, `${buyers.mishaps.cut} requests were cut`)
  for (const problem of buyers.mishaps.unexpected) part.fail(problem)
  await checkBooks(part, postgres.url, buyers.purchases, stock)
}
