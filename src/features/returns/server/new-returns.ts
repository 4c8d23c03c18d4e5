import { sql } from 'kysely'
import type { Tx } from '#kernel/db/database.ts'
import { takeUntold } from '#kernel/db/untold.ts'

/** The same condition as the index returns_untold. */
const isUntold = sql<boolean>`returns.shop_told = 0`

/** Returns that nobody has told the seller of, oldest first, without those that were withdrawn. They count as told from then on. */
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
