import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { mailStep } from '../mails/server/order-step.mails.ts'
import { message } from '../orders.messages.ts'
import { insertRefund, queueRefund } from '../refunds/server/refunds.ts'
import { endProblems } from './money-problems.ts'
import { cancelUnpaid, moveLocked } from './move-order.ts'
import { type By, recordEvent } from './order-history.ts'
import type { LockedOrder } from './order-row.ts'

/** Books the money of a locked order, once. One that awaits it is placed; a cancelled one has no stock any more, so the money goes back. */
export async function receivePayment(deps: Deps, tx: Tx, order: LockedOrder) {
  const now = deps.now()
  const paid = { ...order, is_paid: 1, paid_at: now.getTime() }
  const amountPaise = order.amount_paise
  await tx.updateTable('orders').set({ is_paid: 1, paid_at: paid.paid_at }).where('id', '=', order.id).execute()
  if (order.status === 'Awaiting payment') {
    await moveLocked(
      deps,
      tx,
      paid,
      'Order Placed',
      { actor: 'payment' },
      { happened: message('PAID', { amountPaise }) },
    )
    return
  }
  await recordEvent(tx, order.id, { actor: 'payment' }, message('PAID_TOO_LATE', { amountPaise }), now)
  const refund = await queueRefund(deps, tx, paid, { actor: 'shop' })
  await mailStep(deps, tx, 'PaidTooLate', paid, { refundPaise: refund })
}

export interface WrongPayment {
  /** Names the refund, so that booking it again after a restore makes no second. */
  paymentId: string
  /** The amount in the currency's smallest unit. */
  amount: number
  currency: string
}

/** Books money that is not a locked order's price: all of it goes back, and the order is cancelled. */
export async function receiveWrongPayment(deps: Deps, tx: Tx, order: LockedOrder, wrong: WrongPayment) {
  const { paymentId, amount, currency } = wrong
  const now = deps.now()
  const happened = message('PAID_ANOTHER_AMOUNT', { amount, currency, pricePaise: order.amount_paise })
  await recordEvent(tx, order.id, { actor: 'payment' }, happened, now)
  const whole = { order_id: order.id, purpose: 'payment', amount_minor: amount, currency } as const
  if (amount > 0) await insertRefund(tx, now, { ...whole, id: `refund-${paymentId}` })
  await cancelUnpaid(deps, tx, order, { actor: 'shop' }, message('CANCELLED_ANOTHER_AMOUNT'))
  await mailStep(deps, tx, 'PaidWrongly', order)
}

/** Queues a failed refund of such money again. Gives its amount; undefined: none failed. */
export async function refundWrongPaymentAgain(deps: Deps, tx: Tx, order: LockedOrder, by: By) {
  const refunds = await tx
    .selectFrom('refunds')
    .select(['order_id', 'purpose', 'amount_minor', 'currency', 'state'])
    .where('order_id', '=', order.id)
    .where('purpose', '=', 'payment')
    .execute()
  const [first] = refunds
  if (!first || refunds.some(({ state }) => state !== 'failed')) return undefined
  const { state: _, ...again } = first
  const now = deps.now()
  await insertRefund(tx, now, again)
  const { amount_minor: amount, currency } = first
  await recordEvent(tx, order.id, by, message('REFUND_WAS_ORDERED', { amount, currency }), now)
  await endProblems(tx, now, order.id, ['refund failed'])
  return { amount, currency }
}
