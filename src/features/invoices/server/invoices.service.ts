import { sql } from 'kysely'
import { getOrder } from '#features/orders/server/orders.service.ts'
import type { Db } from '#server/db/database.ts'
import { takeTurns } from '#server/db/engine.ts'
import type { Deps } from '#server/deps.ts'
import { type Invoice, noInvoice } from '../invoices.contract.ts'

const MOST_AT_ONCE = 500

/** `isSale` without a number, in the words of the index orders_without_invoice: otherwise it would not be used. */
const awaitsNumber = sql<boolean>`invoiced = 0 and (is_paid = 1 or status not in ('Awaiting payment', 'Cancelled'))`

/**
 * Gives every sale that has none its invoice number: 1, 2, 3 … in the order of the sales, without a gap however many call it
 * at once. After the orders, not with them: orders would have to wait for each other.
 */
export async function numberInvoices(db: Db, now: Date) {
  for (;;) {
    const numbered = await numberOldest(db, now)
    if (numbered < MOST_AT_ONCE) return
  }
}

function numberOldest(db: Db, now: Date) {
  return db.transaction().execute(async (tx) => {
    await takeTurns(tx, 'invoices')
    const oldest = tx
      .selectFrom('orders')
      .select([
        sql<number>`(select coalesce(max(number), 0) from invoices)
          + row_number() over (order by orders.created_at, orders.number)`.as('next'),
        'id',
        sql<number>`cast(${now.getTime()} as bigint)`.as('issued_at'),
      ])
      .where(awaitsNumber)
      .orderBy('orders.created_at')
      .orderBy('orders.number')
      .limit(MOST_AT_ONCE)
    const numbered = await tx
      .insertInto('invoices')
      .columns(['number', 'order_id', 'issued_at'])
      .expression(oldest)
      .returning('order_id')
      .execute()
    if (numbered.length === 0) return 0
    const ids = numbered.map((invoice) => invoice.order_id)
    await tx.updateTable('orders').set({ invoiced: 1 }).where('id', 'in', ids).execute()
    return numbered.length
  })
}

const findNumber = (db: Db, orderId: string) =>
  db.selectFrom('invoices').select(['number', 'issued_at']).where('order_id', '=', orderId).executeTakeFirst()

/**
 * The invoice of an order of this shopper, or of anybody's where none is named. Numbers it if that has not been done yet. A
 * number that was given stays when the order is cancelled. Throws ORDER_NOT_FOUND, NO_INVOICE.
 */
export async function getInvoice({ db, now }: Deps, orderId: string, userId?: string): Promise<Invoice> {
  const order = await getOrder(db, orderId, userId)
  let issued = await findNumber(db, orderId)
  if (!issued && order.hasInvoice) {
    await numberInvoices(db, now())
    issued = await findNumber(db, orderId)
  }
  if (!issued) throw noInvoice()
  return { number: issued.number, issuedAt: new Date(issued.issued_at), order }
}
