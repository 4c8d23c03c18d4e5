import { transact } from '#kernel/background.ts'
import type { Deps } from '#kernel/deps.ts'
import { changeMoves } from '../changes.states.ts'
import { endChange, lockChange } from './ask-for-change.ts'

/** So many at a time: a product goes seldom. */
const MOST = 200

/** Ends what waits, or was sent back, of pieces that are gone, such as those of an import that was undone. */
export async function endChangesOfGone(deps: Pick<Deps, 'db' | 'jobs'>) {
  const gone = await deps.db
    .selectFrom('maker_changes')
    .select('id')
    .where('kind', '=', 'piece')
    .where('state', 'in', changeMoves['taken back'].from)
    .where((row) =>
      row.not(
        row.exists(
          row.selectFrom('products').select('products.id').whereRef('products.id', '=', 'maker_changes.subject'),
        ),
      ),
    )
    .limit(MOST)
    .execute()
  for (const { id } of gone)
    await transact(deps, async (tx) => {
      if (await lockChange(tx, id)) await endChange(tx, id)
    })
}
