import { sql } from 'kysely'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { deleteInParts } from '#kernel/db/in-parts.ts'
import type { Deps } from '#kernel/deps.ts'
import { DAY_MS } from '#shared/time.ts'
import type { Checkout } from './gateway.ts'
import { lockPayment, movePayment } from './move-payment.ts'

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

/** Deletes events that Stripe no longer repeats. */
export const deleteOldEvents = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteInParts(db, 'payment_events', ['id'], sql`received_at < ${now().getTime() - EVENT_LIFETIME_MS}`)

/**
 * The one place where money that came is booked, whoever says so: a signed event, the shopper's return, the sweep, the test
 * checkout. Any order of arrival, any repeat, one effect: the order is paid, or, when amount or currency are not the order's,
 * all of it is refunded. A checkout that is not ours is logged and changes nothing.
 */
export async function markPaid(deps: Deps, checkout: Checkout, event?: PaymentEvent) {
  await transact(deps, async (tx) => {
    if (!(await isNewEvent(deps, tx, event))) return
    const locked = await lockPayment(tx, 'session_id', checkout.sessionId)
    if (!locked) return deps.log.warn({ session: checkout.sessionId }, 'a payment for a checkout that is not ours')
    if (!checkout.isPaid) return
    const fits = checkout.amount === locked.order.amount_paise && checkout.currency === 'inr'
    const isBooked = await movePayment(deps, tx, locked, fits ? 'paid' : 'paid wrongly', checkout)
    if (isBooked && !fits)
      deps.log.error({ order: locked.order.id, checkout }, 'a payment does not fit its order and is refunded')
  })
}

/** The checkout can no longer be paid: it is closed, and the order, if it still awaits payment, is cancelled. */
export async function markUnpayable(deps: Deps, sessionId: string, event?: PaymentEvent) {
  await transact(deps, async (tx) => {
    if (!(await isNewEvent(deps, tx, event))) return
    const locked = await lockPayment(tx, 'session_id', sessionId)
    if (locked) await movePayment(deps, tx, locked, 'run out')
  })
}

/** Books what the payment service says of a checkout. */
export async function settle(deps: Deps, checkout: Checkout) {
  if (checkout.isPaid) return markPaid(deps, checkout)
  if (checkout.state === 'expired') return markUnpayable(deps, checkout.sessionId)
}
