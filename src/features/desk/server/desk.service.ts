import { sql } from 'kysely'
import type { OrderFilters } from '#features/orders/orders.contract.ts'
import { MAX_MOVED } from '#features/orders/orders.desk.ts'
import { countFitting, findFitting, readFilters } from '#features/orders/server/fitting-orders.ts'
import { expectedInCash } from '#features/orders/server/seller-orders.service.ts'
import type { Db } from '#kernel/db/database.ts'
import { indianDay, startOfIndianDay } from '#shared/day.ts'
import { paise } from '#shared/money.ts'

/** The newest orders that fit, as many as can be moved at once, without what is in them. */
export async function listOrderIds(db: Db, asked: OrderFilters) {
  const filters = await readFilters(db, asked)
  const { counts, stretches } = await countFitting(db, filters)
  const ids = await findFitting(db, filters, stretches, MAX_MOVED, 0)
  const found =
    ids.length === 0
      ? []
      : await db
          .selectFrom('orders')
          .select(['id', 'number'])
          .select(
            sql<number>`(select count(*) from parcels
            where parcels.order_id = orders.id and parcels.return_id is null)`.as('parcels'),
          )
          .where('id', 'in', ids)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .execute()
  const orders = found.map(({ id, number, parcels }) => ({ _id: id, number, parcels: Number(parcels) }))
  return { orders, total: counts[filters.payment ?? 'all'] }
}

/** New orders that one look tells of at most. */
const MOST_NEW = 100

/** Orders that are to be confirmed and were placed, or paid online, after this moment: the oldest first. */
export async function listNewOrders(db: Db, since: Date) {
  const isNew = (at: 'created_at' | 'paid_at') =>
    db
      .selectFrom('orders')
      .select(['id', 'created_at'])
      .where(sql<boolean>`orders.status = 'Order Placed'`)
      .where(at, '>', since.getTime())
  const rows = await isNew('created_at').union(isNew('paid_at')).orderBy('created_at').limit(MOST_NEW).execute()
  return { orders: rows.map(({ id }) => id) }
}

/** Cash that is to come of delivered parcels, and what came on the Indian day of `now`, in paise. */
export async function getDeskCash(db: Db, now: Date) {
  const { amount } = await db
    .selectFrom('cash_entries')
    .select(sql<number>`coalesce(sum(amount_paise), 0)`.as('amount'))
    // The same condition as the index cash_entries_by_day, which is otherwise not used.
    .where(sql<boolean>`kind <> 'let go'`)
    .where('at', '>=', startOfIndianDay(indianDay(now)))
    .executeTakeFirstOrThrow()
  return { expected: await expectedInCash(db), cameToday: paise(Number(amount)) }
}
