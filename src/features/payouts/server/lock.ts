import type { Db, Tx } from '#kernel/db/database.ts'
import { payoutsLocked } from '../payouts.contract.ts'

/** Stops payouts until the restored books are compared with the bank. Idempotent. */
export const lockPayouts = (tx: Tx, now: Date) =>
  tx
    .insertInto('payout_locks')
    .values({ id: 1, since: now.getTime() })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ since: now.getTime() }))
    .execute()

/** Since when payouts wait; undefined: they go on. */
export async function lockedSince(db: Db) {
  const lock = await db.selectFrom('payout_locks').select('since').executeTakeFirst()
  return lock && new Date(lock.since)
}

export async function checkUnlocked(db: Db) {
  if (await lockedSince(db)) throw payoutsLocked()
}
