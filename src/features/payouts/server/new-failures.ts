import { sql } from 'kysely'
import type { Tx } from '#kernel/db/database.ts'
import { takeUntold } from '#kernel/db/untold.ts'

/** The same condition as the index payouts_untold. */
const isUntold = sql<boolean>`state = 'failed' and shop_told = 0`

/** Payouts that failed and that nobody has told the seller of, oldest first. They count as told from then on. */
export async function takeNewFailures(tx: Tx, atMost: number) {
  const untold = tx
    .selectFrom('payouts')
    .select(['id', 'producer_name', 'amount_paise', 'reason'])
    .where(isUntold)
    .orderBy('ended_at')
    .limit(atMost)
  return takeUntold(tx, 'payouts', untold)
}
