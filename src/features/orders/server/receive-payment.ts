import { takeFromCart } from '#features/cart/server/cart.service.ts'
import type { Tx } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { LockedOrder } from './locked-order.ts'
import { recordEvent } from './order-history.ts'
import { mailPlaced, mailStep } from './order-mail-queue.ts'
import { queueRefund } from './refunds.ts'

/**
 * The money for a locked order has come, once. An order that awaits it is placed, and what was bought leaves the cart; one
 * that was cancelled meanwhile has no stock any more, so the money goes back.
 */
export async function receivePayment(deps: Deps, tx: Tx, order: LockedOrder) {
  const now = deps.now()
  const paid = { ...order, is_paid: 1 }
  const amount = formatRupees(order.amount_paise)
  if (order.status === 'Awaiting payment') {
    await tx.updateTable('orders').set({ is_paid: 1, status: 'Order Placed' }).where('id', '=', order.id).execute()
    await recordEvent(tx, order.id, { actor: 'payment' }, `${amount} paid`, now)
    const bought = await tx
      .selectFrom('order_lines')
      .select(['product_id', 'quantity', 'name', 'offer_price_paise'])
      .where('order_id', '=', order.id)
      .orderBy('position')
      .execute()
    await takeFromCart(tx, order.user_id, bought, now)
    await mailPlaced(deps, tx, paid, bought)
    return
  }
  await tx.updateTable('orders').set({ is_paid: 1 }).where('id', '=', order.id).execute()
  await recordEvent(tx, order.id, { actor: 'payment' }, `${amount} paid after the order was cancelled`, now)
  const refund = await queueRefund(deps, tx, paid, { actor: 'shop' })
  await mailStep(deps, tx, 'PaidTooLate', paid, refund)
}
