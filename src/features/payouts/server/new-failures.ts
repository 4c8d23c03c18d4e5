import { sql } from 'kysely'
import type { Tx } from '#kernel/db/database.ts'
import { takeUntold } from '#kernel/db/untold.ts'

/** As in the index payouts_untold, else it is not used. */
const isUntold = sql<boolean>`state = 'failed' and shop_told = 0`

/** Takes failed payouts not yet mailed to the seller, oldest first; they count as told. */
export async function takeNewFailures(tx: Tx, atMost: number) {
  const untold = tx
    .selectFrom('payouts')
    .select(['id', 'producer_name', 'amount_paise', 'reason'])
    .where(isUntold)
    .orderBy('ended_at')
    .limit(atMost)
  return takeUntold(tx, 'payouts', untold)
}
