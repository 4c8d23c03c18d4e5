import { sql } from 'kysely'
import type { Tx } from '#kernel/db/database.ts'
import { takeUntold } from '#kernel/db/untold.ts'

/** As in the index returns_untold, else it is not used. */
const isUntold = sql<boolean>`returns.shop_told = 0`

/** Takes returns not yet mailed to the seller, oldest first, without withdrawn ones; they count as told. */
export async function takeNewReturns(tx: Tx, atMost: number) {
  const untold = tx
    .selectFrom('returns')
    .innerJoin('orders', 'orders.id', 'returns.order_id')
    .select(['returns.id', 'returns.wish', 'returns.state', 'orders.number'])
    .where(isUntold)
    .orderBy('returns.asked_at')
    .limit(atMost)
  const returns = await takeUntold(tx, 'returns', untold)
  return returns.filter(({ state }) => state !== 'withdrawn')
}
