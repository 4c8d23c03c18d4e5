import type { Selectable } from 'kysely'
import { moveRefund } from '#features/orders/refunds/server/refunds.ts'
import { transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import { lockFreeRows, lockRows } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { gatewayOf } from './close-checkout.ts'
import { RefundRefused } from './gateway.ts'
import { followRefunds } from './gateway-news.ts'

const MOST_AT_ONCE = 20
/** How long a refund belongs to one process; another tries after that. Its two calls take far less. */
const LEASE_MS = 5 * MINUTE_MS
const MAX_BACK_OFF_MS = HOUR_MS

type Refund = Selectable<Tables['refunds']>

export async function sendRefunds(deps: Deps, isStopping: () => boolean) {
  for (let sent = 0; !isStopping(); sent += 1) {
    if (sent === MOST_AT_ONCE) return deps.jobs.wake('payments')
    // Claimed one by one: a claim on a long batch would run out.
    const refund = await claimRefund(deps)
    if (!refund) return
    await sendRefund(deps, refund)
  }
}

/** Orders with refunds to make, none being made or waiting. One at a time an order: what the service says of one can change the next. */
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
    // One that is only being written to, such as by its papers, is waited for: nothing else would come back to it for a minute.
    const free = await lockFreeRows(tx, orders).executeTakeFirst()
    const order = free ?? (await lockRows(tx, orders).executeTakeFirst())
    if (!order) return undefined
    const refund = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('order_id', '=', order.id)
      .where('state', '=', 'queued')
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

/** Reads earlier refunds first: the service forgets keys after a day, and a backup may be restored. Throws RefundRefused, or its errors. */
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
  const [whole] = made.filter(({ hasFailed }) => !hasFailed)
  if (purpose === 'payment' && whole) return moveRefund(deps, id, 'done', whole.providerId)
  // The refund was made before a restore or at the service: the due amount has changed and is read again.
  if (await followRefunds(deps, order_id, gateway.provider, made)) return
  const { providerId } = await gateway.refund({ id, reference, amount })
  await moveRefund(deps, id, 'done', providerId)
}
