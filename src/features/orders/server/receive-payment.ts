import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { formatRupees } from '#shared/money.ts'
import type { LockedOrder } from './locked-order.ts'
import { moveLocked } from './move-order.ts'
import { recordEvent } from './order-history.ts'
import { mailStep } from './order-mail-queue.ts'
import { queueRefund } from './refunds.ts'

/**
 * The money for a locked order has come, once. An order that awaits it is placed; one that was cancelled meanwhile has no stock
 * any more, so the money goes back.
 */
export async function receivePayment(deps: Deps, tx: Tx, order: LockedOrder) {
  const now = deps.now()
  const paid = { ...order, is_paid: 1, paid_at: now.getTime() }
  const amount = formatRupees(order.amount_paise)
  await tx.updateTable('orders').set({ is_paid: 1, paid_at: paid.paid_at }).where('id', '=', order.id).execute()
  if (order.status === 'Awaiting payment')
    return moveLocked(deps, tx, paid, 'Order Placed', { actor: 'payment' }, { text: `${amount} paid` })
  await recordEvent(tx, order.id, { actor: 'payment' }, `${amount} paid after the order was cancelled`, now)
  const refund = await queueRefund(deps, tx, paid, { actor: 'shop' })
  await mailStep(deps, tx, 'PaidTooLate', paid, refund)
}
