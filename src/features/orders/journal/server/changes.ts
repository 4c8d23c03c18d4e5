import type { Shop } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import { cursorNotValid, openCursor } from '#kernel/http/cursors.ts'
import { LAST_PLACE, placeEvents } from './journal.ts'

/** Opens a cursor of the journal, in which everything that is committed has its place by now. Throws CURSOR_NOT_VALID. */
export async function openJournal(deps: Shop, since: string) {
  await placeEvents(deps)
  const { numbers, write } = await openCursor(deps.db, since)
  const [place = 0, parcel = 0] = numbers
  const { place: last } = await lastPlace(deps.db).executeTakeFirstOrThrow()
  if (place > Number(last)) throw cursorNotValid()
  return { place, parcel, write }
}

const lastPlace = (db: Db) => db.selectFrom('journal_cursors').select('place').where('reader', '=', LAST_PLACE)

/** Orders in the order in which something happened to them last, after a place; each once. */
export const changedOrders = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('order_events as event')
    .select(['event.order_id', 'event.place'])
    .where('event.place', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_events as later')
            .select('later.number')
            .whereRef('later.order_id', '=', 'event.order_id')
            .whereRef('later.place', '>', 'event.place'),
        ),
      ),
    )
    .orderBy('event.place')
    .limit(limit)
    .execute()

/** Parcels in the order in which something happened to them, or to their order as a whole, last, after a place and a parcel's number; each once. */
export const changedParcels = (db: Db, after: { place: number; parcel: number }, limit: number) =>
  db
    .selectFrom('order_events as event')
    .innerJoin('parcels', 'parcels.order_id', 'event.order_id')
    .select(['parcels.id', 'parcels.number', 'event.place'])
    .where('event.place', '>=', after.place)
    .where(({ or, eb }) => or([eb('event.place', '>', after.place), eb('parcels.number', '>', after.parcel)]))
    .where(({ or, eb, ref }) => or([eb('event.parcel', 'is', null), eb('event.parcel', '=', ref('parcels.number'))]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_events as later')
            .select('later.number')
            .whereRef('later.order_id', '=', 'event.order_id')
            .whereRef('later.place', '>', 'event.place')
            .where(({ or, eb, ref }) =>
              or([eb('later.parcel', 'is', null), eb('later.parcel', '=', ref('parcels.number'))]),
            ),
        ),
      ),
    )
    .orderBy('event.place')
    .orderBy('parcels.number')
    .limit(limit)
    .execute()
