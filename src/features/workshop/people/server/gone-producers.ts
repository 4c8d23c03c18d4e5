import type { Db } from '#kernel/db/database.ts'
import { forgetPerson } from './people.service.ts'

/** People, phones and invitations of producers that are no more, such as the demo's samples after its end. They were logged out when the producer went. */
export async function forgetPeopleOfGone(db: Db) {
  const producers = db.selectFrom('producers').select('id')
  await db.deleteFrom('producer_invitations').where('producer_id', 'not in', producers).execute()
  const gone = await db
    .selectFrom('producer_people')
    .select('id')
    .where('producer_id', 'not in', producers)
    .limit(1000)
    .execute()
  for (const { id } of gone) await db.transaction().execute((tx) => forgetPerson(tx, id))
}
