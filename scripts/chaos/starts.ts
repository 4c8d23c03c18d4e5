import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDataDir } from '#kernel/db/data-dir.ts'
import { type Db, openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { quickCheck } from '#kernel/db/sqlite/check-database.ts'
import type { Random } from '#shared/random.ts'
import { undoLater } from '#testing/undo.ts'
import { seconds } from '../figures.ts'
import { databaseNamed, NO_POSTGRES, startPostgres } from '../postgres.ts'
import { newPlace, type Place, runShop, startShop, stopShop } from '../shop-process.ts'
import { FILLED_AT, fill } from '../stalls/fill.ts'
import type { Part } from './report.ts'

const MOST_KILLS = 3
const signals = ['SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGINT'] as const

const used = {
  ...{ mails: 2000, products: 500, manyProducts: 500, orders: 2000, shoppers: 500, neighbours: 10, producers: 20 },
  ...{ deletedOrders: [10], ownOrders: 10, linesOfOwnOrders: 20, sessions: 500 },
}

/** Places to start in: empty, or with an older version's data. */
interface Grounds {
  engine: string
  makeEmpty: () => Promise<Place>
  makeOld: () => Promise<Place>
}

async function onSqlite(): Promise<Grounds> {
  const template = await newPlace()
  const { databaseFile, release } = await openDataDir(template.dataDir)
  const db = openDatabase(databaseFile)
  await migrate(db, FILLED_AT)
  await fill(db, used)
  await db.destroy()
  release()
  async function makeOld() {
    const place = await newPlace()
    for (const name of ['haat-data', 'haat.sqlite'])
      await copyFile(join(template.dataDir, name), join(place.dataDir, name))
    return place
  }
  return { engine: 'SQLite', makeEmpty: newPlace, makeOld }
}

async function onPostgres(): Promise<Grounds | undefined> {
  const postgres = await startPostgres()
  if (!postgres) return undefined
  const named = (name: string) => databaseNamed(postgres.url, name)
  const admin = openDatabase(postgres.url)
  undoLater(() => admin.destroy())
  await sql`create database template_shop`.execute(admin)
  const db = openDatabase(named('template_shop'))
  await migrate(db, FILLED_AT)
  await fill(db, used)
  await db.destroy()
  let count = 0
  async function make(template: string) {
    count += 1
    await sql`create database ${sql.id(`shop${count}`)} template ${sql.id(template)}`.execute(admin)
    return { ...(await newPlace()), databaseUrl: named(`shop${count}`) }
  }
  return {
    engine: 'PostgreSQL',
    makeEmpty: () => make('template0'),
    makeOld: () => make('template_shop'),
  }
}

/** Counts and migrations of an opened shop, for comparing. */
async function contentsOf(db: Db) {
  const count = async (table: string) =>
    Number((await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db)).rows[0]?.rows)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const counts: string[] = []
  for (const table of ['users', 'sellers', 'products', 'orders', 'order_lines', 'invoices', 'outbox'])
    counts.push(`${await count(table)} ${table}`)
  return [...rows.map(({ name }) => name), ...counts].join(', ')
}

/** Opens and stops the shop; gives its contents, and how long it took to open. */
async function openAndLook(place: Place) {
  const shop = await startShop(place)
  await stopShop(shop)
  const file = join(place.dataDir, 'haat.sqlite')
  const left = (await readdir(place.dataDir)).filter((name) => /-(wal|shm)$/.test(name) && !name.startsWith('.'))
  const damage = place.databaseUrl ? undefined : quickCheck(file)
  const db = openDatabase(place.databaseUrl ?? file)
  const contents = await contentsOf(db)
  await db.destroy()
  return { startMs: shop.startMs, contents, problem: damage ?? (left.length > 0 ? `${left} is left` : undefined) }
}

/** Starts and upgrades are killed, or told to stop, at random moments; the next start opens. */
export async function killStarts(part: Part, { random, rounds }: { random: Random; rounds: number }) {
  const grounds = [await onSqlite(), await onPostgres()]
  if (!grounds[1]) part.skip(NO_POSTGRES)
  for (const { engine, makeEmpty, makeOld } of grounds.filter((ground) => ground !== undefined)) {
    const kinds = [
      { name: 'first start', make: makeEmpty },
      { name: 'upgrade', make: makeOld },
    ]
    for (const { name, make } of kinds) {
      const undisturbed = await openAndLook(await make())
      let kills = 0
      for (let round = 0; round < rounds; round++) {
        const place = await make()
        for (let left = random.whole(1, MOST_KILLS); left > 0; left--) {
          const shop = runShop(place)
          await setTimeout(random.whole(0, Math.ceil(undisturbed.startMs)))
          const signal = signals[random.whole(0, signals.length - 1)] ?? 'SIGKILL'
          shop.child.kill(signal)
          const ended = await shop.ended
          kills += 1
          // Before its first line has run, Node itself ends by the signal.
          const isClean = ended.code === 0 || ended.signal === signal
          part.check(isClean, `${name} that got ${signal} ended with ${ended.code}: ${shop.printed.error}`)
        }
        const { contents, problem } = await openAndLook(place)
        part.check(contents === undisturbed.contents, `after a killed ${name} there is ${contents}`)
        part.check(problem === undefined, `after a killed ${name}: ${problem}`)
      }
      part.say(
        `${engine}: ${rounds} ${name}s broken off ${kills} times opened whole (undisturbed in ${seconds(undisturbed.startMs)})`,
      )
    }
  }
}
