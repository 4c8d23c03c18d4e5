import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listProducts } from '#features/catalog/list/server/product-lists.ts'
import { readConfig } from '#kernel/config.ts'
import { DATABASE, openDataDir, takeLock } from '#kernel/db/data-dir.ts'
import { type Db, openDatabase } from '#kernel/db/database.ts'
import { lastCounted, otherConnections } from '#kernel/db/whole-tables.ts'
import { createRandom } from '#shared/random.ts'
import { runProgram } from '#testing/program.ts'
import { freshPostgres, onPostgres, randomTest } from '#testing/shop.ts'
import { undoAll, undoLater } from '#testing/undo.ts'
import { makeMonth } from '../demo/make-month.ts'
import { sumOf } from './copy-rows.ts'
import { copyShop, MoveRefused, moveShop, tablesToCopy } from './move-shop.ts'

const folder = () => mkdtemp(path.join(tmpdir(), 'haat-move-'))
/** A shop with a month behind it, closed. */
let shop = ''
const open = (where: string) => {
  const db = openDatabase(where, () => {}, 1)
  undoLater(() => db.destroy())
  return db
}
/** An empty database of the engine that the tests run on. */
async function elsewhere() {
  if (!onPostgres) return path.join(await folder(), DATABASE)
  const { href, drop } = await freshPostgres()
  undoLater(drop)
  return href
}

beforeAll(async () => {
  shop = await folder()
  const { databaseFile, release } = await openDataDir(shop)
  const log = pino({ level: 'silent' })
  await makeMonth(readConfig({ NODE_ENV: 'test', DATA_DIR: shop, DEMO: '1' }), log, databaseFile)
  release()
})
afterAll(undoAll)

async function sumsOf(db: Db) {
  const sums = []
  for (const table of await tablesToCopy(db)) sums.push([table.name, await sumOf(db, table)])
  return Object.fromEntries(sums)
}
const found = async (db: Db) => {
  const queries = ['blue pottery', 'warli', 'cotton under 2000'].map((q) => ({ q, families: true, countFacts: true }))
  return Promise.all(queries.map((query) => listProducts(db, query, '2026-11-28')))
}

describe('a shop that moves', () => {
  it('has all of its rows, ledger, counts, words and next numbers there, and back again', {
    timeout: 300_000,
  }, async () => {
    const here = open(path.join(shop, DATABASE))
    const there = open(await elsewhere())
    const moved = await copyShop(here, there)
    expect(moved.rows).toBeGreaterThan(1000)
    expect(moved.entries).toBeGreaterThan(100)
    expect(await found(there)).toEqual(await found(here))
    expect((await found(there)).every(({ total }) => total > 0)).toBe(true)
    const back = open(path.join(await folder(), DATABASE))
    expect(await copyShop(there, back)).toEqual(moved)
    expect(await sumsOf(back)).toEqual(await sumsOf(here))
    for (const db of [there, back])
      for (const table of ['orders', 'products', 'audit_log', 'order_events'])
        expect(await lastCounted(db, table), table).toBe(await lastCounted(here, table))
  })

  it('is refused where there is a shop, and nothing is written', async () => {
    const other = open(await elsewhere())
    await copyShop(open(path.join(shop, DATABASE)), other)
    await expect(copyShop(open(path.join(shop, DATABASE)), other)).rejects.toThrow('There is a shop in the database')
  })

  it('is refused while it runs, and where the file of a shop is', async () => {
    const lock = takeLock(shop)
    await expect(moveShop({ dataDir: shop }, await elsewhere())).rejects.toThrow('is in use by another process')
    lock.close()
    const config = { dataDir: shop, databaseUrl: path.join(shop, DATABASE) }
    await expect(moveShop(config, 'sqlite')).rejects.toThrow('There is a database in DATA_DIR already')
    await expect(moveShop({ dataDir: await folder() }, await elsewhere())).rejects.toThrow(MoveRefused)
  })
})

describe.skipIf(!onPostgres)('the command', () => {
  const move = (env: Record<string, string>, to: string) =>
    runProgram([process.execPath, 'scripts/move.ts', '--to', to], {
      env: env,
      keepsOutput: true,
    })

  /** Kills the move so many times, and lets it end the next time. A kill may come between the commit and the end of the program. */
  async function moveThroughKills(env: Record<string, string>, to: string, isThere: () => Promise<boolean>) {
    const random = createRandom(randomTest.seed)
    for (let kill = 0; kill < randomTest.kills; kill += 1) {
      const { child, ended } = move(env, to)
      await setTimeout(random.whole(300, 1500))
      child.kill('SIGKILL')
      await ended
      if (await isThere()) return
    }
    const { ended, printed } = move(env, to)
    expect((await ended).code, printed.error).toBe(0)
    expect(printed.out).toMatch(
      /^Moved: [\d,]+ rows of \d+ tables[\s\S]*The ledger is right on both sides: \d+ entries/,
    )
  }

  it('moves to PostgreSQL and back, all or nothing, however often it is killed', { timeout: 900_000 }, async () => {
    const url = await elsewhere()
    const whole = await sumsOf(open(path.join(shop, DATABASE)))
    await moveThroughKills({ DATA_DIR: shop, DATABASE_URL: '' }, url, async () => {
      const db = openDatabase(url, () => {}, 1)
      try {
        // The database may be busy with what it was sent.
        await expect.poll(() => otherConnections(db), { timeout: 20_000 }).toBe(0)
        const { rows } = await sql`select 1 from orders limit 1`.execute(db).catch(() => ({ rows: [] }))
        if (rows.length === 0) return false
        expect(await sumsOf(db)).toEqual(whole)
        return true
      } finally {
        await db.destroy()
      }
    })
    const dataDir = await folder()
    const file = path.join(dataDir, DATABASE)
    await moveThroughKills({ DATA_DIR: dataDir, DATABASE_URL: url }, 'sqlite', async () => existsSync(file))
    expect(await sumsOf(open(file))).toEqual(whole)
  })

  it.each([
    [{ DATABASE_URL: '' }, 'sqlite'],
    [{ DATABASE_URL: '' }, 'elsewhere'],
    [{ DATABASE_URL: 'postgres://shop@db.example/shop' }, 'postgres://shop@db.example/other'],
  ])('with %j says how it is used, asked for %s', async (env, to) => {
    const { ended, printed } = move({ DATA_DIR: shop, ...env }, to)
    expect((await ended).code).toBe(1)
    expect(printed.error).toContain('Say where to: npm run move -- --to postgres://…')
  })
})
