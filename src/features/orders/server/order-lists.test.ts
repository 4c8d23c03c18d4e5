import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenToStatements } from '#kernel/db/database.ts'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { anyAddress, onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getMyOrder, listAllOrders, listMyOrders } from '../orders.contract.ts'
import { getOverview } from '../seller-orders.contract.ts'

const ORDERS = 1030
/** The newest ones are as long as an order can be. */
const LONG_ORDERS = 20
const LINES = 100

let shop: TestShop
let shopper: Awaited<ReturnType<TestShop['shopper']>>
let seller: Awaited<ReturnType<TestShop['seller']>>
/** Newest first. */
const ids: string[] = []
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  shopper = await shop.shopper()
  seller = await shop.seller()
  const now = Date.now()
  const orders = Array.from({ length: ORDERS }, (_, at) => ({
    ...{
      id: newId(),
      user_id: shopper.user._id,
      subtotal_paise: paise(100),
      tax_paise: paise(2),
      amount_paise: paise(102),
    },
    ...{ address: JSON.stringify(anyAddress), payment_type: at % 4 ? ('COD' as const) : ('Online' as const) },
    ...{ status: at % 3 ? ('Delivered' as const) : ('Order Placed' as const), is_paid: at % 3 ? 1 : 0 },
    ...{ paid_at: at % 3 ? now - at : null, created_at: now - at, search_text: `ananya rao${at} 560038` },
  }))
  ids.push(...orders.map(({ id }) => id))
  const lines = orders.flatMap(({ id }, at) =>
    Array.from({ length: at < LONG_ORDERS ? LINES : 1 }, (_, position) => ({
      ...{
        order_id: id,
        position,
        product_id: `product ${position}`,
        name: `Bowl ${position}`,
        category: 'Food-Spices',
      },
      ...{
        price_paise: paise(100),
        offer_price_paise: paise(100),
        net_paise: paise(100),
        images: '[]',
        weight: null,
        quantity: 1,
        stock_taken: 0,
      },
    })),
  )
  for (let at = 0; at < orders.length; at += 500)
    await shop.db
      .insertInto('orders')
      .values(orders.slice(at, at + 500))
      .execute()
  for (let at = 0; at < lines.length; at += 500)
    await shop.db
      .insertInto('order_lines')
      .values(lines.slice(at, at + 500))
      .execute()
  // PostgreSQL plans by what it knows of a table, which it learns by itself some time later.
  if (onPostgres) await shop.db.executeQuery(CompiledQuery.raw('vacuum analyze orders'))
})
afterAll(() => shop.close())

/** The statements that `work` sends for orders and their lines. */
async function statementsOf(work: () => Promise<unknown>) {
  const sent: CompiledQuery[] = []
  const stop = listenToStatements(shop.db, (statement) => {
    if (/ from "(orders|order_counts|order_lines|refunds|cash_entries|parcels)"/.test(statement.sql))
      sent.push(statement)
  })
  await work()
  stop()
  return sent
}

/** How many lines of orders `work` reads, by statement. */
async function linesReadBy(work: () => Promise<unknown>) {
  const sent = await statementsOf(work)
  const reads = sent.filter(({ sql }) => /^select \* from "order_lines"/.test(sql))
  const longOnes = new Set(ids.slice(0, LONG_ORDERS))
  return reads.map(({ parameters }) =>
    parameters.reduce<number>((sum, id) => sum + (longOnes.has(String(id)) ? LINES : 1), 0),
  )
}

/** How the database means to run a statement, as one text. */
async function planOf(statement: CompiledQuery) {
  return shop.db.transaction().execute(async (tx) => {
    // A small table is read from end to end, whatever its indexes are.
    if (onPostgres) await tx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'))
    const explain = onPostgres ? 'explain' : 'explain query plan'
    const { rows } = await tx.executeQuery({ ...statement, sql: `${explain} ${statement.sql}` })
    return JSON.stringify(rows)
  })
}

const lists = [
  ['their own', listMyOrders, () => shopper],
  ['the seller’s', listAllOrders, () => seller],
] as const

describe.each(lists)('the list of orders: %s', (_, list, who) => {
  it('has all orders without parameters, the newest 1,000 of them, and says how many there are', async () => {
    const answer = await who().api(list)
    expect(answer.orders.map(({ _id }) => _id)).toEqual(ids.slice(0, 1000))
    expect(answer).toMatchObject({ total: ORDERS, page: 1, pages: 1 })
    expect(answer.orders[0]).toMatchObject({ lineCount: LINES, amount: 102 })
    expect(answer.orders[0]?.items.map(({ product }) => product.name)).toEqual(
      Array.from({ length: LINES }, (_, at) => `Bowl ${at}`),
    )
  })

  it('is read in parts of at most 500 lines', async () => {
    const linesRead = await linesReadBy(() => who().api(list))
    expect(linesRead.reduce((sum, lines) => sum + lines, 0)).toBe(1000 - LONG_ORDERS + LONG_ORDERS * LINES)
    expect(Math.max(...linesRead)).toBeLessThanOrEqual(500)
  })

  it('comes in pages with page or limit, and with few lines of each order', async () => {
    const query = { page: '2', limit: '10', lines: '5' }
    const sent = await statementsOf(async () => {
      const answer = await who().api(list, { query })
      expect(answer).toMatchObject({ total: ORDERS, page: 2, pages: ORDERS / 10 })
      expect(answer.orders.map(({ _id }) => _id)).toEqual(ids.slice(10, 20))
      for (const { items, lineCount } of answer.orders) expect([items.length, lineCount]).toEqual([5, LINES])
    })
    const [lines] = sent.filter(({ sql }) => /^select \* from "order_lines"/.test(sql))
    expect(lines?.sql).toContain('"position" <')
    expect((await who().api(list, { query: { page: '3' } })).page).toBe(3)
  })

  it.each(['page=0', 'limit=0', 'limit=101', 'lines=0', 'lines=101', 'lines=x'])('refuses ?%s', async (query) => {
    expect((await who().send({ method: 'GET', url: `${list.path}?${query}` })).statusCode).toBe(400)
  })
})

it('the download of one’s data and the export read all of them, in the same parts', async () => {
  for (const read of [
    () => shopper.send({ url: '/api/user/data' }),
    () => seller.send({ url: '/api/order/export.csv' }),
  ]) {
    const linesRead = await linesReadBy(read)
    expect(linesRead.reduce((sum, lines) => sum + lines, 0)).toBe(ORDERS - LONG_ORDERS + LONG_ORDERS * LINES)
    expect(Math.max(...linesRead)).toBeLessThanOrEqual(500)
  }
})

it('one of their own orders is read whole, and nobody else’s', async () => {
  const [id = ''] = ids
  expect((await shopper.api(getMyOrder, { params: { id } })).order.items).toHaveLength(LINES)
  await expect((await shop.shopper()).api(getMyOrder, { params: { id } })).rejects.toMatchObject({ status: 404 })
})

describe('what the seller looks at', () => {
  const queries: Record<string, string>[] = [
    {},
    { page: '40' },
    { payment: 'paid' },
    { payment: 'pending', paymentType: 'Online' },
    { status: 'Delivered', paymentType: 'COD' },
  ]

  it.each(queries)('is found in indexes alone: orders by %o', async (query) => {
    const sent = await statementsOf(() => seller.api(listAllOrders, { query: { limit: '25', ...query } }))
    const [page] = sent.filter(({ sql }) => sql.includes('from "orders"'))
    const [counts] = sent.filter(({ sql }) => sql.includes('from "order_counts"'))
    for (const statement of onPostgres ? [counts, page] : [page]) {
      if (!statement) throw new Error('there is no such statement')
      const plan = await planOf(statement)
      // A row is read for what is shown, by its id; never to see whether it fits.
      expect(plan).not.toMatch(/SCAN orders(?! USING COVERING INDEX)|SEARCH orders USING INDEX orders_/)
      const index = statement === counts ? 'orders_counted' : `orders_(newest${query.status ? '|of_status' : ''})`
      expect(plan).toMatch(new RegExp(`${onPostgres ? 'Index Only Scan using' : 'USING COVERING INDEX'} ${index}`))
    }
  })

  it('a search finds parts of names and PINs in an index', async () => {
    const sent = await statementsOf(async () => {
      const { orders, counts } = await seller.api(listAllOrders, { query: { q: 'rao102 5600', limit: '25' } })
      expect(counts.all).toBe(11)
      expect(orders[0]?._id).toBe(ids[102])
    })
    for (const statement of sent.filter(({ sql }) => /order_texts|search_text/.test(sql)).slice(0, 2))
      expect(await planOf(statement)).toMatch(
        onPostgres ? /Bitmap Index Scan on order_texts/ : /order_texts VIRTUAL TABLE/,
      )
  })

  it('the overview is', async () => {
    const sent = await statementsOf(() => seller.api(getOverview))
    const indexes = ['orders_newest', 'orders_paid', 'cash_entries_by_day', 'refunds_done', 'parcels_owing']
    const plans: string[] = []
    for (const statement of sent) plans.push(await planOf(statement))
    for (const index of indexes)
      expect(plans.filter((plan) => plan.includes(onPostgres ? index : `USING COVERING INDEX ${index}`))).not.toEqual(
        [],
      )
    const readsAll = onPostgres ? /Seq Scan/ : /SCAN (orders|order_lines|parcels|cash_entries|refunds)(?! USING)/
    for (const plan of plans) expect(plan).not.toMatch(readsAll)
  })
})
