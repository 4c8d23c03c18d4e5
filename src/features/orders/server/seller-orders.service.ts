import { sql } from 'kysely'
import { imageUrl, readImages } from '#features/catalog/server/catalog.service.ts'
import type { Db } from '#server/db/database.ts'
import { newestFirst } from '#server/db/newest-first.ts'
import { countPages } from '#shared/paging.ts'
import { foldText } from '#shared/text.ts'
import { DAY_MS } from '#shared/time.ts'
import { type OrderFilters, OVERVIEW_DAYS } from '../orders.contract.ts'
import { withLines } from './orders.service.ts'

const PER_PAGE = 25
/** India has one time zone, 5:30 before UTC, without summer time. */
const INDIA_AHEAD_MS = 5.5 * 60 * 60 * 1000
const LOW_STOCK = 5
const MAX_LOW_STOCK = 10
/** Largest number a search is taken as an order number for. */
const MAX_NUMBER_DIGITS = 9

type Filters = OrderFilters & { page?: number | undefined; limit?: number | undefined }

function fitting(db: Db, { q = '', paymentType, status }: OrderFilters) {
  const isNumber = q.trim().startsWith('#')
  const words = foldText(q).replace(/^#/, '').split(' ').filter(Boolean)
  const [first = ''] = words
  const number =
    words.length === 1 && /^\d+$/.test(first) && first.length <= MAX_NUMBER_DIGITS ? Number(first) : undefined
  const escapeLike = (word: string) => word.replace(/[\\%_]/g, '\\$&')
  return db
    .selectFrom('orders')
    .$if(paymentType !== undefined, (select) => select.where('payment_type', '=', paymentType ?? 'COD'))
    .$if(status !== undefined, (select) => select.where('status', '=', status ?? 'Order Placed'))
    .$if(words.length > 0, (select) =>
      select.where((where) => {
        const inText = where.and(
          words.map((word) => sql<boolean>`search_text like ${`%${escapeLike(word)}%`} escape '\\'`),
        )
        if (number === undefined) return inText
        // "#3" is a number for sure, "560038" may be a PIN.
        return isNumber ? where('number', '=', number) : where.or([inText, where('number', '=', number)])
      }),
    )
}

/** A cancelled order that nobody has paid is neither paid nor pending. */
const withPayment = (db: Db, filters: OrderFilters) =>
  fitting(db, filters)
    .$if(filters.payment === 'paid', (select) => select.where('is_paid', '=', 1))
    .$if(filters.payment === 'pending', (select) => select.where('is_paid', '=', 0).where('status', '!=', 'Cancelled'))

/** Everybody's, newest first. */
export async function listAllOrders(db: Db, filters: Filters) {
  const { page = 1, limit = PER_PAGE } = filters
  const groups = await fitting(db, filters)
    .select(['is_paid', 'status', (select) => select.fn.countAll<number>().as('count')])
    .groupBy(['is_paid', 'status'])
    .execute()
  const count = (wanted: typeof groups) => wanted.reduce((sum, group) => sum + group.count, 0)
  const counts = {
    all: count(groups),
    paid: count(groups.filter(({ is_paid }) => is_paid === 1)),
    pending: count(groups.filter(({ is_paid, status }) => is_paid === 0 && status !== 'Cancelled')),
  }
  const rows = await withPayment(db, filters)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const total = counts[filters.payment ?? 'all']
  return { orders: await withLines(db, rows), total, page, pages: countPages(total, limit), counts }
}

/** The orders that fit, newest first, a part at a time; orders placed meanwhile are left out. */
export async function* orderParts(db: Db, filters: OrderFilters, partSize: number) {
  const parts = newestFirst(partSize, (isNext) =>
    withPayment(db, filters)
      .selectAll()
      .where(isNext)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(partSize)
      .execute(),
  )
  for await (const rows of parts) yield await withLines(db, rows)
}

export const ordersHeading = [
  ...['number', 'date', 'status', 'payment type', 'paid', 'items', 'subtotal', 'tax', 'amount'],
  ...['name', 'email', 'phone', 'street', 'city', 'state', 'zipcode', 'country'],
]
const EXPORT_PART = 100

/** The orders that fit, as rows for a CSV; money in rupees. */
export async function* orderRows(db: Db, filters: OrderFilters) {
  for await (const orders of orderParts(db, filters, EXPORT_PART)) {
    yield orders.map((order) => {
      const { firstName, lastName, email, phone, street, city, state, zipcode, country } = order.address
      return [
        order.number,
        order.createdAt.toISOString(),
        order.status,
        order.paymentType,
        order.isPaid ? 'yes' : 'no',
        order.items.map(({ product, quantity }) => `${quantity} x ${product.name}`).join('\n'),
        ...[order.subtotal, order.tax, order.amount].map((paise) => (paise / 100).toFixed(2)),
        ...[`${firstName} ${lastName}`, email, phone, street, city, state, zipcode, country],
      ]
    })
  }
}

/** 0 on 1 January 1970 in India. */
const indianDay = (time: number) => Math.floor((time + INDIA_AHEAD_MS) / DAY_MS)
const dayName = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Revenue is what was ordered and not cancelled, taxes included, paid or not. */
export async function getOverview(db: Db, now: Date) {
  const today = indianDay(now.getTime())
  const first = today - OVERVIEW_DAYS + 1
  const day = sql<number>`(created_at + ${sql.lit(INDIA_AHEAD_MS)}) / ${sql.lit(DAY_MS)}`
  const rows = await db
    .selectFrom('orders')
    .select([
      day.as('day'),
      (select) => select.fn.countAll<number>().as('orders'),
      (select) => select.fn.sum<number>('amount_paise').as('revenue'),
    ])
    .where('created_at', '>=', first * DAY_MS - INDIA_AHEAD_MS)
    .where('status', 'not in', ['Cancelled', 'Awaiting payment'])
    .groupBy(day)
    .execute()
  const byDay = new Map(
    rows.map((row) => [Number(row.day), { orders: Number(row.orders), revenue: Number(row.revenue) }]),
  )
  const days = Array.from({ length: OVERVIEW_DAYS }, (_, at) => ({
    day: dayName(first + at),
    ...(byDay.get(first + at) ?? { orders: 0, revenue: 0 }),
  }))
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
  return {
    today: byDay.get(today) ?? { orders: 0, revenue: 0 },
    days,
    lowStock: low.map((row) => ({
      _id: row.id,
      name: row.name,
      category: row.category,
      stock: row.stock ?? 0,
      image: readImages(row.images).slice(0, 1).map(imageUrl),
    })),
  }
}
