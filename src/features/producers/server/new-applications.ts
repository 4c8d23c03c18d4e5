import { sql } from 'kysely'
import type { Tx } from '#kernel/db/database.ts'
import { takeUntold } from '#kernel/db/untold.ts'

/** As in the index producer_applications_untold, else it is not used. */
const isUntold = sql<boolean>`shop_told = 0`

/** Takes applications not yet mailed to the seller, oldest first; they count as told. */
export async function takeNewApplications(tx: Tx, atMost: number) {
  const untold = tx
    .selectFrom('producer_applications')
    .select(['id', 'name', 'location'])
    .where(isUntold)
    .orderBy('created_at')
    .limit(atMost)
  return takeUntold(tx, 'producer_applications', untold)
}
