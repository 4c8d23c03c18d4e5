import { sql } from 'kysely'
import { openDatabase } from '#kernel/db/database.ts'
import { type Program, root, temporaryFolder, until } from '#testing/program.ts'
import { undoLater } from '#testing/undo.ts'
import { isReady, type Place, runShop, stopShop } from '../shop-process.ts'
import { familiesOf, type Ground, newPort, signal } from './ground.ts'
import { type Database, PASSWORD } from './members.ts'
import { startShopProxy, startWayToDatabase } from './proxies.ts'
import { startStore } from './store.ts'

const WORKERS = 2
const LOOK_EVERY_MS = 50

/** Makes the shop's account and database, as an operator does once. */
async function makeDatabase(database: Database) {
  const { ports } = await database.primary()
  const admin = openDatabase(`postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${ports.postgres}/postgres`)
  await sql`create role haat login password ${sql.lit(PASSWORD)}`.execute(admin)
  await sql`create database haat owner haat`.execute(admin)
  await admin.destroy()
}

interface Machine {
  name: string
  place: Place
  startWay: () => Promise<Program[]>
  settings: Record<string, string>
}

/** One shop machine: PgBouncer with its HAProxy, and the shop in several processes. */
function makeShop({ name, place, startWay, settings }: Machine) {
  let way: Program[] = []
  let shop: Program | undefined
  /** `version`: the folder of the project that runs. */
  async function open(version: string) {
    shop = runShop(place, { folder: version, settings })
    await until(shop, () => isReady(place), LOOK_EVERY_MS)
  }
  const kill = () => signal(familiesOf(shop ? [shop, ...way] : way), 'SIGKILL')
  return {
    name,
    async start(version = root) {
      way = await startWay()
      await open(version)
      undoLater(kill)
    },
    /** The machine loses its power. */
    kill,
    /** Only the shop is stopped, and opened again in this version. */
    async restart(version: string) {
      if (shop) await stopShop(shop)
      await open(version)
    },
  }
}

/** Two machines of the shop, a store for their pictures, and HAProxy in front. */
export async function startShops(ground: Ground, database: Database) {
  await makeDatabase(database)
  const store = await startStore(ground)
  const places: Place[] = []
  for (const name of ['a', 'b'])
    places.push({ port: await newPort(), dataDir: await temporaryFolder(`rehearsal-shop-${name}`) })
  const proxy = await startShopProxy(ground, places)
  const settings = {
    ...store,
    ...{ WORKERS: String(WORKERS), PUBLIC_URL: proxy.origin, TRUST_PROXY: '127.0.0.1' },
  }
  const shops = []
  let url = ''
  for (const [at, place] of places.entries()) {
    const name = 'ab'.charAt(at)
    const { databaseUrl, start } = await startWayToDatabase(ground, name, database.members)
    const shop = makeShop({ name, place: { ...place, databaseUrl }, startWay: start, settings })
    await shop.start()
    await proxy.untilIn(name)
    shops.push(shop)
    url = databaseUrl
  }
  /** `databaseUrl` goes through the last machine's PgBouncer, which stays up. */
  return { proxy, shops, databaseUrl: url }
}
export type Shops = Awaited<ReturnType<typeof startShops>>
