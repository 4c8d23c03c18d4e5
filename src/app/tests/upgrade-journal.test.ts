import { afterAll, beforeAll, expect, it } from 'vitest'
import { writePapers } from '#features/invoices/server/write-papers.ts'
import { writeLedger } from '#features/ledger/server/write-ledger.ts'
import { tellSeller } from '#features/mails/server/shop-mails.ts'
import { getSellerOrder } from '#features/orders/orders.contract.ts'
import { moveOrder } from '#features/orders/seller-orders.contract.ts'
import { makeOrderTexts } from '#features/orders/server/order-texts.ts'
import type { Db } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { DAY_MS } from '#shared/time.ts'
import { insertRow } from '#testing/insert-row.ts'
import { anyAddress, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

// Orders of a shop that said by flags what was still to be done: nothing is forgotten, and nothing is done twice.

const WITH_FLAGS = '0038-what-happened'
const PLACED = Date.parse('2026-11-01T10:00:00Z')
const DELIVERED = PLACED + 5 * DAY_MS
const NOW = new Date('2026-11-10T09:00:00Z')

const settled = { invoiced: 1, credit_due: 0, ledger_due: 0, shop_told: 1, text_due: 0 }

/** One order of ₹100 with each flag, and one with none. */
const orders = {
  settled: { ...settled, status: 'Delivered', is_paid: 1 },
  'without invoice': { ...settled, status: 'Order Placed', is_paid: 0, invoiced: 0 },
  'to credit': { ...settled, status: 'Cancelled', is_paid: 0, credit_due: 1 },
  'to enter': { ...settled, status: 'Delivered', is_paid: 1, ledger_due: 1 },
  'to tell': { ...settled, status: 'Order Placed', is_paid: 0, shop_told: 0 },
  'to search': { ...settled, status: 'Order Placed', is_paid: 0, text_due: 1 },
}
type Name = keyof typeof orders
const names = Object.keys(orders) as Name[]

async function write(db: Db, name: Name, at: number) {
  const order = orders[name]
  await insertRow(db, 'orders', {
    ...{ number: 1001 + at, id: name, user_id: 'meera', subtotal_paise: 10000, tax_paise: 200, amount_paise: 10200 },
    ...{ address: JSON.stringify(anyAddress), payment_type: 'COD', created_at: PLACED + at, search_text: 'old' },
    ...{ paid_at: order.is_paid === 1 ? DELIVERED : null, ledger_salt: `salt of ${name}`, ...order },
  })
  await insertRow(db, 'order_lines', {
    ...{ order_id: name, position: 0, product_id: 'bowl', name: 'Bowl', category: 'Pottery-Ceramics', images: '[]' },
    ...{ price_paise: 10000, offer_price_paise: 10000, weight: '250 g', quantity: 1, stock_taken: 0, net_paise: 10000 },
    ...{ tax_paise: 200, producer_id: 'asha', producer_name: 'Asha Silk', sender_id: null },
    ...{ maker_paise: 5000, costs_paise: 1000, producer_paise: 3400, community_paise: 200, shop_paise: 400 },
  })
  if (order.status === 'Delivered') {
    await insertRow(db, 'parcels', {
      ...{ id: name, order_id: name, number: 1, sender_id: null, sender: null, status: 'Delivered', token: name },
      ...{ cash_paise: 10200, cash_received_paise: 10200, confirmed_at: PLACED, delivered_at: DELIVERED },
    })
    await insertRow(db, 'cash_entries', {
      ...{ id: name, order_id: name, parcel: 1, kind: 'received', amount_paise: 10200, at: DELIVERED },
    })
  }
  if (order.invoiced === 1)
    await insertRow(db, 'invoices', { number: 1 + at, order_id: name, issued_at: PLACED, seller_id: 1, document: '{}' })
}

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings, {
    async before(db) {
      await migrate(db, WITH_FLAGS)
      await insertRow(db, 'paper_sellers', { id: 1, store_name: 'Haat', lines: '[]' })
      for (const [at, name] of names.entries()) await write(db, name, at)
    },
  })
  await shop.deps.jobs.stop()
  shop.setClock(NOW)
  // Each twice: the second time there is nothing to do.
  for (const _ of ['once', 'again']) {
    await writePapers(shop.deps)
    await writeLedger(shop.deps)
    await makeOrderTexts(shop.deps)
    await tellSeller(shop.deps)
  }
})
afterAll(() => shop.close())

it('asks each reader to look at the orders that it had not done yet, at no other', async () => {
  const events = await shop.db
    .selectFrom('order_events')
    .select(['order_id', 'kind', 'details'])
    .orderBy('number')
    .execute()
  const asked = events.map(({ order_id, details }) => [order_id, JSON.parse(details ?? '').reader])
  expect(asked.filter(([, reader]) => reader !== 'programs')).toEqual([
    ['without invoice', 'papers'],
    ['to credit', 'papers'],
    ['to enter', 'ledger'],
    ['to tell', 'new orders'],
    ['to search', 'search texts'],
  ])
  // An order in which nothing happened yet, and the one that gets a credit note here.
  expect(asked.filter(([, reader]) => reader === 'programs').map(([id]) => id)).toEqual(['settled', 'to credit'])
  expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['LOOK_AGAIN']))
})

it('numbers the invoice that was missing, and credits what went back', async () => {
  const invoices = await shop.db.selectFrom('invoices').select(['number', 'order_id']).orderBy('number').execute()
  expect(invoices).toHaveLength(names.length)
  expect(invoices.at(-1)).toEqual({ number: names.length + 1, order_id: 'without invoice' })
  const notes = await shop.db.selectFrom('credit_notes').select(['number', 'order_id', 'amount_paise']).execute()
  expect(notes).toEqual([{ number: 1, order_id: 'to credit', amount_paise: 10200 }])
})

it('enters the order that waited, with what it brings', async () => {
  const entries = await shop.db
    .selectFrom('ledger_entries')
    .select(['number', 'kind', 'order_id', 'quantity'])
    .execute()
  expect(entries).toEqual([{ number: 1, kind: 'sale', order_id: 'to enter', quantity: 1 }])
  const dues = await shop.db.selectFrom('ledger_dues').select(['producer_id', 'amount_paise']).execute()
  expect(dues).toEqual([{ producer_id: 'asha', amount_paise: 8400 }])
})

it('tells the shop of the order that it had not heard of, and finds the one without its words', async () => {
  expect((await shop.mailsTo(sellerSettings.SELLER_EMAIL)).map(({ subject }) => subject)).toEqual([
    'New order #1005, ₹102.00, cash on delivery',
  ])
  const texts = await shop.db.selectFrom('orders').select(['id', 'search_text']).orderBy('number').execute()
  expect(texts.filter(({ search_text }) => search_text !== 'old')).toEqual([
    { id: 'to search', search_text: expect.stringContaining('bowl') },
  ])
})

it('shows nothing of it in histories, and goes on with what happens now', async () => {
  const seller = await shop.seller()
  const params = { id: 'without invoice' }
  expect((await seller.api(getSellerOrder, { params })).order.history).toHaveLength(1)
  await seller.api(moveOrder, { params, body: { status: 'Cancelled' } })
  await writePapers(shop.deps)
  expect(await shop.db.selectFrom('credit_notes').select('order_id').orderBy('number').execute()).toEqual([
    { order_id: 'to credit' },
    { order_id: 'without invoice' },
  ])
})
