import { isReturnOpen, returnStates } from '#features/orders/returns.states.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { readPhotos } from './return-photos.ts'

const ofShopper = (db: Db, shopperId: string) =>
  db.selectFrom('orders').select('orders.id').where('user_id', '=', shopperId)

/** Is something still to come of a return of this shopper: an answer, goods or money? */
export async function hasOpenReturns(db: Db, shopperId: string) {
  const open = db
    .selectFrom('returns')
    .select('id')
    .where('state', 'in', returnStates.filter(isReturnOpen))
    .where('order_id', 'in', ofShopper(db, shopperId))
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Returns stay for the books, without what the shopper wrote and showed. Before the orders are forgotten, by which they are found. Gives
 * the photos, whose files are to be removed after the commit.
 */
export async function forgetReturns(tx: Tx, shopperId: string) {
  const mine = await tx
    .selectFrom('returns')
    .select(['id', 'photos'])
    .where('order_id', 'in', ofShopper(tx, shopperId))
    .execute()
  if (mine.length === 0) return []
  await tx
    .updateTable('returns')
    .set({ reason: '', answer: null, photos: '[]' })
    .where('order_id', 'in', ofShopper(tx, shopperId))
    .execute()
  return mine.flatMap(({ photos }) => readPhotos(photos))
}
