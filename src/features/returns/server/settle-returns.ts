import { followsOrders } from '#features/orders/journal/server/journal.ts'
import { recordEvent } from '#features/orders/server/order-history.ts'
import { lockOrder } from '#features/orders/server/order-row.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Deps } from '#kernel/deps.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { message } from '../returns.messages.ts'
import { arrivedState, arrivedStates, followReturns, isRefunded, markReturn } from './returns.service.ts'

const AT_ONCE = 100

/** Closes returns whose pieces are all refunded, in any way. A failed refund, perhaps weeks later, opens one again: the money goes another way. */
export async function settleReturns(deps: Deps) {
  const ended = await deps.db
    .selectFrom('returns')
    .select(['id', 'order_id'])
    .where('state', 'in', arrivedStates)
    .where(isRefunded, '=', true)
    .limit(AT_ONCE)
    .execute()
  for (const { id, order_id } of ended) await change(deps, id, order_id, true)
  const failed = await deps.db
    .selectFrom('returns')
    .innerJoin('refunds', 'refunds.return_id', 'returns.id')
    .select(['returns.id', 'returns.order_id'])
    .distinct()
    .where('refunds.state', '=', 'failed')
    .where('returns.state', '=', 'closed')
    .where('returns.wish', '=', 'refund')
    .where(isRefunded, '=', false)
    .limit(AT_ONCE)
    .execute()
  for (const { id, order_id } of failed) await change(deps, id, order_id, false)
}

async function change(deps: Deps, id: string, orderId: string, isDone: boolean) {
  await transact(deps, async (tx) => {
    await lockOrder(tx, orderId)
    const row = await tx
      .selectFrom('returns')
      .selectAll()
      .where('id', '=', id)
      .where(isRefunded, '=', isDone)
      .executeTakeFirst()
    const isOpen = row?.state === 'arrived' || row?.state === 'damaged'
    if (!row || isOpen !== isDone) return
    const now = deps.now()
    await markReturn(tx, row, { to: isDone ? 'closed' : arrivedState(row), by: 'shop', at: now })
    await recordEvent(tx, orderId, { actor: 'shop' }, message(isDone ? 'RETURN_WAS_DONE' : 'RETURN_OPEN_NO_MONEY'), now)
    await followReturns(deps, tx, orderId)
  })
}

export const returnsJob = (deps: Deps): Job => ({
  name: 'returns',
  everyMs: MINUTE_MS,
  ...followsOrders,
  work: () => settleReturns(deps),
})
