import { sql } from 'kysely'
import type { Tx } from '#kernel/db/database.ts'
import { lockFreeRows } from '#kernel/db/engine.ts'

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
  const failures = await lockFreeRows(tx, untold).execute()
  const ids = failures.map(({ id }) => id)
  if (ids.length > 0) await tx.updateTable('payouts').set({ shop_told: 1 }).where('id', 'in', ids).execute()
  return failures
}
