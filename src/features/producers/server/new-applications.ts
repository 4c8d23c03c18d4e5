import { sql } from 'kysely'
import type { Tx } from '#kernel/db/database.ts'
import { takeUntold } from '#kernel/db/untold.ts'

/** The same condition as the index producer_applications_untold. */
const isUntold = sql<boolean>`shop_told = 0`

/** Applications that nobody has told the seller of, oldest first. They count as told from then on. */
export async function takeNewApplications(tx: Tx, atMost: number) {
  const untold = tx
    .selectFrom('producer_applications')
    .select(['id', 'name', 'location'])
    .where(isUntold)
    .orderBy('created_at')
    .limit(atMost)
  return takeUntold(tx, 'producer_applications', untold)
}
