import { sql } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'

/** Changes that get their places in one transaction. */
const PLACED_AT_ONCE = 1000

/**
 * Gives noted changes of products their places after the commit, one writer after the other, so a reader that has read on to one has missed none. Of a
 * product the last change alone is kept.
 */
export async function placeProductChanges(db: Db) {
  const unplaced = db.selectFrom('product_changes').select('number').where('place', 'is', null).limit(1)
  while (await unplaced.executeTakeFirst()) await db.transaction().execute(placeSome)
}

const lastPlace = (db: Db) => db.selectFrom('last_product_place').select('place')

export const lastProductPlace = async (db: Db) => Number((await lastPlace(db).executeTakeFirstOrThrow()).place)

async function placeSome(tx: Tx) {
  const { place } = await lockRows(tx, lastPlace(tx)).executeTakeFirstOrThrow()
  const fresh = await tx
    .selectFrom('product_changes')
    .select(['number', 'product_id'])
    .where('place', 'is', null)
    .orderBy('number')
    .limit(PLACED_AT_ONCE)
    .execute()
  if (fresh.length === 0) return
  const latest = new Map(fresh.map(({ number, product_id }) => [product_id, number]))
  const kept = [...latest.values()]
  await tx
    .deleteFrom('product_changes')
    .where('product_id', 'in', [...latest.keys()])
    .where('number', '<=', fresh.at(-1)?.number ?? 0)
    .where('number', 'not in', kept)
    .execute()
  const turns = tx
    .selectFrom('product_changes')
    .select(['number', sql<number>`row_number() over (order by number)`.as('turn')])
    .where('number', 'in', kept)
  await tx
    .updateTable('product_changes')
    .from(turns.as('turns'))
    .set({ place: sql<number>`${sql.lit(Number(place))} + turns.turn` })
    .whereRef('product_changes.number', '=', 'turns.number')
    .execute()
  await tx
    .updateTable('last_product_place')
    .set({ place: Number(place) + kept.length })
    .execute()
}
