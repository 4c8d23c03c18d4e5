import { lockPayouts } from '#features/payouts/server/lock.ts'
import type { Db } from '#kernel/db/database.ts'

/**
 * Marks a database that was restored from a backup, and so is out of date. Everybody is logged out, links to new
 * passwords are void; mails that were unsent then, and may have been sent since, wait for a person, and so do payouts that the bank may
 * have made since (docs/operations.md). Safe to call twice.
 */
export async function markRestored(db: Db, now: Date) {
  const restored = { key: 'restored-at', value: now.toISOString() } as const
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sessions').execute()
    await tx.deleteFrom('account_links').where('purpose', '=', 'password').execute()
    await tx
      .updateTable('outbox')
      .set({ held: 1 })
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where('held', '=', 0)
      .execute()
    await lockPayouts(tx, now)
    await tx
      .insertInto('shop_notes')
      .values(restored)
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: restored.value }))
      .execute()
  })
}
