import { lockOrder } from '#features/orders/server/locked-order.ts'
import { moveLocked } from '#features/orders/server/move-order.ts'
import { receivePayment } from '#features/orders/server/receive-payment.ts'
import { receiveWrongPayment } from '#features/orders/server/wrong-payment.ts'
import type { Tx } from '#kernel/db/database.ts'
import { inParts } from '#kernel/db/in-parts.ts'
import type { Deps } from '#kernel/deps.ts'
import { DAY_MS } from '#shared/time.ts'
import type { Checkout } from './gateway.ts'

/** An event of the payment service, which may come more than once. */
export interface PaymentEvent {
  id: string
  type: string
}

/** Keeps the event in the transaction of its effect. False: it was dealt with before. */
export async function isNewEvent(deps: Deps, tx: Tx, event: PaymentEvent | undefined) {
  if (!event) return true
  const kept = await tx
    .insertInto('payment_events')
    .values({ ...event, received_at: deps.now().getTime() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Longer than Stripe goes on delivering an event. */
const EVENT_LIFETIME_MS = 90 * DAY_MS

/** Events that do not come again. */
export async function deleteOldEvents({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const before = now().getTime() - EVENT_LIFETIME_MS
  await inParts(async (size) => {
    const old = db.selectFrom('payment_events').select('id').where('received_at', '<', before).limit(size)
    const { numDeletedRows } = await db.deleteFrom('payment_events').where('id', 'in', old).executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}

/** The order of a checkout and its payment, locked. */
async function lockPayment(tx: Tx, sessionId: string) {
  const wanted = tx.selectFrom('payments').selectAll().where('session_id', '=', sessionId)
  const found = await wanted.executeTakeFirst()
  if (!found) return undefined
  // The order is the lock for both: what was read before it may be old.
  const order = await lockOrder(tx, found.order_id)
  return { order, payment: await wanted.executeTakeFirstOrThrow() }
}

/**
 * The one place where money that came is booked, whoever says so: a signed event, the shopper's return, the sweep, the test
 * checkout. Any order of arrival, any repeat, one effect: the order is paid, or, when amount or currency are not the order's,
 * all of it is refunded. A checkout that is not ours is logged and changes nothing.
 */
export async function markPaid(deps: Deps, checkout: Checkout, event?: PaymentEvent) {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await isNewEvent(deps, tx, event))) return
    const locked = await lockPayment(tx, checkout.sessionId)
    if (!locked) return deps.log.warn({ session: checkout.sessionId }, 'a payment for a checkout that is not ours')
    const { order, payment } = locked
    // What has a reference was booked before.
    if (payment.state === 'paid' || payment.reference !== null || !checkout.isPaid) return
    const fits = checkout.amount === order.amount_paise && checkout.currency === 'inr'
    await tx
      .updateTable('payments')
      .set({ state: fits ? 'paid' : 'closed', reference: checkout.reference })
      .where('id', '=', payment.id)
      .execute()
    if (fits) return receivePayment(deps, tx, order)
    deps.log.error({ order: order.id, checkout }, 'a payment does not fit its order and is refunded')
    const { amount, currency } = checkout
    await receiveWrongPayment(deps, tx, order, { paymentId: payment.id, amount, currency })
  })
  deps.mailer.wake()
  deps.payments.wake()
}

/** The checkout can no longer be paid: it is closed, and the order, if it still awaits payment, is cancelled. */
export async function markUnpayable(deps: Deps, sessionId: string, event?: PaymentEvent) {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await isNewEvent(deps, tx, event))) return
    const locked = await lockPayment(tx, sessionId)
    if (locked?.payment.state !== 'open') return
    const { order, payment } = locked
    if (order.status === 'Awaiting payment') {
      await moveLocked(deps, tx, order, 'Cancelled', { actor: 'shop' }, { text: 'Cancelled: not paid in time' })
    }
    await tx.updateTable('payments').set({ state: 'closed' }).where('id', '=', payment.id).execute()
  })
}

/** Books what the payment service says of a checkout. */
export async function settle(deps: Deps, checkout: Checkout) {
  if (checkout.isPaid) return markPaid(deps, checkout)
  if (checkout.state === 'expired') return markUnpayable(deps, checkout.sessionId)
}
