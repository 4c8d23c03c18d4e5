import { recordAct } from '#features/audit/server/audit.service.ts'
import type { Tx } from '#server/db/database.ts'
import { lockRows } from '#server/db/engine.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail.ts'
import { cannotCancel, cannotMove, cannotTakeCash, orderNotFound } from '../orders.contract.ts'
import { allowedMoves, canCancel, type OrderStatus } from '../orders.states.ts'
import { isMailedStep, orderStepMail } from './order.mails.ts'
import { readAddress } from './orders.service.ts'
import { changeStock } from './place-order.ts'

async function lockOrder(tx: Tx, id: string, userId?: string) {
  const wanted = tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .$if(userId !== undefined, (select) => select.where('user_id', '=', userId ?? ''))
  const order = await lockRows(tx, wanted).executeTakeFirst()
  if (!order) throw orderNotFound()
  return order
}
type LockedOrder = Awaited<ReturnType<typeof lockOrder>>

/** Nobody is told where the account, and with it the address, was deleted. */
async function mailStep(deps: Deps, tx: Tx, step: string, order: LockedOrder) {
  const address = readAddress(order.address)
  if (!isMailedStep(step) || address.email === '') return
  const mail = orderStepMail(step, {
    config: deps.config,
    number: order.number,
    address,
    amountPaise: order.amount_paise,
    paymentType: order.payment_type,
    isPaid: order.is_paid === 1,
  })
  await queueMail(tx, mail, deps.now())
}

/** Sets the status, gives counted stock back when cancelled, and queues the mail of the step. */
async function setStatus(deps: Deps, tx: Tx, order: LockedOrder, status: OrderStatus) {
  await tx.updateTable('orders').set({ status }).where('id', '=', order.id).execute()
  if (status === 'Cancelled') {
    const taken = await tx
      .selectFrom('order_lines')
      .select(['product_id', 'stock_taken'])
      .where('order_id', '=', order.id)
      .where('stock_taken', '>', 0)
      .orderBy('product_id')
      .execute()
    if (taken.length > 0) await changeStock(tx, taken, 1)
  }
  await mailStep(deps, tx, status, order)
}

/** The shopper cancels before the order is packed; stock that was taken comes back. Throws ORDER_NOT_FOUND, CANNOT_CANCEL. */
export async function cancelOrderOfUser(deps: Deps, userId: string, orderId: string) {
  await deps.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId, userId)
    if (order.status === 'Cancelled') return
    if (!canCancel(order.status)) throw cannotCancel(order.status)
    await setStatus(deps, tx, order, 'Cancelled')
  })
  deps.mailer.wake()
  return { message: 'Order cancelled' }
}

/** The seller moves an order on, one allowed step; the same again changes nothing. Throws ORDER_NOT_FOUND, CANNOT_MOVE. */
export async function moveOrder(deps: Deps, sellerId: string, orderId: string, status: OrderStatus) {
  await deps.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status === status) return
    if (!allowedMoves[order.status].includes(status)) throw cannotMove(order.status, status)
    await setStatus(deps, tx, order, status)
    const summary = `Order ${order.number}: ${order.status} to ${status}`
    await recordAct(tx, { sellerId, action: 'order.moved', subject: orderId, summary, at: deps.now() })
  })
  deps.mailer.wake()
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
    await recordAct(tx, { sellerId, action: 'order.cash-received', subject: orderId, summary, at: deps.now() })
    await mailStep(deps, tx, 'Paid', { ...order, is_paid: 1 })
  })
  deps.mailer.wake()
  return { message: 'Cash received' }
}
