import type { Selectable } from 'kysely'
import { numberInvoices } from '#features/invoices/server/invoices.service.ts'
import { refundDone, refundFailed } from '#features/orders/server/refunds.ts'
import type { Tables } from '#server/db/database.ts'
import { lockFreeRows } from '#server/db/engine.ts'
import type { Deps } from '#server/deps.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { cancelUnpaid, gatewayOf } from './close-checkout.ts'
import { RefundRefused } from './gateway.ts'
import { settle } from './mark-paid.ts'

const BATCH = 20
/** A checkout whose order still waits is asked about this often once it has run out. */
const ASK_AGAIN_MS = 30 * SECOND_MS
const MAX_BACK_OFF_MS = HOUR_MS

/** Does what is due: checkouts that have run out or are to be closed, refunds, invoices to number. What is left over when it has to stop is due again soon. */
export async function sweep(deps: Deps, isStopping: () => boolean) {
  for (const payment of await claimPayments(deps)) {
    if (isStopping()) return
    await lookAt(deps, payment).catch((error) =>
      deps.log.warn({ err: error, order: payment.order_id }, 'a payment could not be looked up'),
    )
  }
  for (const refund of await claimRefunds(deps)) {
    if (isStopping()) return
    await payBack(deps, refund)
  }
  if (!isStopping()) await numberInvoices(deps.db, deps.now())
}

/** Takes payments that are due, so that no other process looks at them for a while. */
function claimPayments({ db, now }: Deps) {
  const at = now().getTime()
  return db.transaction().execute(async (tx) => {
    const wanted = tx
      .selectFrom('payments')
      .selectAll()
      .where('state', '=', 'open')
      .where('due_at', '<=', at)
      .orderBy('due_at')
      .limit(BATCH)
    const due = await lockFreeRows(tx, wanted).execute()
    for (const { id, expires_at, hold_until } of due) {
      // A checkout that cannot be closed is asked about ever less often.
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

/**
 * Asks the payment service, which is the only one to know. When the hold has run out the order is cancelled, answer or not:
 * money that still comes is paid back.
 */
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
      await deps.db
        .updateTable('payments')
        .set({ state: 'closed' })
        .where('id', '=', payment.id)
        // Not where the checkout was opened meanwhile.
        .$if(session_id === null, (update) => update.where('session_id', 'is', null))
        .where('state', '=', 'open')
        .execute()
  } finally {
    if (isOver) await cancelUnpaid(deps, order_id, { actor: 'shop' }, 'Cancelled: not paid in time')
  }
}

/** Takes refunds that are due; should this process die, another tries again. */
function claimRefunds({ db, now }: Deps) {
  const at = now().getTime()
  return db.transaction().execute(async (tx) => {
    const wanted = tx
      .selectFrom('refunds')
      .selectAll()
      .where('state', '=', 'queued')
      .where('due_at', '<=', at)
      .orderBy('due_at')
      .limit(BATCH)
    const due = await lockFreeRows(tx, wanted).execute()
    for (const { id, attempts } of due) {
      const due_at = at + Math.min(MAX_BACK_OFF_MS, 2 ** Math.min(attempts, 10) * MINUTE_MS)
      await tx
        .updateTable('refunds')
        .set({ attempts: attempts + 1, due_at })
        .where('id', '=', id)
        .execute()
    }
    return due
  })
}

async function payBack(deps: Deps, refund: Selectable<Tables['refunds']>) {
  const payment = await deps.db
    .selectFrom('payments')
    .select(['provider', 'reference'])
    .where('order_id', '=', refund.order_id)
    .executeTakeFirstOrThrow()
  try {
    const gateway = gatewayOf(deps, payment)
    if (!gateway || !payment.reference) throw new Error(`there is no ${payment.provider} to pay back by`)
    const { id, amount_paise: amountPaise, attempts } = refund
    const isRetry = attempts > 0
    const { providerId } = await gateway.refund({ id, reference: payment.reference, amountPaise, isRetry })
    await refundDone(deps, id, providerId)
  } catch (error) {
    if (error instanceof RefundRefused) {
      deps.log.error({ err: error, order: refund.order_id }, 'a refund was refused')
      return refundFailed(deps, refund.id)
    }
    deps.log.warn({ err: error, order: refund.order_id }, 'a refund could not be carried out and will be tried again')
  }
}
