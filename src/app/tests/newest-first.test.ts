import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProducts } from '#features/catalog/server/products.ts'
import { listenToStatements } from '#kernel/db/database.ts'
import { newestFirst } from '#kernel/db/query/newest-first.ts'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { anyAddress, anyProduct, onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

const PRODUCTS = 450
const ORDERS = 250
const SUBSCRIBERS = 1100

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  await createProducts(shop.db, new Array(PRODUCTS).fill(anyProduct), new Date())
  const orders = Array.from({ length: ORDERS }, (_, at) => ({
    ...{
      id: newId(),
      user_id: 'nobody',
      subtotal_paise: paise(100),
      tax_paise: paise(2),
      amount_paise: paise(102),
      is_paid: 0,
    },
    ...{ address: JSON.stringify(anyAddress), payment_type: 'COD' as const, status: 'Order Placed' as const },
    // Two at a time in the same millisecond.
    ...{ created_at: Date.now() - Math.floor(at / 2), search_text: '' },
  }))
  await shop.db.insertInto('orders').values(orders).execute()
  const subscriptions = Array.from({ length: SUBSCRIBERS }, (_, at) => ({
    ...{ email: `reader${at}@example.com`, token: `token ${at}`, confirmed_at: null },
    subscribed_at: Date.now() - Math.floor(at / 2),
  }))
  await shop.db.insertInto('newsletter_subscriptions').values(subscriptions).execute()
})
afterAll(() => shop.close())

/** How the database means to run a statement, as one text. */
async function planOf(statement: CompiledQuery) {
  return shop.db.transaction().execute(async (tx) => {
    // A small table is read from end to end, whatever its indexes are.
    if (onPostgres)
      await tx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off; set local enable_sort = off'))
    const explain = onPostgres ? 'explain' : 'explain query plan'
    const { rows } = await tx.executeQuery({ ...statement, sql: `${explain} ${statement.sql}` })
    return JSON.stringify(rows)
  })
}

describe('reading a table newest first', () => {
  it.each([
    ['products', '/api/product/export.csv', PRODUCTS],
    ['orders', '/api/order/export.csv', ORDERS],
    ['newsletter_subscriptions', '/api/newsletter/list.csv', SUBSCRIBERS],
  ])('gives an export all %s, each part beginning in the index where the last one ended', async (table, url, count) => {
    const parts: CompiledQuery[] = []
    const stop = listenToStatements(shop.db, (statement) => {
      if (statement.sql.includes(`from "${table}"`)) parts.push(statement)
    })
    const { body } = await seller.send({ method: 'GET', url })
    stop()
    // The heading and an empty line at the end.
    const lines = body.split('\r\n').slice(1, -1)
    expect(new Set(lines).size).toBe(count)
    expect(parts.length).toBe(3)
    for (const part of parts.slice(1)) {
      const plan = await planOf(part)
      expect(plan).toMatch(
        onPostgres ? /Index Cond: .*ROW\(\w+, \w+\) < ROW\(/ : /\((created|subscribed)_at,(id|email)\)<\(\?,\?\)/,
      )
      expect(plan).not.toMatch(/sort|temp b-tree/i)
    }
  })

  it('lets others work between the parts', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 0)
    const parts = newestFirst(50, (isNext) =>
      shop.db
        .selectFrom('products')
        .select(['created_at', 'id'])
        .where('archived', '=', 0)
        .where(isNext)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(50)
        .execute(),
    )
    const before: number[] = []
    for await (const _ of parts) {
      before.push(turns)
      const begin = performance.now()
      while (performance.now() - begin < 2) {
        // A part that takes its time.
      }
    }
    clearInterval(timer)
    expect(before).toHaveLength(PRODUCTS / 50)
    expect(new Set(before).size).toBe(before.length)
  })
})
