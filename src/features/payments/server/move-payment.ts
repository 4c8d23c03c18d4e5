import type { Selectable } from 'kysely'
import { message as orderMessage } from '#features/orders/orders.messages.ts'
import { cancelUnpaid } from '#features/orders/server/move-order.ts'
import { type LockedOrder, lockOrder } from '#features/orders/server/order-row.ts'
import { receivePayment, receiveWrongPayment } from '#features/orders/server/receive-payment.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { type PaymentEffect, type PaymentHappening, paymentMoves } from '../payments.states.ts'
import type { Checkout } from './gateway.ts'

interface LockedPayment {
  order: LockedOrder
  payment: Selectable<Tables['payments']>
}

export async function lockPayment(
  tx: Tx,
  column: 'session_id' | 'order_id',
  value: string,
): Promise<LockedPayment | undefined> {
  const wanted = tx.selectFrom('payments').selectAll().where(column, '=', value)
  const found = await wanted.executeTakeFirst()
  if (!found) return undefined
  // The order's lock is the payment's too; what was read before may be old.
  const order = await lockOrder(tx, found.order_id)
  return { order, payment: await wanted.executeTakeFirstOrThrow() }
}

type Money = Pick<Checkout, 'amount' | 'currency' | 'reference'>
type Effect = (deps: Deps, tx: Tx, locked: LockedPayment, money: Money) => Promise<void>

const effects: Record<PaymentEffect, Effect> = {
  'order is paid': (deps, tx, { order }) => receivePayment(deps, tx, order),
  'all is refunded': (deps, tx, { order, payment }, { amount, currency }) =>
    receiveWrongPayment(deps, tx, order, { paymentId: payment.id, amount, currency }),
  'order is cancelled': (deps, tx, { order }) =>
    cancelUnpaid(deps, tx, order, { actor: 'shop' }, orderMessage('CANCELLED_NOT_PAID_IN_TIME')),
  'checkout is closed': (deps, tx, { order }) => deps.payments.closeLater(deps, tx, order.id),
}

const noMoney: Money = { amount: 0, currency: 'inr', reference: null }

/** Makes the move for what has happened, with its effect; nothing else changes a payment's state. False: it was booked or has moved. */
export async function movePayment(
  deps: Deps,
  tx: Tx,
  locked: LockedPayment,
  happening: PaymentHappening,
  money = noMoney,
) {
  const { from, to, effect } = paymentMoves[happening]
  const { id, session_id } = locked.payment
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ state: to, reference: money.reference })
    .where('id', '=', id)
    .where('state', 'in', from)
    .where('reference', 'is', null)
    .where('session_id', 'is not distinct from', session_id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  if (effect) await effects[effect](deps, tx, locked, money)
  return true
}
