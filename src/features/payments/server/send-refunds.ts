import type { Selectable } from 'kysely'
import { bookForgottenRefunds } from '#features/orders/server/forgotten-refunds.ts'
import { moveRefund } from '#features/orders/server/refunds.ts'
import { transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import { lockFreeRows } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { paise } from '#shared/money.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { gatewayOf } from './close-checkout.ts'
import { type GatewayRefund, RefundRefused } from './gateway.ts'

/** Refunds made in one go. */
const MOST_AT_ONCE = 20
/**
 * Nobody else begins a refund that is being worked on; should this process die, another does after this time. It is far longer than
 * the two calls that a refund takes.
 */
const LEASE_MS = 5 * MINUTE_MS
const MAX_BACK_OFF_MS = HOUR_MS

type Refund = Selectable<Tables['refunds']>

/** Has the payment service make the refunds that are due, one after the other. */
export async function sendRefunds(deps: Deps, isStopping: () => boolean) {
  for (let sent = 0; !isStopping(); sent += 1) {
    // What is left is due now.
    if (sent === MOST_AT_ONCE) return deps.jobs.wake('payments')
    // Each is claimed just before it is made: the claim on a long batch would run out before its end.
    const refund = await claimRefund(deps)
    if (!refund) return
    await sendRefund(deps, refund)
  }
}

/**
 * Orders with refunds to make, none of which is being made or waits to be tried again. The refunds of one order are made one after
 * the other: what the payment service tells about one may change what the others come to.
 */
export const ordersToRefund = (db: Db, at: number) =>
  db
    .selectFrom('refunds')
    .select('order_id')
    .where('state', '=', 'queued')
    .groupBy('order_id')
    .having(({ fn }) => fn.max('due_at'), '<=', at)

function claimRefund(deps: Deps): Promise<Refund | undefined> {
  const at = deps.now().getTime()
  return transact(deps, async (tx) => {
    const orders = tx.selectFrom('orders').select('id').where('id', 'in', ordersToRefund(tx, at)).limit(1)
    const order = await lockFreeRows(tx, orders).executeTakeFirst()
    if (!order) return undefined
    const refund = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('order_id', '=', order.id)
      .where('state', '=', 'queued')
      // Asked again with the order locked: another process may have begun one meanwhile.
      .where('order_id', 'in', ordersToRefund(tx, at))
      .orderBy('due_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!refund) return undefined
    const claimed = { attempts: refund.attempts + 1, due_at: at + LEASE_MS }
    await tx.updateTable('refunds').set(claimed).where('id', '=', refund.id).execute()
    return { ...refund, ...claimed }
  })
}

async function sendRefund(deps: Deps, refund: Refund) {
  try {
    await makeRefund(deps, refund)
  } catch (error) {
    if (error instanceof RefundRefused) {
      deps.log.error({ err: error, order: refund.order_id }, 'a refund was refused')
      return moveRefund(deps, refund.id, 'failed')
    }
    deps.log.warn({ err: error, order: refund.order_id }, 'a refund could not be carried out and will be tried again')
    const pause = Math.min(MAX_BACK_OFF_MS, 2 ** Math.min(refund.attempts - 1, 10) * MINUTE_MS)
    await deps.db
      .updateTable('refunds')
      .set({ due_at: deps.now().getTime() + pause })
      .where('id', '=', refund.id)
      .where('state', '=', 'queued')
      .execute()
  }
}

/**
 * Looks at what the payment service has refunded already before it asks for more: its idempotency keys are forgotten after a day,
 * and this database may have been restored from a backup. Throws RefundRefused, or what the service threw.
 */
async function makeRefund(deps: Deps, { id, order_id, purpose, amount_minor: amount }: Refund) {
  const payment = await deps.db
    .selectFrom('payments')
    .select(['provider', 'reference'])
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow()
  const { reference } = payment
  const gateway = gatewayOf(deps, payment)
  if (!gateway || !reference) throw new Error(`there is no ${payment.provider} to refund by`)
  const made = await gateway.refundsOf(reference)
  const own = made.find((refund) => refund.id === id)
  if (own?.hasFailed) throw new RefundRefused(`the refund ${own.providerId} has failed`)
  if (own) return moveRefund(deps, id, 'done', own.providerId)
  const ours = made.filter(isOurs)
  // Money that did not fit the order is refunded as a whole, in one refund.
  if (purpose === 'payment' && ours[0]) return moveRefund(deps, id, 'done', ours[0].providerId)
  // The amount that is due has changed, so it is read again. Pieces of an order were paid in rupees.
  const forOrder = ours.map(({ amount, ...refund }) => ({ ...refund, amountPaise: paise(amount) }))
  if (await bookForgottenRefunds(deps, order_id, forOrder)) return
  const { providerId } = await gateway.refund({ id, reference, amount })
  await moveRefund(deps, id, 'done', providerId)
}

const isOurs = (refund: GatewayRefund): refund is GatewayRefund & { id: string } =>
  refund.id !== undefined && !refund.hasFailed
