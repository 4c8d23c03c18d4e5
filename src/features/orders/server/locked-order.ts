import type { Tx } from '#kernel/db/database.ts'
import { lockRows, takeTurns } from '#kernel/db/engine.ts'
import { orderNotFound } from '../orders.contract.ts'

/** Locks an order until the transaction ends. Throws ORDER_NOT_FOUND, for another shopper's too when `userId` is given. */
export async function lockOrder(tx: Tx, id: string, userId?: string) {
  const wanted = tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .$if(userId !== undefined, (select) => select.where('user_id', '=', userId ?? ''))
  const order = await lockRows(tx, wanted).executeTakeFirst()
  if (!order) throw orderNotFound()
  return order
}
export type LockedOrder = Awaited<ReturnType<typeof lockOrder>>

/**
 * Whoever numbers papers or locks the orders of many shoppers does so one at a time, until the transaction ends: otherwise two
 * could wait for each other's orders.
 */
export const takePaperTurn = (tx: Tx) => takeTurns(tx, 'invoices')
