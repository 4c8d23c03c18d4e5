import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { parsePictures, pictureUrl } from '#features/catalog/server/catalog.service.ts'
import type { Db } from '#kernel/db/database.ts'
import { readDemoMonth } from '#kernel/db/demo-month.ts'
import { unindexed } from '#kernel/db/engine.ts'
import { readPage } from '#kernel/db/query/read-page.ts'
import { INDIA_AHEAD_MS } from '#shared/day.ts'
import { NO_MONEY, type Paise, paise, plus } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'
import { MAX_UNPAGED_ORDERS, type OrderFilters } from '../orders.contract.ts'
import { OVERVIEW_DAYS } from '../seller-orders.contract.ts'
import { countFitting, type Fitting, findFitting, newestFitting, readFilters, stretchesFor } from './fitting-orders.ts'
import type { OrderReader } from './order-answer.ts'
import { lineCount, withLines } from './order-answer.ts'
import { orderRowsOf } from './order-csv.ts'
import { isUnpaged, orderParts, type Paging, ROWS_AT_ONCE } from './orders.service.ts'
import { countByTab, revenueByProducer } from './overview-figures.ts'

const PER_PAGE = 25
const LOW_STOCK = 5
const MAX_LOW_STOCK = 10

/** A page of all orders, newest first; without `page` and `limit` the newest 1,000, in parts. */
export async function listAllOrders(deps: OrderReader, asked: OrderFilters & Paging) {
  const { db } = deps
  const filters = { ...asked, ...(await readFilters(db, asked)) }
  const { counts, tabs, stretches } = await countFitting(db, filters)
  const total = counts[filters.payment ?? 'all']
  await setImmediate()
  if (isUnpaged(filters)) {
    const orders = fittingParts(deps, filters, { most: MAX_UNPAGED_ORDERS, lines: filters.lines })
    return { orders, total, page: 1, pages: 1, counts, tabs }
  }
  const { page, limit = PER_PAGE, lines } = filters
  const { rows, ...paging } = await readPage({ page, limit }, total, async (limit, offset) => {
    const ids = await findFitting(db, filters, stretches, limit, offset)
    return ids.length === 0
      ? []
      : db
          .selectFrom('orders')
          .selectAll()
          .select(lineCount)
          .where('id', 'in', ids)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .execute()
  })
  return { orders: await withLines(deps, rows, lines), ...paging, counts, tabs }
}

/** Fitting orders, newest first, in parts; those placed meanwhile are left out. */
async function* fittingParts(deps: OrderReader, filters: Fitting, bounds: Parameters<typeof orderParts>[2]) {
  let left = bounds.most ?? Number.POSITIVE_INFINITY
  for await (const stretch of stretchesFor(deps.db, filters)) {
    const read: Parameters<typeof orderParts>[1] = (isNext) =>
      newestFitting(deps.db, filters, stretch)
        .selectAll('orders')
        .select(lineCount)
        .where(isNext)
        .limit(ROWS_AT_ONCE)
        .execute()
    for await (const orders of orderParts(deps, read, { ...bounds, most: left })) {
      left -= orders.length
      yield orders
    }
    if (left === 0) return
  }
}

/** All of them, newest first, in parts. */
export async function* fittingOrders(deps: OrderReader, filters: OrderFilters) {
  yield* fittingParts(deps, await readFilters(deps.db, filters), {})
}

export async function* orderRows(deps: OrderReader, filters: OrderFilters) {
  for await (const orders of fittingOrders(deps, filters)) yield await orderRowsOf(deps.db, orders)
}

/** Days since 1 January 1970, in India. */
const indianDay = (time: number) => Math.floor((time + INDIA_AHEAD_MS) / DAY_MS)
const dayName = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

const dayOf = (at: 'created_at' | 'paid_at' | 'done_at' | 'at') =>
  sql<number>`(${sql.ref(at)} + ${sql.lit(INDIA_AHEAD_MS)}) / ${sql.lit(DAY_MS)}`

/** Each Indian day's money, in cash or by card, less the day's refunds. `since` in milliseconds. */
async function revenueByDay(db: Db, since: number) {
  const byCard = await db
    .selectFrom('orders')
    .select([dayOf('paid_at').as('day'), (select) => select.fn.sum<number>('amount_paise').as('amount')])
    .where('payment_type', '=', 'Online')
    .where('paid_at', '>=', since)
    .groupBy(dayOf('paid_at'))
    .execute()
  await setImmediate()
  const inCash = await db
    .selectFrom('cash_entries')
    .select([dayOf('at').as('day'), (select) => select.fn.sum<number>('amount_paise').as('amount')])
    // As in the index cash_entries_by_day, else it is not used; so below.
    .where(sql<boolean>`kind <> 'let go'`)
    .where('at', '>=', since)
    .groupBy(dayOf('at'))
    .execute()
  const wentBack = await db
    .selectFrom('refunds')
    .select([dayOf('done_at').as('day'), (select) => select.fn.sum<number>('amount_minor').as('amount')])
    .where(sql<boolean>`state = 'done' and purpose = 'order'`)
    .where('done_at', '>=', since)
    .groupBy(dayOf('done_at'))
    .execute()
  const revenue = new Map<number, Paise>()
  const count = (day: number, amount: Paise) => revenue.set(day, plus(revenue.get(day) ?? NO_MONEY, amount))
  for (const { day, amount } of [...byCard, ...inCash]) count(Number(day), paise(Number(amount)))
  for (const { day, amount } of wentBack) count(Number(day), paise(-Number(amount)))
  return revenue
}

/** Cash of delivered parcels that couriers still have. */
export async function expectedInCash(db: Db) {
  const { amount, parcels } = await db
    .selectFrom('parcels')
    .select(sql<number>`coalesce(sum(cash_paise - cash_received_paise - cash_let_go_paise), 0)`.as('amount'))
    .select(({ fn }) => fn.countAll<number>().as('parcels'))
    // As in the index parcels_owing, else it is not used.
    .where(sql<boolean>`cash_paise > cash_received_paise + cash_let_go_paise`)
    .where('status', '=', 'Delivered')
    .executeTakeFirstOrThrow()
  return { amount: paise(Number(amount)), parcels: Number(parcels) }
}

/** Orders by Indian day, without cancelled and unpaid ones. */
async function ordersByDay(db: Db, since: number) {
  const rows = await db
    .selectFrom('orders')
    .select([dayOf('created_at').as('day'), (select) => select.fn.countAll<number>().as('orders')])
    .where('created_at', '>=', since)
    .where(sql<boolean>`${unindexed(db, 'orders.status')} not in ('Cancelled', 'Awaiting payment')`)
    .groupBy(dayOf('created_at'))
    .execute()
  return new Map(rows.map(({ day, orders }) => [Number(day), Number(orders)]))
}

export async function getOverview(db: Db, now: Date) {
  const today = indianDay(now.getTime())
  const first = today - OVERVIEW_DAYS + 1
  const since = first * DAY_MS - INDIA_AHEAD_MS
  const orders = await ordersByDay(db, since)
  await setImmediate()
  const revenue = await revenueByDay(db, since)
  const takings = (day: number) => ({ orders: orders.get(day) ?? 0, revenue: revenue.get(day) ?? NO_MONEY })
  const days = Array.from({ length: OVERVIEW_DAYS }, (_, at) => ({ day: dayName(first + at), ...takings(first + at) }))
  const low = await db
    .selectFrom('products')
    .select(['id', 'name', 'category', 'stock', 'images'])
    .where('archived', '=', 0)
    .where('stock', '<=', LOW_STOCK)
    .orderBy('stock')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LOW_STOCK)
    .execute()
  const { confirm = 0, pack = 0, ship = 0 } = await countByTab(db)
  return {
    demoMonth: (await readDemoMonth(db)) !== undefined,
    today: takings(today),
    days,
    expectedInCash: await expectedInCash(db),
    toDo: { confirm, pack, ship },
    byProducer: await revenueByProducer(db, since, now.getTime()),
    lowStock: low.map((row) => ({
      _id: row.id,
      name: row.name,
      category: row.category,
      stock: row.stock ?? 0,
      image: parsePictures(row.images).slice(0, 1).map(pictureUrl),
    })),
  }
}
