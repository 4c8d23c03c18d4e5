import { transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { changeMoves } from '../changes.states.ts'
import { endChange, hasOwnProduct, lockChange } from './ask-for-change.ts'

/** So many at a time: a product goes seldom. */
const MOST = 200

/** Open changes of pieces that are gone, or another producer's now. */
const openOfGone = (db: Db) =>
  db
    .selectFrom('maker_changes')
    .select('id')
    .where('kind', '=', 'piece')
    .where('state', 'in', changeMoves['taken back'].from)
    .where((row) => row.not(hasOwnProduct(row)))

/**
 * Ends what waits, or was sent back, of pieces that are gone, such as those of an import that was undone, and of pieces that the office gave to
 * another producer. Each is looked at again when its change is locked.
 */
export async function endChangesOfGone(deps: Pick<Deps, 'db' | 'jobs'>) {
  const gone = await openOfGone(deps.db).limit(MOST).execute()
  for (const { id } of gone)
    await transact(deps, async (tx) => {
      await lockChange(tx, id)
      const still = await openOfGone(tx).where('id', '=', id).executeTakeFirst()
      if (still) await endChange(tx, id)
    })
}
