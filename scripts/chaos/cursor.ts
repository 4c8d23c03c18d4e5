import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connectYourSystem } from '#app/connect.ts'
import { makeKey } from '#features/keys/keys.contract.ts'
import { someOrder } from '#features/orders/testing/some-order.ts'
import { proveAgain } from '#features/second-factor/second-factor.contract.ts'
import { type Db, openDatabase } from '#kernel/db/database.ts'
import { newId } from '#shared/ids.ts'
import type { Random } from '#shared/random.ts'
import { insertRow } from '#testing/insert-row.ts'
import { temporaryFolder } from '#testing/program.ts'
import { createBrowser } from '../browser.ts'
import { NO_POSTGRES, startPostgres } from '../postgres.ts'
import { newPlace, originOf, startShop, stopShop } from '../shop-process.ts'
import { SELLER } from '../stalls/shop.ts'
import type { Part } from './report.ts'

const WRITERS = 8
const RESTARTS = 3
/** How long a change waits for its commit, at most: so later ones come before it. */
const MAX_WAIT_MS = 20
const FIRST_NUMBER = 1001
const settings = { DEMO: '0', SELLER_EMAIL: SELLER.email, SELLER_PASSWORD: SELLER.password }

/** An order that is cancelled, so that nothing follows from it. */
const writeOrder = (db: Db, number: number, waitMs: number) =>
  db.transaction().execute(async (tx) => {
    const id = newId()
    await insertRow(tx, 'orders', {
      ...{ number, id, user_id: 'nobody', subtotal_paise: 10_000, tax_paise: 200, amount_paise: 10_200 },
      address: JSON.stringify(someOrder.address),
      ...{ payment_type: 'COD', status: 'Cancelled', is_paid: 0, created_at: Date.now(), search_text: '' },
    })
    await insertRow(tx, 'order_events', { order_id: id, at: Date.now(), actor: 'shop', kind: 'CANCELLED' })
    await setTimeout(waitMs)
  })

async function keyOf(origin: string) {
  const office = createBrowser(origin)
  await office.send('/api/seller/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(SELLER),
  })
  await office.api(proveAgain, { body: { currentPassword: SELLER.password } })
  return (await office.api(makeKey, { body: { name: 'Follower', rights: ['orders'] } })).key
}

/** The program that “Connect your system” shows; gives the numbers that it printed, also when it failed on the way. */
async function followerIn(folder: string) {
  await writeFile(join(folder, 'follow-orders.ts'), connectYourSystem.split('~~~ts\n')[1]?.split('~~~')[0] ?? '')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  return async (SHOP: string, HAAT_KEY: string) => {
    const run = promisify(execFile)(process.execPath, ['follow-orders.ts'], { cwd: folder, env: { SHOP, HAAT_KEY } })
    const { stdout, failed } = await run.then(
      ({ stdout }) => ({ stdout, failed: '' }),
      ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout, failed: stderr || 'it was killed' }),
    )
    return { failed, numbers: stdout.split('\n').flatMap((line) => (line ? [Number.parseInt(line, 10)] : [])) }
  }
}

/** A program reads on by its cursor from two processes that are killed in turn, while orders are committed in another order than they were begun. */
export async function followByCursor(part: Part, { random, changes }: { random: Random; changes: number }) {
  const postgres = await startPostgres({ fsync: false })
  if (!postgres) return part.skip(NO_POSTGRES)
  const places = [await newPlace(), await newPlace()].map((place) => ({ ...place, databaseUrl: postgres.url }))
  const both = await Promise.all(places.map(async (place) => ({ place, shop: await startShop(place, { settings }) })))
  const inTurn = (turn: number) => both[turn % 2] ?? Promise.reject(new Error('there are two processes'))
  const key = await keyOf(originOf((await inTurn(0)).place))
  const follow = await followerIn(await temporaryFolder('follower'))
  const db = openDatabase(postgres.url)

  let written = 0
  const write = async () => {
    while (written < changes) await writeOrder(db, FIRST_NUMBER + written++, random.whole(0, MAX_WAIT_MS))
  }
  async function restart() {
    for (let time = 1; time <= RESTARTS; time++) {
      while (written < (changes * time) / (RESTARTS + 1)) await setTimeout(10)
      const killed = await inTurn(time)
      killed.shop.child.kill('SIGKILL')
      await killed.shop.ended
      killed.shop = await startShop(killed.place, { settings })
    }
  }
  const read: number[] = []
  let [runs, cut] = [0, 0]
  const readOn = async () => {
    const { place } = await inTurn(runs++)
    const { numbers, failed } = await follow(originOf(place), key)
    read.push(...numbers)
    if (failed) cut += 1
    if (failed && !isWriting) throw new Error(failed)
    return numbers.length > 0
  }
  let isWriting = true
  const writing = Promise.all([...Array.from({ length: WRITERS }, write), restart()]).finally(() => {
    isWriting = false
  })
  while (isWriting) await readOn()
  await writing
  while (await readOn());
  await db.destroy()
  for (const { shop } of both) await stopShop(shop)

  const missed = changes - new Set(read).size
  const twice = read.length - new Set(read).size
  part.say(`${changes} changes, ${RESTARTS} kills, 2 processes: read in ${runs} runs, of which ${cut} were cut off`)
  part.say(`${missed} missed, ${twice} twice`)
  part.check(missed === 0 && twice === 0, `${missed} changes were missed, ${twice} came twice`)
}
