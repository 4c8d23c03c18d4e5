import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { newId } from '#shared/ids.ts'
import { formatMoney, formatRupees } from '#shared/money.ts'
import type { LockedOrder } from './locked-order.ts'
import { moveLocked } from './move-order.ts'
import { type By, recordEvent } from './order-history.ts'
import { mailStep } from './order-mail-queue.ts'

export interface WrongPayment {
  /** Its refund is named after it, so that it is the same one when it is booked again after a restore. */
  paymentId: string
  /** In the smallest unit of the currency. */
  amount: number
  currency: string
}

/**
 * Money has come that is not what a locked order costs. All of it goes back; the order, which can no longer be paid, is
 * cancelled.
 */
export async function receiveWrongPayment(deps: Deps, tx: Tx, order: LockedOrder, wrong: WrongPayment) {
  const { paymentId, amount, currency } = wrong
  const now = deps.now()
  const text = `${formatMoney(amount, currency)} was paid, and the order costs ${formatRupees(order.amount_paise)}: all of it is refunded`
  await recordEvent(tx, order.id, { actor: 'payment' }, text, now)
  if (amount > 0) await queueWhole(tx, order, { id: `refund-${paymentId}`, amount, currency, now })
  if (order.status === 'Awaiting payment')
    await moveLocked(deps, tx, order, 'Cancelled', { actor: 'shop' }, { text: 'Cancelled: another amount was paid' })
  await mailStep(deps, tx, 'PaidWrongly', order)
}

/** Orders the refund of such money again when it failed. Gives what goes back; undefined: there is none to refund. */
export async function refundWrongPaymentAgain(deps: Deps, tx: Tx, order: LockedOrder, by: By) {
  const refunds = await tx
    .selectFrom('refunds')
    .select(['amount_paise as amount', 'currency', 'state'])
    .where('order_id', '=', order.id)
    .where('purpose', '=', 'payment')
    .execute()
  const [first] = refunds
  if (!first || refunds.some(({ state }) => state !== 'failed')) return undefined
  const now = deps.now()
  await queueWhole(tx, order, { id: newId(), amount: first.amount, currency: first.currency, now })
  await recordEvent(tx, order.id, by, `Refund of ${formatMoney(first.amount, first.currency)} ordered`, now)
  return first
}

interface WholeRefund {
  id: string
  amount: number
  currency: string
  now: Date
}

const queueWhole = (tx: Tx, order: LockedOrder, { id, amount, currency, now }: WholeRefund) =>
  tx
    .insertInto('refunds')
    .values({
      id,
      order_id: order.id,
      purpose: 'payment',
      method: 'card',
      reference: null,
      amount_paise: amount,
      currency,
      quantities: '{}',
      state: 'queued',
      attempts: 0,
      due_at: now.getTime(),
      provider_id: null,
      created_at: now.getTime(),
      done_at: null,
    })
    .execute()
