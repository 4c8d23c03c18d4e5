import type { Tx } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { cannotCancel } from '../orders.contract.ts'
import { canCancel } from '../orders.states.ts'
import { type LockedOrder, lockOrder } from './locked-order.ts'
import { type By, recordEvent } from './order-history.ts'
import { mailStep } from './order-mail-queue.ts'
import { giveBackStock } from './order-stock.ts'
import { queueRefund } from './refunds.ts'

/**
 * Cancels a locked order: stock that was taken comes back, what was paid online is paid back, an open checkout is closed. The
 * shopper gets a mail, unless the order was never confirmed. Ask `canCancel` first.
 */
export async function cancelLocked(deps: Deps, tx: Tx, order: LockedOrder, by: By, text = 'Cancelled') {
  const now = deps.now()
  await tx.updateTable('orders').set({ status: 'Cancelled' }).where('id', '=', order.id).execute()
  await giveBackStock(tx, order.id)
  await recordEvent(tx, order.id, by, text, now)
  if (order.status === 'Awaiting payment') return deps.payments.closeLater(tx, order.id)
  const refund = await queueRefund(deps, tx, order, by)
  await mailStep(deps, tx, 'Cancelled', order, refund)
}

/** The shopper cancels before the order is packed. Throws ORDER_NOT_FOUND, CANNOT_CANCEL. */
export async function cancelOrderOfUser(deps: Deps, userId: string, orderId: string) {
  await deps.payments.closeCheckout(orderId, userId)
  await deps.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId, userId)
    if (order.status === 'Cancelled') return
    if (!canCancel(order.status)) throw cannotCancel(order.status)
    await cancelLocked(deps, tx, order, { actor: 'shopper' })
  })
  deps.mailer.wake()
  deps.payments.wake()
  return { message: 'Order cancelled' }
}
