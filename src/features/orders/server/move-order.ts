import { recordAct } from '#features/audit/server/audit.service.ts'
import type { Deps } from '#server/deps.ts'
import { cannotMove, cannotTakeCash } from '../orders.contract.ts'
import { allowedMoves, type OrderStatus } from '../orders.states.ts'
import { cancelLocked } from './cancel-order.ts'
import { lockOrder } from './locked-order.ts'
import { isMailedStep } from './order.mails.ts'
import { recordEvent } from './order-history.ts'
import { mailStep } from './order-mail-queue.ts'

/** The seller moves an order on, one allowed step; the same again changes nothing. Throws ORDER_NOT_FOUND, CANNOT_MOVE. */
export async function moveOrder(deps: Deps, sellerId: string, orderId: string, status: OrderStatus) {
  if (status === 'Cancelled') await deps.payments.closeCheckout(orderId)
  await deps.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status === status) return
    if (!allowedMoves[order.status].includes(status)) throw cannotMove(order.status, status)
    const at = deps.now()
    const summary = `Order ${order.number}: ${order.status} to ${status}`
    const sellerEmail = await recordAct(tx, { sellerId, action: 'order.moved', subject: orderId, summary, at })
    const by = { actor: 'seller', sellerEmail } as const
    if (status === 'Cancelled') return cancelLocked(deps, tx, order, by)
    await tx.updateTable('orders').set({ status }).where('id', '=', orderId).execute()
    await recordEvent(tx, orderId, by, status, at)
    if (isMailedStep(status)) await mailStep(deps, tx, status, order)
  })
  deps.mailer.wake()
  deps.payments.wake()
  return { message: `Order is ${status.toLowerCase()}` }
}

/** The seller has the cash of a COD order; again changes nothing. Throws ORDER_NOT_FOUND, CANNOT_TAKE_CASH. */
export async function markCashReceived(deps: Deps, sellerId: string, orderId: string) {
  await deps.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.is_paid === 1) return
    if (order.payment_type !== 'COD' || order.status === 'Cancelled') throw cannotTakeCash()
    await tx.updateTable('orders').set({ is_paid: 1 }).where('id', '=', orderId).execute()
    const summary = `Order ${order.number}: cash received`
    const at = deps.now()
    const sellerEmail = await recordAct(tx, { sellerId, action: 'order.cash-received', subject: orderId, summary, at })
    await recordEvent(tx, orderId, { actor: 'seller', sellerEmail }, 'Cash received', at)
    await mailStep(deps, tx, 'Paid', { ...order, is_paid: 1 })
  })
  deps.mailer.wake()
  return { message: 'Cash received' }
}
