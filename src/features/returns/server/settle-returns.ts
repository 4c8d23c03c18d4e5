import { recordEvent } from '#features/orders/server/order-history.ts'
import { lockOrder } from '#features/orders/server/order-row.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Deps } from '#kernel/deps.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { followReturns, getReturnRow } from './returns.service.ts'

/** Returns looked at in one run. */
const AT_ONCE = 100

/**
 * A return is done once the money of its card refund has gone back. A refund that failed, which the bank may say weeks later, leaves it to
 * the seller again.
 */
export async function settleReturns(deps: Deps) {
  const settled = await deps.db
    .selectFrom('returns')
    .innerJoin('refunds', 'refunds.id', 'returns.refund_id')
    .select(['returns.id', 'returns.order_id', 'refunds.state'])
    .where('returns.state', 'in', ['arrived', 'damaged'])
    .where('refunds.state', '!=', 'queued')
    .limit(AT_ONCE)
    .execute()
  for (const { id, order_id, state } of settled) {
    await transact(deps, async (tx) => {
      await lockOrder(tx, order_id)
      const row = await getReturnRow(tx, id)
      if (row.state !== 'arrived' && row.state !== 'damaged') return
      const now = deps.now()
      const isDone = state === 'done'
      await tx
        .updateTable('returns')
        .set(isDone ? { state: 'closed', changed_at: now.getTime(), changed_by: null } : { refund_id: null })
        .where('id', '=', id)
        .execute()
      if (isDone) await recordEvent(tx, order_id, { actor: 'shop' }, 'Return done', now)
      await followReturns(deps, tx, order_id)
    })
  }
}

export const returnsJob = (deps: Deps): Job => ({
  name: 'returns',
  everyMs: MINUTE_MS,
  work: () => settleReturns(deps),
})
