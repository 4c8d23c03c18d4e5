import type { Db, Tx } from '#kernel/db/database.ts'
import { payoutsLocked } from '../payouts.contract.ts'

/** Nothing is paid out from now on, until somebody has compared the restored books with the bank. Safe to call twice. */
export const lockPayouts = (tx: Tx, now: Date) =>
  tx
    .insertInto('payout_locks')
    .values({ id: 1, since: now.getTime() })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ since: now.getTime() }))
    .execute()

/** Since when nothing is paid out; undefined: payouts go on. */
export async function lockedSince(db: Db) {
  const lock = await db.selectFrom('payout_locks').select('since').executeTakeFirst()
  return lock && new Date(lock.since)
}

/** Throws PAYOUTS_LOCKED. */
export async function checkUnlocked(db: Db) {
  if (await lockedSince(db)) throw payoutsLocked()
}
