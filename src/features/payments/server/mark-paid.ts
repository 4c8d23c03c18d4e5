import { sql } from 'kysely'
import { noteProblem } from '#features/orders/server/money-problems.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { deleteInParts } from '#kernel/db/query/in-parts.ts'
import type { Deps } from '#kernel/deps.ts'
import { DAY_MS } from '#shared/time.ts'
import type { Checkout } from './gateway.ts'
import { lockPayment, movePayment } from './move-payment.ts'

export interface PaymentEvent {
  id: string
  type: string
}

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

/** Longer than Stripe repeats an event. */
const EVENT_LIFETIME_MS = 90 * DAY_MS

export const deleteOldEvents = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteInParts(db, 'payment_events', ['id'], sql`received_at < ${now().getTime() - EVENT_LIFETIME_MS}`)

/**
 * Books money on word of a signed event, a shopper's return, the sweep or the test checkout; repeats have one effect, in any order. Money in another
 * amount or currency than the order's is refunded; money for an unknown checkout is a problem of the shop.
 */
export async function markPaid(deps: Deps, checkout: Checkout, event?: PaymentEvent) {
  await transact(deps, async (tx) => {
    if (!(await isNewEvent(deps, tx, event))) return
    const locked = await lockPayment(tx, 'session_id', checkout.sessionId)
    if (!locked) {
      deps.log.warn({ session: checkout.sessionId }, 'a payment for a checkout that is not ours')
      if (checkout.isPaid) await noteStrayMoney(deps, tx, checkout)
      return
    }
    if (!checkout.isPaid) return
    const fits = checkout.amount === locked.order.amount_paise && checkout.currency === 'inr'
    const isBooked = await movePayment(deps, tx, locked, fits ? 'paid' : 'paid wrongly', checkout)
    if (isBooked && !fits)
      deps.log.error({ order: locked.order.id, checkout }, 'a payment does not fit its order and is refunded')
  })
}

/** Notes money of an order that a restore lost, or of something else sold with this account. */
async function noteStrayMoney(deps: Deps, tx: Tx, { sessionId, reference, amount, currency }: Checkout) {
  const provider = deps.payments.gateway?.provider ?? ''
  const subject = reference ?? sessionId
  await noteProblem(tx, deps.now(), { kind: 'no order', subject, orderId: null, provider, amount, currency })
}

export async function markUnpayable(deps: Deps, sessionId: string, event?: PaymentEvent) {
  await transact(deps, async (tx) => {
    if (!(await isNewEvent(deps, tx, event))) return
    const locked = await lockPayment(tx, 'session_id', sessionId)
    if (locked) await movePayment(deps, tx, locked, 'run out')
  })
}

export async function settle(deps: Deps, checkout: Checkout) {
  if (checkout.isPaid) return markPaid(deps, checkout)
  if (checkout.state === 'expired') return markUnpayable(deps, checkout.sessionId)
}
