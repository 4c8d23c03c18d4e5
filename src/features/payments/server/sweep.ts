import type { Selectable } from 'kysely'
import { followsOrders } from '#features/orders/journal/server/journal.ts'
import { message as orderMessage } from '#features/orders/orders.messages.ts'
import { type Job, transact } from '#kernel/background.ts'
import { lockFreeRows } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { HOUR_MS, SECOND_MS } from '#shared/time.ts'
import { cancelUnpaidOrder, gatewayOf } from './close-checkout.ts'
import { settle } from './mark-paid.ts'
import { lockPayment, movePayment } from './move-payment.ts'
import { sendRefunds } from './send-refunds.ts'

const SWEEP_EVERY_MS = 30 * SECOND_MS
const BATCH = 20
/** How often an expired checkout is asked about while its order waits. */
const ASK_AGAIN_MS = 30 * SECOND_MS
const MAX_BACK_OFF_MS = HOUR_MS

/** Does what is due: checkouts that have expired or must be closed, refunds. The rest is due again soon. */
export const paymentsJob = (deps: Deps): Job => ({
  name: 'payments',
  everyMs: SWEEP_EVERY_MS,
  ...followsOrders,
  first: 'listening',
  work: (isStopping) => sweep(deps, isStopping),
})

async function sweep(deps: Deps, isStopping: () => boolean) {
  // While the clock is in doubt, at the start, no checkout counts as expired.
  const payments = deps.clock.doubt()?.kind === 'start' ? [] : await claimPayments(deps)
  for (const payment of payments) {
    if (isStopping()) return
    await lookAt(deps, payment).catch((error) =>
      deps.log.warn({ err: error, order: payment.order_id }, 'a payment could not be looked up'),
    )
  }
  if (!isStopping()) await sendRefunds(deps, isStopping)
}

function claimPayments(deps: Deps) {
  const at = deps.now().getTime()
  return transact(deps, async (tx) => {
    const wanted = tx
      .selectFrom('payments')
      .selectAll()
      .where('state', '=', 'open')
      .where('due_at', '<=', at)
      .orderBy('due_at')
      .limit(BATCH)
    const due = await lockFreeRows(tx, wanted).execute()
    for (const { id, expires_at, hold_until } of due) {
      // A checkout that cannot be closed is tried less and less often.
      const pause = Math.max(ASK_AGAIN_MS, (at - expires_at) / 4)
      const due_at = hold_until > at ? Math.min(at + pause, hold_until) : at + Math.min(pause, MAX_BACK_OFF_MS)
      await tx
        .updateTable('payments')
        .set({ due_at: Math.round(due_at) })
        .where('id', '=', id)
        .execute()
    }
    return due
  })
}

/** Asks the payment service. After the hold the order is cancelled, answer or not; money that still comes is refunded. */
async function lookAt(deps: Deps, payment: Selectable<Tables['payments']>) {
  const { order_id, session_id } = payment
  const { status } = await deps.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  const isOver = status !== 'Awaiting payment' || payment.hold_until <= deps.now().getTime()
  const gateway = gatewayOf(deps, payment)
  try {
    if (gateway && session_id) await settle(deps, await (isOver ? gateway.close(session_id) : gateway.find(session_id)))
    else if (isOver)
      await transact(deps, async (tx) => {
        const locked = await lockPayment(tx, 'order_id', order_id)
        if (locked?.payment.session_id === session_id) await movePayment(deps, tx, locked, 'given up')
      })
  } finally {
    if (isOver) await cancelUnpaidOrder(deps, order_id, { actor: 'shop' }, orderMessage('CANCELLED_NOT_PAID_IN_TIME'))
  }
}
