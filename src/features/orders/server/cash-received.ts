import { recordAct } from '#features/audit/server/audit.service.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { canTakeCash, canUndoCash, isOff } from '../orders.states.ts'
import { cannotTakeCash, cannotUndoCash, cashTooEarly } from '../seller-orders.contract.ts'
import { mailStep } from './order.mails.ts'
import { recordEvent } from './order-history.ts'
import { type LockedOrder, lockOrder } from './order-row.ts'
import { refundedPaise } from './refunds.ts'

const facts = (order: LockedOrder) => ({
  paymentType: order.payment_type,
  isPaid: order.is_paid === 1,
  status: order.status,
})

/** The seller has the cash of a COD order; again changes nothing. Throws ORDER_NOT_FOUND, CANNOT_TAKE_CASH, CASH_TOO_EARLY. */
export async function markCashReceived(deps: Deps, sellerId: string, orderId: string) {
  await transact(deps, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.is_paid === 1) return
    if (order.payment_type !== 'COD' || isOff(order.status)) throw cannotTakeCash()
    if (!canTakeCash(facts(order))) throw cashTooEarly()
    const at = deps.now()
    await tx.updateTable('orders').set({ is_paid: 1, paid_at: at.getTime() }).where('id', '=', orderId).execute()
    await record(tx, order, { sellerId, action: 'order.cash-received', text: 'Cash received', at })
    await mailStep(deps, tx, 'Paid', { ...order, is_paid: 1 })
  })
  return { message: 'Cash received' }
}

/** It was marked by mistake; again changes nothing. Throws ORDER_NOT_FOUND, CANNOT_UNDO_CASH. */
export async function undoCashReceived(deps: Deps, sellerId: string, orderId: string) {
  await transact(deps, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.payment_type === 'COD' && order.is_paid === 0) return
    const at = deps.now()
    const paidAt = order.paid_at === null ? undefined : new Date(order.paid_at)
    if (!canUndoCash({ ...facts(order), paidAt, refunded: await refundedPaise(tx, orderId) }, at))
      throw cannotUndoCash()
    await tx.updateTable('orders').set({ is_paid: 0, paid_at: null }).where('id', '=', orderId).execute()
    await record(tx, order, { sellerId, action: 'order.cash-undone', text: 'Cash received was a mistake', at })
    if (!isOff(order.status)) await mailStep(deps, tx, 'NotPaidYet', { ...order, is_paid: 0 })
  })
  return { message: 'The order is not paid any more' }
}

interface CashAct {
  sellerId: string
  action: 'order.cash-received' | 'order.cash-undone'
  text: string
  at: Date
}

/** In the shop's log and in the order's history. */
async function record(tx: Tx, order: LockedOrder, { sellerId, action, text, at }: CashAct) {
  const summary = `Order ${order.number}: ${text.toLowerCase()}`
  const sellerEmail = await recordAct(tx, { sellerId, action, subject: order.id, summary, at })
  await recordEvent(tx, order.id, { actor: 'seller', sellerEmail }, text, at)
}
