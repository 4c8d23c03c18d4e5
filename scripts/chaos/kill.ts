import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { quickCheck } from '#kernel/db/sqlite/check-database.ts'
import type { Random } from '#shared/random.ts'
import { median, seconds } from '../figures.ts'
import { newPlace, originOf, runShop, startShop, stopShop } from '../shop-process.ts'
import { checkBooks } from './books.ts'
import { countStock, startBuyers } from './buyers.ts'
import { checkImports, startImports } from './imports.ts'
import { isMachineBusy, type Part } from './report.ts'

const BUYERS = 8
const MAX_RESTART_MS = 2000

/** kill -9 at random moments while people buy and the seller imports, sometimes during a start. */
export async function killAtRandom(part: Part, { random, rounds }: { random: Random; rounds: number }) {
  const isBusy = isMachineBusy()
  const place = await newPlace()
  const database = join(place.dataDir, 'haat.sqlite')
  let shop = await startShop(place)
  const stock = await countStock(originOf(place))
  const buyers = await startBuyers(originOf(place), BUYERS, [...stock.keys()], random)
  const imports = await startImports(originOf(place), [...stock.keys()])
  const restarts: number[] = []
  let early = 0
  for (let round = 0; round < rounds; round++) {
    await setTimeout(random.whole(100, 900))
    shop.child.kill('SIGKILL')
    await shop.ended
    if (random.happens(0.4)) {
      early += 1
      const half = runShop(place)
      await setTimeout(random.whole(50, 700))
      half.child.kill('SIGKILL')
      await half.ended
    }
    shop = await startShop(place)
    restarts.push(shop.startMs)
  }
  await buyers.stop()
  await imports.stop()
  await stopShop(shop)

  part.say(`kill -9 ${rounds} times under load and ${early} times during the start`)
  part.say(`back in ${seconds(median(restarts))} (median; longest ${seconds(Math.max(...restarts))})`)
  if (isBusy) part.say('the machine is busy: times are not judged')
  else part.checkTime(median(restarts) < MAX_RESTART_MS, 'the shop is not back within 2 s')
  part.say(
    `calls without an answer: ${buyers.mishaps.cut} cut, ${buyers.mishaps.refused} refused; all were asked again with their key`,
  )
  for (const problem of buyers.mishaps.unexpected) part.fail(problem)
  part.check(quickCheck(database) === undefined, 'the database is damaged')
  await checkBooks(part, database, buyers.purchases, stock)
  await checkImports(part, database)
}
