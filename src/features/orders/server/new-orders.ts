import { sql } from 'kysely'
import type { Tx } from '#kernel/db/database.ts'
import { takeUntold } from '#kernel/db/untold.ts'

/** As in the index orders_untold, else it is not used. */
const isUntold = sql<boolean>`shop_told = 0 and status not in ('Awaiting payment', 'Cancelled')`

/** Takes orders not yet mailed to the seller, oldest first, and what they sold out; they count as told. Placing an order waits for no mail. */
export async function takeNewOrders(tx: Tx, atMost: number) {
  const untold = tx
    .selectFrom('orders')
    .select(['id', 'number', 'amount_paise as amountPaise', 'payment_type as paymentType'])
    .where(isUntold)
    .orderBy('number')
    .limit(atMost)
  const orders = await takeUntold(tx, 'orders', untold)
  if (orders.length === 0) return { orders: [], lastPieces: [] }
  const ids = orders.map(({ id }) => id)
  const taken = tx.selectFrom('order_lines').select('product_id').where('order_id', 'in', ids)
  const lastPieces = await tx
    .selectFrom('products')
    .select(['id', 'name'])
    .where('stock', '=', 0)
    .where('id', 'in', taken.where('stock_taken', '>', 0))
    .orderBy('name')
    .execute()
  return { orders, lastPieces }
}
