import { execFileSync } from 'node:child_process'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DATABASE, openDataDir } from '#kernel/db/data-dir.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { createRandom } from '#shared/random.ts'
import { root, runProgram } from '#testing/program.ts'
import { undoAll, undoWhenStopped } from '#testing/undo.ts'
import { databaseNamed, NO_POSTGRES, startPostgres } from './postgres.ts'
import { newPlace, originOf, type Place, startShop, stopShop } from './shop-process.ts'
import { cookieOf, FILLED_AT, fill, idOf, rolesOf, settle } from './stalls/fill.ts'
import { fillLedger } from './stalls/fill-ledger.ts'
import { small } from './stalls/options.ts'
import { SELLER } from './stalls/shop.ts'

// `node scripts/check-move.ts [--kills 10]` moves a shop of 5,000 products and 20,000 orders to PostgreSQL and back, killed so many times on each
// way. The answers of all calls that read, of 50 pages and the ledger's last hash must be the same in all three places.

const { values } = parseArgs({ options: { kills: { type: 'string', default: '10' } } })
const size = { ...small, products: 5000, orders: 20_000, shoppers: 2000, deletedOrders: [5, 5], ownOrders: 20 }
const PAGES = 50
const KILLED_WITHIN_MS = 8000

/** The list of what people do tells that the calls before were made; health tells of the place itself: disk, backups, kind of database. */
const changing = ['/api/seller/audit', '/api/seller/health']

const settings = { DEMO: '0', SELLER_EMAIL: SELLER.email, SELLER_PASSWORD: SELLER.password }
const reader = cookieOf(rolesOf(size).reader)

async function loginOf(place: Place) {
  const answer = await fetch(`${originOf(place)}/api/seller/login`, {
    method: 'POST',
    body: JSON.stringify(SELLER),
    headers: { 'content-type': 'application/json', origin: originOf(place) },
  })
  return (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
}

/** All calls that only read, with ids that there are. */
async function callsOf(place: Place): Promise<string[]> {
  const { paths } = await (await fetch(`${originOf(place)}/api/openapi.json`)).json()
  return Object.keys(paths)
    .filter((path) => paths[path].get && !changing.includes(path) && !path.endsWith('/logout'))
    .map((path) =>
      path
        .replace(/\{(id|order)\}/, idOf(/order|invoice|return|refund/.test(path) ? 'order' : 'product', 7))
        .replace(/\{producer\}/, idOf('producer', 1))
        .replace(/\{\w+\}/g, '1'),
    )
}

const pages = [
  ...['/', '/products', '/producers', '/mission', '/products?q=indigo', '/products/Pottery-Ceramics', '/my-orders'],
  ...['/cart', '/account', '/seller', '/seller/orders', '/seller/product-list', '/seller/payouts', '/seller/ledger'],
  ...Array.from({ length: PAGES - 14 }, (_, at) => `/products/Pottery-Ceramics/${idOf('product', at * 8 + 1)}`),
]

/** What stands in an answer besides the moment, the port, and the keys that each answer has of its own. */
const withoutMoment = (text: string, place: Place) =>
  text
    .replaceAll(String(place.port), 'PORT')
    .replaceAll(/nonce="[^"]*"|'nonce-[^']*'/g, '')
    .replaceAll(/name="key" value="[0-9a-f-]{36}"/g, '')
    .replaceAll(/("(?:request|run|checkout)?(?:Id|[kK]ey)\\?"[:,]\\?")[0-9a-f-]{32,36}/g, '$1')
    .replaceAll(/\\?"D\\?",\d+|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME')

async function answersOf(place: Place, seller: string) {
  const answers = new Map<string, string>()
  for (const url of [...(await callsOf(place)), ...pages])
    for (const cookie of [seller, reader]) {
      const answer = await fetch(originOf(place) + url, { headers: { cookie }, redirect: 'manual' })
      answers.set(
        `${url} ${cookie === seller ? 'seller' : 'shopper'}`,
        `${answer.status} ${withoutMoment(await answer.text(), place)}`,
      )
    }
  return answers
}

async function inShop<T>(place: Place, work: () => Promise<T>) {
  const shop = await startShop(place, { settings })
  try {
    return await work()
  } finally {
    await stopShop(shop)
  }
}

/** The ledger's line. The activity, which is checked with it, has grown: what the seller read stands in it. */
function hashOf({ dataDir, databaseUrl }: Place) {
  const printed = execFileSync(process.execPath, ['scripts/check-ledger.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
  })
  return printed.split('\n').find((line) => line.startsWith('The ledger'))
}

const random = createRandom(1)
async function move({ dataDir, databaseUrl }: Place, to: string) {
  const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  const begin = () => runProgram([process.execPath, 'scripts/move.ts', '--to', to], { env, keepsOutput: true })
  let killed = 0
  for (; killed < Number(values.kills); killed += 1) {
    const { child, ended } = begin()
    await setTimeout(random.whole(500, KILLED_WITHIN_MS))
    child.kill('SIGKILL')
    if ((await ended).code === 0) throw new Error('It was done before it was killed')
  }
  const { ended, printed } = begin()
  const { code, ms } = await ended
  if (code !== 0) throw new Error(printed.error)
  console.log(`${printed.out.trim()}\n(${Math.round(ms / 1000)} s, after ${killed} kills)`)
}

function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) {
  const names = [...one.keys()].filter((name) => one.get(name) !== other.get(name))
  for (const name of names) {
    const [a = '', b = ''] = [one.get(name), other.get(name)]
    const at = [...a].findIndex((sign, place) => sign !== b[place])
    console.log(`${name}\n  ${a.slice(at - 60, at + 120)}\n  ${b.slice(at - 60, at + 120)}`)
  }
  return names.length
}

undoWhenStopped()
try {
  const postgres = await startPostgres({ fsync: false })
  if (!postgres) throw new Error(NO_POSTGRES)
  const here = await newPlace()
  const { databaseFile, release } = await openDataDir(here.dataDir)
  const db = openDatabase(databaseFile)
  await migrate(db, FILLED_AT)
  await fill(db, size)
  await migrate(db)
  await settle(db)
  await fillLedger(db, size)
  // No run has paid them.
  await db.updateTable('ledger_dues').set({ payout_id: null }).execute()
  await db.destroy()
  release()
  const there: Place = { ...here, databaseUrl: databaseNamed(postgres.url, 'postgres') }
  // A first start tidies up what is old.
  const seller = await inShop(here, () => loginOf(here))
  const before = await inShop(here, () => answersOf(here, seller))
  const hash = hashOf(here)
  await move(here, there.databaseUrl ?? '')
  let off = differences(before, await inShop(there, () => answersOf(there, seller)))
  await rename(path.join(here.dataDir, DATABASE), path.join(here.dataDir, 'before.sqlite'))
  await move(there, 'sqlite')
  off += differences(before, await inShop(here, () => answersOf(here, seller)))
  if (hashOf(there) !== hash || hashOf(here) !== hash) off += 1
  console.log(`${before.size} answers, ${off} differ. ${hash}`)
  if (off > 0) process.exitCode = 1
} finally {
  await undoAll()
}
