import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { anyAddress, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getSellerOrder } from '../../orders.contract.ts'
import { getOverview, moveOrder, refundOrder, undoCashReceived } from '../../seller-orders.contract.ts'

/** The newest schema without parcels. */
const WITHOUT_PARCELS = '0020-short-turns'
/** Whose cash came this long ago can still say that it was a mistake. */
const NOW = Date.now()

async function insert(db: Db, table: string, row: object) {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
}

/** Two pieces of ₹100.25 that were ordered before there were parcels: ₹204.51. */
async function writeOrder(db: Db, number: number, order: object) {
  const id = `order ${number}`
  await insert(db, 'orders', {
    ...{ number, id, user_id: 'somebody', subtotal_paise: 200_50, tax_paise: 4_01, amount_paise: 204_51 },
    ...{ address: JSON.stringify(anyAddress), payment_type: 'COD', status: 'Delivered', is_paid: 0 },
    ...{ created_at: NOW, search_text: 'ananya rao', ...order },
  })
  await insert(db, 'order_lines', {
    ...{ order_id: id, position: 0, product_id: 'bowl', name: 'Bowl', category: 'Pottery-Ceramics' },
    ...{ price_paise: 100_25, offer_price_paise: 100_25, images: '[]', weight: null, quantity: 2, stock_taken: 2 },
  })
  return id
}

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings, {
    before: async (db) => {
      await migrate(db, WITHOUT_PARCELS)
      await writeOrder(db, 1001, { status: 'Order Placed' })
      await writeOrder(db, 1002, { status: 'Confirmed' })
      await writeOrder(db, 1003, { is_paid: 1, paid_at: NOW })
      await writeOrder(db, 1004, { status: 'Returned', written_off: 1 })
      await writeOrder(db, 1005, { status: 'Cancelled' })
      await writeOrder(db, 1006, { status: 'Shipped', payment_type: 'Online', is_paid: 1, paid_at: NOW })
      await writeOrder(db, 1007, {})
    },
  })
  seller = await shop.seller()
})
afterAll(() => shop.close())

const seen = async (number: number) => (await seller.api(getSellerOrder, { params: { id: `order ${number}` } })).order

it('orders of before have one parcel from when they were confirmed, which brings all that they cost', async () => {
  expect((await seen(1001)).parcels).toEqual([])
  expect((await seen(1002)).parcels).toMatchObject([{ status: 'To pack', cash: 204_51, cashReceived: 0 }])
  expect((await seen(1003)).parcels).toMatchObject([{ status: 'Delivered', cash: 204_51, cashReceived: 204_51 }])
  expect((await seen(1004)).parcels).toMatchObject([{ status: 'Returned', restocked: false }])
  expect((await seen(1005)).parcels).toEqual([])
  expect((await seen(1006)).parcels).toMatchObject([{ status: 'Shipped', cash: 0 }])
  const tokens = await shop.db.selectFrom('parcels').select('token').execute()
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(tokens.length)
  for (const { token } of tokens) expect(token.length).toBeGreaterThan(30)
  const { today, expectedInCash } = await seller.api(getOverview)
  expect(today.revenue).toBe(2 * 204_51)
  expect(expectedInCash).toEqual({ amount: 204_51, parcels: 1 })
})

it('they go on as any other, and are refunded in the way of before', async () => {
  for (const number of [1001, 1002])
    for (const status of number === 1001 ? (['Confirmed', 'Packed'] as const) : (['Packed'] as const))
      await seller.api(moveOrder, { params: { id: `order ${number}` }, body: { status } })
  expect((await seen(1001)).parcels).toMatchObject([{ status: 'Packed', cash: 204_51 }])
  const lines = [{ product: 'bowl', quantity: 1 }]
  const body = { lines, method: 'upi', reference: 'UPI 1' } as const
  expect(await seller.api(refundOrder, { params: { id: 'order 1006' }, body })).toMatchObject({ amount: 102_26 })
  await seller.api(undoCashReceived, { params: { id: 'order 1003' } })
  expect(await seen(1003)).toMatchObject({ isPaid: false, parcels: [{ cashReceived: 0 }] })
})

it('pieces that are not with their shopper any more are in stock, or written off', async () => {
  const lines = await shop.db.selectFrom('order_lines').select(['order_id', 'restocked', 'written_off']).execute()
  const back = lines.filter(({ restocked, written_off }) => restocked + written_off > 0)
  expect(back.toSorted((one, other) => one.order_id.localeCompare(other.order_id))).toEqual([
    { order_id: 'order 1004', restocked: 0, written_off: 2 },
    { order_id: 'order 1005', restocked: 2, written_off: 0 },
  ])
})
