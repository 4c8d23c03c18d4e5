import { sql } from 'kysely'
import type { Tx } from '#kernel/db/database.ts'
import { lockFreeRows } from '#kernel/db/engine.ts'

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
  const applications = await lockFreeRows(tx, untold).execute()
  const ids = applications.map(({ id }) => id)
  if (ids.length > 0)
    await tx.updateTable('producer_applications').set({ shop_told: 1 }).where('id', 'in', ids).execute()
  return applications
}
