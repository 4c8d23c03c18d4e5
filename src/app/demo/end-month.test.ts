import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { features } from '#app/features.ts'
import { startNotes } from '#app/start-notes.ts'
import { updateCart } from '#features/cart/cart.contract.ts'
import { addCommunityPayout } from '#features/ledger/ledger.contract.ts'
import { checkLedger } from '#features/ledger/server/check-ledger.ts'
import { moveOrder } from '#features/orders/seller-orders.contract.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { giveAccount, run } from '#features/payouts/testing/payouts.ts'
import { decideApplication } from '#features/producers/producers.contract.ts'
import { moveReturn } from '#features/returns/returns.contract.ts'
import { deliver } from '#features/returns/testing/returns.ts'
import { readConfig } from '#kernel/config.ts'
import { DATABASE, openDataDir } from '#kernel/db/data-dir.ts'
import { type Db, openDatabase } from '#kernel/db/database.ts'
import { readDemoMonth } from '#kernel/db/demo-month.ts'
import { paise } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'
import { root } from '#testing/program.ts'
import { onPostgres, type TestShop, testShop } from '#testing/shop.ts'
import { endDemoWithMonth } from './end-month.ts'
import { makeMonth } from './make-month.ts'
import {
  bookFile,
  buy,
  buyByCard,
  demoShop,
  makeSmallMonth,
  type Person,
  person,
  sampleProducts,
  settle,
} from './testing/small-month.ts'

const opened: TestShop[] = []
afterEach(async () => {
  for (const shop of opened.splice(0)) await shop.close()
})
async function open(parts = {}) {
  const shop = await demoShop(parts)
  opened.push(shop)
  return shop
}

/** Names of all tables with rows of the shop: not those in which the engines keep what they make of them. */
async function listTables(db: Db) {
  const { rows } = await (onPostgres
    ? sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`
    : sql<{ name: string }>`select name from pragma_table_list where schema = 'main' and type = 'table'`
  ).execute(db)
  return rows
    .map(({ name }) => name)
    .filter((name) => !/^(sqlite_|kysely_)/.test(name))
    .sort()
}

/** What counts up with each change of the catalogue, and who did what when. */
const COUNTERS = [
  'catalogue_version',
  'catalogue_changes',
  'product_changes',
  'last_product_place',
  'audit_log',
  'rate_tallies',
]

/** Every row of every table, without ids, times and what is random. */
async function readAll(db: Db) {
  const tables: Record<string, string[]> = {}
  const products = await db.selectFrom('products').select(['id', 'name']).execute()
  const names = new Map(products.map(({ id, name }) => [id, name]))
  for (const table of await listTables(db)) {
    if (COUNTERS.includes(table)) continue
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db)
    tables[table] = rows
      .map((row) =>
        JSON.stringify(row)
          .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, (id) => names.get(id) ?? 'an id')
          .replace(/\b1[0-9]{12}\b|\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
          .replace(/"(password_hash|token_hash|public_key|private_key)":"[^"]*"/g, 'a hash'),
      )
      // How far the changes of products have been read, which count up.
      .filter((row) => !row.includes('"journal":"products"'))
      .sort()
  }
  return tables
}

/** As somebody tries the desk: what follows from the month is made of it. */
async function tryTheDesk(
  shop: TestShop,
  { meera, returned, products: [vase, shawl] }: Awaited<ReturnType<typeof makeSmallMonth>>,
) {
  const seller = await shop.seller()
  const id = await buy(meera, shawl, 2)
  await seller.api(moveOrder, { params: { id }, body: { status: 'Confirmed' } })
  await buyByCard(meera, vase)
  await seller.api(moveReturn, { params: { id: returned }, body: { to: 'accepted', message: 'Send it to us' } })
  await bookFile(seller, 'outcome', 'AWB,Status\nEX1,Delivered\n')
  await bookFile(seller, 'cash', 'AWB,Amount\nEX1,1\n')
  await settle(shop)
  await meera.api(updateCart, { body: { cartItems: { [vase]: 1 } } })
  expect((await run(seller)).statusCode).toBe(200)
  const { id: applicant } = await shop.db
    .selectFrom('producer_applications')
    .select('id')
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  await seller.api(decideApplication, { params: { id: applicant }, body: { status: 'approved' } })
  return seller
}

const photosOf = async ({ dataDir }: TestShop) =>
  (await readdir(path.join(dataDir, 'media')).catch(() => [])).filter((name) => name.startsWith('return-'))

describe('demo:end after a month', () => {
  it('leaves the shop that never had one: equal but for ids, times and the activity', async () => {
    const [with_, without] = [await open(), await open()]
    const seller = await without.seller()
    expect((await seller.send({ method: 'GET', url: '/api/seller/is-auth' })).statusCode).toBe(200)
    await tryTheDesk(with_, await makeSmallMonth(with_))
    await without.seller()
    expect(await photosOf(with_)).toHaveLength(1)
    expect(await endDemoWithMonth(with_.deps)).toMatchObject({ month: 'gone' })
    expect(await endDemoWithMonth(without.deps)).toMatchObject({ month: undefined })
    for (const { db } of [with_, without]) await db.deleteFrom('sessions').execute()
    const [ended, plain] = [await readAll(with_.db), await readAll(without.db)]
    expect(Object.keys(ended).length).toBeGreaterThan(50)
    expect(ended).toEqual(plain)
    expect(await photosOf(with_)).toEqual([])
  })

  it.skipIf(onPostgres)('takes all of the month that a demo begins with', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-demo-'))
    const plain = await testShop({ DEMO: 'catalogue' })
    opened.push(plain)
    for (const { prepare } of features) await prepare?.(plain.deps)
    const { log } = plain.deps
    const { databaseFile, release } = await openDataDir(dataDir)
    await makeMonth(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DEMO: '1' }), log, databaseFile)
    release()
    const shop = await testShop({ DEMO: '1' }, { dataDir })
    opened.push(shop)
    expect(await photosOf(shop)).not.toEqual([])
    expect(await endDemoWithMonth(shop.deps)).toMatchObject({ month: 'gone', isShopperRemoved: true })
    expect(await endDemoWithMonth(plain.deps)).toMatchObject({ month: undefined, isShopperRemoved: true })
    expect(await readAll(shop.db)).toEqual(await readAll(plain.db))
    expect(await photosOf(shop)).toEqual([])
  })

  it('gives the counted pieces back, and lets each number begin anew behind a ledger that is fixed again', async () => {
    const shop = await open()
    const rules = async () =>
      (
        await sql<{ sql: string }>`select sql from sqlite_schema where type = 'trigger' and tbl_name = 'ledger_entries'
          order by name`.execute(shop.db)
      ).rows
    const before = onPostgres ? [] : await rules()
    const { products } = await makeSmallMonth(shop)
    const stock = () =>
      shop.db.selectFrom('products').select('stock').where('id', '=', products[1]).executeTakeFirstOrThrow()
    expect((await stock()).stock).toBe(16)
    await endDemoWithMonth(shop.deps)
    expect((await stock()).stock).toBe(20)
    expect(await readDemoMonth(shop.db)).toBeUndefined()
    if (!onPostgres) expect(await rules()).toEqual(before)

    const asha = await producer(shop, 'Asha Silk', { sends: false })
    const product = await shop.product({ producerId: asha, makerPricePaise: paise(500_00) })
    const seller = await shop.seller()
    const id = await buyByCard(await person(shop, 'asha@example.com'), product)
    await deliver(seller, id)
    await settle(shop)
    const order = shop.db
      .selectFrom('orders')
      .innerJoin('invoices', 'order_id', 'id')
      .select(['orders.number', 'invoices.number as invoice'])
    expect(await order.where('id', '=', id).execute()).toEqual([{ number: 1001, invoice: 1 }])
    expect(await shop.db.selectFrom('ledger_entries').select('number').execute()).toMatchObject([{ number: 1 }])
    expect(await checkLedger(shop.db)).not.toHaveProperty('fault')
    for (const change of [sql`delete from ledger_entries`, sql`update ledger_entries set quantity = 2`])
      await expect(change.execute(shop.db)).rejects.toThrow('the ledger is never changed')
  })

  it('ends once: a second call finds nothing', async () => {
    const shop = await open()
    await makeSmallMonth(shop)
    expect(await endDemoWithMonth(shop.deps)).toMatchObject({ month: 'gone' })
    const after = await readAll(shop.db)
    expect(await endDemoWithMonth(shop.deps)).toMatchObject({ month: undefined, products: 0 })
    expect(await readAll(shop.db)).toEqual(after)
  })
})

describe('demo:end where there is more in the shop than what was invented', () => {
  /** What stays as it is then: everything but products and samples. */
  const ofMonth = async (shop: TestShop) => {
    const { products, product_counts, product_search, producers, payout_accounts, ...rest } = await readAll(shop.db)
    // Mails of others are sent meanwhile.
    const { search_parts, product_words, shop_notes, outbox, ...kept } = rest
    return kept
  }
  const nobody = { orders: 0, lines: 0, payouts: 0, entries: 0 }

  it.each([
    [
      'an order of somebody else',
      { ...nobody, orders: 1 },
      async (shop: TestShop) =>
        void (await buy(await person(shop, 'asha@example.com'), (await sampleProducts(shop.db))[0] ?? '')),
    ],
    [
      'a piece of a producer who is no sample',
      { ...nobody, lines: 1 },
      async (shop: TestShop, meera: Person) =>
        void (await buy(meera, await shop.product({ producerId: await producer(shop, 'Asha Silk') }))),
    ],
    [
      'a community payout made by hand',
      { ...nobody, entries: 1 },
      async (shop: TestShop) =>
        void (await (
          await shop.seller()
        ).api(addCommunityPayout, {
          body: { day: '2026-01-03', for: 'Another school', amount: 1 },
          headers: { 'idempotency-key': 'by hand' },
        })),
    ],
  ])('%s keeps all of the month; the samples go as before', async (_, others, add) => {
    const shop = await open()
    const { meera, month } = await makeSmallMonth(shop)
    await add(shop, meera)
    await settle(shop)
    // They read on in the journal.
    await shop.deps.jobs.stop()
    const before = await ofMonth(shop)
    expect(await endDemoWithMonth(shop.deps)).toMatchObject({ month: others, products: 42 })
    expect(await ofMonth(shop)).toEqual(before)
    expect(await readDemoMonth(shop.db)).toEqual(month)
    const samples = shop.db.selectFrom('producers').select('name').where('demo', '=', 1)
    expect(await samples.execute()).toEqual([])
    expect(await checkLedger(shop.db)).not.toHaveProperty('fault')
  })

  it('a payout to a producer who is no sample counts, one to a sample does not', async () => {
    const shop = await open()
    const { meera } = await makeSmallMonth(shop)
    const asha = await producer(shop, 'Asha Silk', { sends: false })
    const seller = await shop.seller()
    await giveAccount(seller, asha)
    const id = await buyByCard(meera, await shop.product({ producerId: asha, makerPricePaise: paise(500_00) }))
    await deliver(seller, id)
    await settle(shop)
    shop.setClock(new Date(Date.now() + 4 * DAY_MS))
    expect((await run(await shop.seller())).statusCode).toBe(200)
    expect((await endDemoWithMonth(shop.deps)).month).toEqual({ ...nobody, lines: 1, payouts: 1 })
  })
})

describe('at the start', () => {
  it('DEMO=0 says that the month is there, and no more once it is gone', async () => {
    const shop = await open()
    const notes = async () =>
      (await startNotes({ ...shop.deps, config: { ...shop.deps.config, demo: false } })).join('\n')
    expect(await notes()).not.toContain('invented')
    await makeSmallMonth(shop)
    expect(await notes()).toContain('DEMO=0, and the invented orders of the demo are in the shop: npm run demo:end')
    await endDemoWithMonth(shop.deps)
    expect(await notes()).not.toContain('DEMO=0')
  })
})

describe.skipIf(onPostgres)('npm run demo:end', () => {
  const command = (dataDir: string) => {
    const running = promisify(execFile)(process.execPath, ['scripts/end-demo.ts'], {
      cwd: root,
      env: { DATA_DIR: dataDir },
    })
    return { child: running.child, printed: running.then(({ stdout }) => stdout) }
  }

  it('says why the month stays, and how one begins with a shop of one’s own', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-demo-'))
    const shop = await open({ dataDir })
    await makeSmallMonth(shop)
    const asha = await person(shop, 'asha@example.com')
    await buy(asha, (await sampleProducts(shop.db))[0] ?? '')
    const printed = await command(dataDir).printed
    expect(printed).toContain('there is more in the shop (1 order of somebody else).')
    expect(printed).toContain('start it with DEMO=0 and a new DATA_DIR')
    expect(printed).toContain('42 products of the demo are archived')
  })

  it('killed on the way it leaves all or nothing', { timeout: 180_000 }, async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-demo-'))
    const shop = await open({ dataDir })
    await makeSmallMonth(shop)
    await opened.splice(0)[0]?.close()
    const connect = () => openDatabase(path.join(dataDir, DATABASE))
    const look = async () => {
      const db = connect()
      const seen = await readAll(db)
      await db.destroy()
      return seen
    }
    const before = await look()
    const other = new DatabaseSync(path.join(dataDir, DATABASE), { timeout: 0 })
    const isBeingChanged = () => {
      try {
        other.exec('begin immediate; rollback')
        return false
      } catch {
        return true
      }
    }
    let killed = 0
    for (const later of [0, 5, 20]) {
      const { child, printed } = command(dataDir)
      const ended = printed.catch(() => undefined)
      while (child.exitCode === null && !isBeingChanged()) await setTimeout(1)
      await setTimeout(later)
      child.kill('SIGKILL')
      await ended
      const now = await look()
      if (now.orders?.length === 0) break
      expect(now).toEqual(before)
      killed += 1
    }
    expect(killed).toBeGreaterThan(0)
    await command(dataDir).printed
    other.close()
    const after = await look()
    for (const table of ['orders', 'ledger_entries', 'payout_runs', 'users']) expect(after[table]).toEqual([])
    expect(after.shop_notes?.join()).not.toContain('demo-month')
    await rm(dataDir, { recursive: true })
  })
})
