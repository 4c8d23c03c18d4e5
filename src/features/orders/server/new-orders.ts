import type { Tx } from '#kernel/db/database.ts'
import { takeNext } from '../journal/server/journal.ts'
import { ordersOf } from '../journal/server/read-journal.ts'

/** Takes the next orders of which the shop is not told yet, oldest first, and what they sold out. Placing an order waits for no mail. */
export async function takeNewOrders(tx: Tx, atMost: number) {
  const wants = ({ status }: { status: string | null }) => status === 'Order Placed'
  const next = await takeNext(tx, { reader: 'new orders', wants }, atMost)
  await next.moveOn()
  if (next.events.length === 0) return { orders: [], lastPieces: [] }
  const orders = await tx
    .selectFrom('orders')
    .select(['id', 'number', 'amount_paise as amountPaise', 'payment_type as paymentType'])
    .where('id', 'in', ordersOf(next.events))
    .where('status', 'not in', ['Awaiting payment', 'Cancelled'])
    .orderBy('number')
    .execute()
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
