import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writePapers } from '#features/invoices/server/write-papers.ts'
import { checkLedger } from '#features/ledger/server/check-ledger.ts'
import { writeLedger } from '#features/ledger/server/write-ledger.ts'
import { takeNews } from '#features/mails/server/shop-news.ts'
import { getSellerOrder, placeCodOrder } from '#features/orders/orders.contract.ts'
import { moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { markCashReceived } from '#features/orders/seller-orders.contract.ts'
import { compareGateway } from '#features/payments/server/compare-gateway.ts'
import { listDue } from '#features/payouts/payouts.contract.ts'
import { checkPayouts } from '#features/payouts/server/check-payouts.ts'
import { makeRun } from '#features/payouts/server/make-run.ts'
import { done } from '#features/second-yes/testing/done.ts'
import { readConfig } from '#kernel/config.ts'
import { DATABASE, openDataDir } from '#kernel/db/data-dir.ts'
import { type Db, openDatabase } from '#kernel/db/database.ts'
import { isOfMonth, readDemoMonth } from '#kernel/db/demo-month.ts'
import { principalOf } from '#kernel/guard/principals.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { isReady } from '#testing/http.ts'
import { isBuilt, startProcess } from '#testing/processes.ts'
import { START_DEADLINE_MS, until } from '#testing/program.ts'
import { onPostgres, randomTest, type TestShop, testShop } from '#testing/shop.ts'
import { undoAll } from '#testing/undo.ts'
import { makeMonth } from './make-month.ts'
import { planMonth } from './plan-month.ts'

const NOW = new Date('2026-11-27T05:00:00Z')
const { kills: KILLS } = randomTest

async function monthIn(folder: string) {
  const { databaseFile, release } = await openDataDir(folder)
  await makeMonth(readConfig({ DATA_DIR: folder }), pino({ level: 'silent' }), databaseFile, NOW)
  release()
  return databaseFile
}

describe('the plan of the month', () => {
  const products = [
    { name: 'Jar', rupees: 300 },
    { name: 'Rug', rupees: 9000 },
  ]

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'has 120 orders, more of them at weekends, where today is day %i of the week',
    (weekday) => {
      const { orders } = planMonth(products, weekday)
      expect(orders).toHaveLength(120)
      const isWeekend = ({ placed }: (typeof orders)[number]) => [0, 6].includes((weekday - placed.daysAgo + 35) % 7)
      const weekendDays = Array.from({ length: 30 }, (_, ago) => (weekday - ago + 35) % 7).filter(
        (day) => day % 6 === 0,
      )
      const atWeekends = orders.filter(isWeekend).length / weekendDays.length
      const onOthers = orders.filter((order) => !isWeekend(order)).length / (30 - weekendDays.length)
      expect(atWeekends).toBeGreaterThan(onOthers)
      expect(new Set(orders.flatMap(({ fate }) => fate ?? [])).size).toBe(11)
    },
  )

  it('is the same each time', () => {
    expect(planMonth(products, 3)).toEqual(planMonth(products, 3))
  })
})

describe.skipIf(onPostgres)('a demo with a month of its past', () => {
  let folder: string
  let shop: TestShop
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'haat-month-'))
    await monthIn(folder)
    shop = await testShop({ DEMO: '1' }, { dataDir: folder })
    shop.setClock(new Date(NOW.getTime() + MINUTE_MS))
  }, 60_000)
  afterAll(async () => {
    await shop.close()
    await rm(folder, { recursive: true, force: true })
  })

  const statuses = async (table: 'orders' | 'parcels') =>
    Object.fromEntries(
      (
        await shop.db
          .selectFrom(table)
          .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
          .groupBy('status')
          .execute()
      ).map(({ status, count }) => [status, count]),
    )

  it('sends no mail, has told the shop all, and lets nobody in', async () => {
    for (const table of ['outbox', 'sessions', 'idempotency_keys'] as const)
      expect(await shop.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    expect(await shop.db.transaction().execute((tx) => takeNews(tx, 500, shop.deps.now()))).toEqual([])
  })

  it('has orders and parcels in every state', async () => {
    const orders = await statuses('orders')
    expect(Object.keys(orders).toSorted()).toEqual([
      'Awaiting payment',
      'Cancelled',
      'Confirmed',
      'Delivered',
      'Order Placed',
      'Packed',
      'Returned',
      'Shipped',
    ])
    expect(await statuses('parcels')).toMatchObject({
      'To pack': expect.any(Number),
      Lost: expect.any(Number),
      Refused: 1,
    })
    const sent = await shop.db.selectFrom('parcels').selectAll().where('status', '=', 'Shipped').execute()
    expect(sent.every(({ courier, tracking_number }) => courier && tracking_number)).toBe(true)
  })

  it('has returns with photos, runs that were sent, something that is due, money given to a community, and an application', async () => {
    const returns = await shop.db.selectFrom('returns').select(['state', 'photos']).execute()
    expect(returns.map(({ state }) => state).toSorted()).toEqual(['accepted', 'asked', 'closed'])
    for (const { photos } of returns)
      for (const { key } of JSON.parse(photos)) expect(existsSync(path.join(folder, 'media', key))).toBe(true)
    const payouts = await shop.db.selectFrom('payouts').select(['run', 'state']).execute()
    expect(new Set(payouts.map(({ run: number, state }) => `${number} ${state}`))).toEqual(
      new Set(['1 sent', '2 sent']),
    )
    const due = await (await shop.seller()).api(listDue)
    expect(due.run.amount).toBeGreaterThan(0)
    expect(await shop.db.selectFrom('community_payouts').selectAll().execute()).toHaveLength(1)
    const waiting = shop.db.selectFrom('producer_applications').select('id').where('status', '=', 'pending')
    expect(await waiting.execute()).toHaveLength(1)
  })

  it('has books that add up', async () => {
    const checked = await checkLedger(shop.db, { checkLeaving: checkPayouts })
    expect(checked?.fault).toBeUndefined()
    expect(await compareGateway(shop.deps)).toMatchObject({ off: 0 })
  })

  it('has invented people alone', async () => {
    const users = await shop.db.selectFrom('users').select('email').execute()
    expect(users.length).toBeGreaterThanOrEqual(60)
    expect(users.filter(({ email }) => !email.endsWith('.example'))).toEqual([])
    const makers = await shop.db.selectFrom('producers').select(['demo', 'email']).execute()
    expect(makers.filter(({ demo, email }) => demo === 0 && !email.endsWith('.example'))).toEqual([])
    const lines = await shop.db.selectFrom('order_lines').select('unstated').execute()
    expect(lines.filter(({ unstated }) => unstated === 1)).toEqual([])
  })

  it('is the same each time, but for ids', async () => {
    const again = await mkdtemp(path.join(tmpdir(), 'haat-month-'))
    const db = openDatabase(await monthIn(again))
    const told = (of: Db) =>
      of
        .selectFrom('orders')
        .select(['number', 'amount_paise', 'status', 'payment_type', 'created_at', 'address'])
        .orderBy('number')
        .execute()
    const entered = (of: Db) =>
      of
        .selectFrom('ledger_entries')
        .select(['number', 'at', 'kind', 'producer_paise', 'community_paise', 'shop_paise'])
        .orderBy('number')
        .execute()
    expect(await told(db)).toEqual(await told(shop.db))
    expect(await entered(db)).toEqual(await entered(shop.db))
    await db.destroy()
    await rm(again, { recursive: true })
  }, 60_000)

  it('goes on: an order, its paper, its entries and its payout have the numbers behind it', async () => {
    const month = await readDemoMonth(shop.db)
    const seller = await shop.seller()
    const shopper = await shop.shopper()
    const product = await shop.db
      .selectFrom('products')
      .select('id')
      .where('in_stock', '=', 1)
      .executeTakeFirstOrThrow()
    const body = { items: [{ product: product.id, quantity: 2 }], address: shopper.address._id }
    const { orderId } = await shopper.api(placeCodOrder, { body })
    for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered'] as const)
      await seller.api(moveParcels, { body: { orders: [orderId], to } })
    await seller.api(markCashReceived, { params: { id: orderId } })
    await writePapers(shop.deps)
    const { order } = await seller.api(getSellerOrder, { params: { id: orderId } })
    expect(order.number).toBe((month?.orders ?? 0) + 1)
    expect(isOfMonth(month, 'orders', order.number)).toBe(false)
    const papers = shop.db.selectFrom('invoices').select('number').where('order_id', '=', orderId)
    expect((await papers.executeTakeFirstOrThrow()).number).toBe((month?.invoices ?? 0) + 1)
    // The time in which cash can be taken back, and goods be returned.
    shop.setClock(new Date(NOW.getTime() + 9 * DAY_MS))
    await writeLedger(shop.deps)
    const entries = await shop.db
      .selectFrom('ledger_entries')
      .select(['number', 'order_id'])
      .orderBy('number')
      .execute()
    expect(entries.find(({ order_id }) => order_id === orderId)?.number).toBeGreaterThan(month?.entries ?? 0)
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_, at) => at + 1))
    const { id: sellerId } = await shop.db.selectFrom('sellers').select('id').executeTakeFirstOrThrow()
    const made = done(await makeRun(shop.deps, principalOf('seller', sellerId), 'after the month'))
    expect(made.run.number).toBe((month?.runs ?? 0) + 1)
    expect((await checkLedger(shop.db, { checkLeaving: checkPayouts }))?.fault).toBeUndefined()
  })
})

describe.skipIf(onPostgres)('a start that makes the month', { timeout: (KILLS + 2) * START_DEADLINE_MS }, () => {
  it.runIf(isBuilt)('is killed while it does: the next one has all of it, once', async () => {
    let shop = await startProcess({ DEMO: '1' })
    const settings = { DEMO: '1', DATA_DIR: shop.dataDir }
    for (let kill = 0; kill < KILLS; kill += 1) {
      const isMaking = () => existsSync(path.join(shop.dataDir, '.month.sqlite'))
      await until(shop, isMaking, 1)
      // Later each time; the last one is killed when the photos are there.
      await setTimeout((kill * 2000) / KILLS)
      shop.child.kill('SIGKILL')
      await shop.ended
      expect(existsSync(path.join(shop.dataDir, DATABASE)), 'it was there already').toBe(false)
      shop = { ...(await startProcess(settings)), dataDir: shop.dataDir }
    }
    await until(shop, () => isReady(shop))
    shop.child.kill('SIGTERM')
    await shop.ended
    const db = openDatabase(path.join(shop.dataDir, DATABASE))
    const { count } = await db
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    await db.destroy()
    expect(count).toBe(120)
    const names = await readdir(shop.dataDir)
    expect(names.filter((name) => name.startsWith('.month'))).toEqual([])
    const photos = await readdir(path.join(shop.dataDir, 'media'))
    expect(photos.filter((name) => name.startsWith('return-'))).toHaveLength(3)
  })

  it.runIf(isBuilt).each([
    ['the catalogue alone', { DEMO: 'catalogue' }],
    ['an address that people take for real', { DEMO: '1', PUBLIC_URL: 'https://shop.example' }],
  ])('makes none for %s', async (_, settings) => {
    const shop = await startProcess(settings)
    await until(shop, () => isReady(shop))
    shop.child.kill('SIGTERM')
    await shop.ended
    const db = openDatabase(path.join(shop.dataDir, DATABASE))
    expect(await db.selectFrom('orders').selectAll().execute()).toEqual([])
    expect(await readDemoMonth(db)).toBeUndefined()
    await db.destroy()
  })
  afterAll(undoAll)
})
