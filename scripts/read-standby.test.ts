import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type Db, listenToStatements } from '#kernel/db/database.ts'
import { type TestShop, testShop } from '#testing/shop.ts'
import { undoAll } from '#testing/undo.ts'
import { findPostgres, NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'

const isInstalled = findPostgres('initdb') !== undefined && findPostgres('pg_basebackup') !== undefined
if (!isInstalled) console.warn(`skipped: ${NO_POSTGRES}`)

/** A PostgreSQL and its standby, started when the first test needs them. */
let servers: Promise<Awaited<ReturnType<typeof startBoth>>> | undefined
async function startBoth() {
  const primary = await startPostgres({ fsync: false })
  if (!primary) throw new Error(NO_POSTGRES)
  return { primary, standby: await primary.addStandby() }
}

let shop: TestShop & { standby: Db; server: Postgres }
async function openShop() {
  servers ??= startBoth()
  const { primary, standby } = await servers
  const opened = await testShop({}, { servers: { primary: primary.url, standby: standby.url } })
  if (!opened.standby) throw new Error('the shop has no standby')
  shop = { ...opened, standby: opened.standby, server: standby }
  return shop
}
afterEach(() => shop.close())
afterAll(undoAll)

const names = async (app = shop.app) => {
  const answer = await app.inject('/api/product/list?sort=name')
  expect(answer.statusCode).toBe(200)
  return answer.json<{ products: { name: string }[] }>().products.map(({ name }) => name)
}

/** How often the database was asked for products. */
function countReads(db: Db) {
  const counted = { reads: 0 }
  listenToStatements(db, ({ sql: text }) => {
    if (/^\s*(select|with).*\bproducts\b/s.test(text)) counted.reads += 1
  })
  return counted
}

/** Changes the catalogue as another process does, so that nothing in this one knows of it. */
const rename = (id: string, name: string) =>
  shop.db.updateTable('products').set({ name }).where('id', '=', id).execute()

/** Waits until the standby has replayed what the primary has written. */
async function caughtUp() {
  const versions = async (db: Db) => (await db.selectFrom('catalogue_version').select('version').execute())[0]?.version
  const isThere = async () => (await versions(shop.standby).catch(() => undefined)) === (await versions(shop.db))
  while (!(await isThere())) await setTimeout(10)
  // After a failure or a lag it is left alone for a moment.
  await setTimeout(1050)
}

/** While the standby replays nothing of what the primary writes. */
async function whileItLags(work: () => Promise<void>) {
  await sql`select pg_wal_replay_pause()`.execute(shop.standby)
  try {
    await work()
  } finally {
    await sql`select pg_wal_replay_resume()`.execute(shop.standby)
  }
}

describe.skipIf(!isInstalled)('a shop with a standby', { timeout: 60_000 }, () => {
  it('reads the catalogue there, and everything else from the primary', async () => {
    const { standby, db } = await openShop()
    await shop.product({ name: 'Bowl' })
    await caughtUp()
    const there = countReads(standby)
    const here = countReads(db)
    expect(await names()).toEqual(['Bowl'])
    expect(there.reads).toBeGreaterThan(0)
    expect(here.reads).toBe(0)
    const shopper = await shop.shopper()
    expect((await shopper.send({ url: '/api/cart' })).statusCode).toBeLessThan(500)
    expect(there.reads).toBe(1)
  })

  it('shows what was changed at once, however far the standby lags', async () => {
    const { standby, db } = await openShop()
    const id = await shop.product({ name: 'Bowl' })
    await caughtUp()
    expect(await names()).toEqual(['Bowl'])
    await whileItLags(async () => {
      await rename(id, 'Vase')
      const here = countReads(db)
      expect(await names()).toEqual(['Vase'])
      expect(here.reads).toBeGreaterThan(0)
    })
    await caughtUp()
    await rename(id, 'Jug')
    await caughtUp()
    const there = countReads(standby)
    shop.app.answers.forget()
    expect(await names()).toEqual(['Jug'])
    expect(there.reads).toBeGreaterThan(0)
  })

  it('takes a standby that has nothing to replay for as good as the primary', async () => {
    const { standby } = await openShop()
    await shop.product({ name: 'Bowl' })
    await caughtUp()
    await whileItLags(async () => {
      // Written on the primary, and nothing of the catalogue.
      await shop.shopper()
      await setTimeout(1100)
      const there = countReads(standby)
      expect(await names()).toEqual(['Bowl'])
      expect(there.reads).toBeGreaterThan(0)
    })
  })

  it('shows to everybody within a second what another process has written, and never an older state afterwards', async () => {
    const { standby } = await openShop()
    const id = await shop.product({ name: 'Bowl 000' })
    await caughtUp()
    const there = countReads(standby)
    let written = 0
    let seen = 0
    const writing = (async () => {
      const pool = await shop.anotherProcess()
      for (let step = 1; step <= 60; step++) {
        await pool.app.deps.db
          .updateTable('products')
          .set({ name: `Bowl ${String(step).padStart(3, '0')}` })
          .where('id', '=', id)
          .execute()
        written = step
        await setTimeout(step % 10 === 0 ? 300 : 15)
      }
      await pool.close()
    })()
    while (written < 60) {
      const [name = ''] = await names()
      const number = Number(name.slice(5))
      expect(number).toBeGreaterThanOrEqual(seen)
      seen = number
      await setTimeout(5)
    }
    await writing
    await setTimeout(1000)
    expect(await names()).toEqual(['Bowl 060'])
    expect(there.reads).toBeGreaterThan(0)
  })

  it('reads from the primary while the standby is away, and from the standby when it is back', async () => {
    const { standby, server } = await openShop()
    const id = await shop.product({ name: 'Bowl' })
    await caughtUp()
    expect(await names()).toEqual(['Bowl'])
    await server.stop('immediate')
    try {
      await rename(id, 'Vase')
      expect(await names()).toEqual(['Vase'])
    } finally {
      await server.start()
    }
    await caughtUp()
    const there = countReads(standby)
    shop.app.answers.forget()
    expect(await names()).toEqual(['Vase'])
    expect(there.reads).toBeGreaterThan(0)
  })
})
