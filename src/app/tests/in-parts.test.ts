import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteOldKeys } from '#features/orders/place/server/idempotency-key.ts'
import { deleteOldEvents } from '#features/payments/server/mark-paid.ts'
import { listenToStatements } from '#kernel/db/database.ts'
import { DAY_MS } from '#shared/time.ts'
import { type TestShop, testShop } from '#testing/shop.ts'

const OLD = 450
let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
  const long = Date.now() - 400 * DAY_MS
  const times = [...new Array<number>(OLD).fill(long), Date.now()]
  const keys = times.map((created_at, at) => ({
    ...{ user_id: `shopper ${at % 3}`, key: `key ${at}`, content_hash: '', order_id: `order ${at}`, created_at },
  }))
  await shop.db.insertInto('idempotency_keys').values(keys).execute()
  const events = times.map((received_at, at) => ({ id: `event ${at}`, type: 'refund.updated', received_at }))
  await shop.db.insertInto('payment_events').values(events).execute()
})
afterAll(() => shop.close())

it.each([
  ['idempotency_keys', deleteOldKeys],
  ['payment_events', deleteOldEvents],
] as const)('old rows of %s go in small parts; young ones stay', async (table, tidy) => {
  let parts = 0
  const stop = listenToStatements(shop.db, ({ sql }) => {
    if (sql.startsWith('delete')) parts += 1
  })
  await tidy(shop.deps)
  stop()
  expect(parts).toBe(3)
  expect(await shop.db.selectFrom(table).selectAll().execute()).toHaveLength(1)
})
