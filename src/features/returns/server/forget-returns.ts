import { sql } from 'kysely'
import { isReturnOpen, returnStates } from '#features/orders/returns.states.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { DAY_MS } from '#shared/time.ts'
import { readPhotos, removePhotos } from './return-photos.ts'

const ofShopper = (db: Db, shopperId: string) =>
  db.selectFrom('orders').select('orders.id').where('user_id', '=', shopperId)

/** Is an answer, goods or money still to come? */
export async function hasOpenReturns(db: Db, shopperId: string) {
  const open = db
    .selectFrom('returns')
    .select('id')
    .where('state', 'in', returnStates.filter(isReturnOpen))
    .where('order_id', 'in', ofShopper(db, shopperId))
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Removes the shopper's words from returns, which stay for the books. Call it before orders forget the shopper. Gives photos to delete after the
 * commit.
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
    .set({ reason: '', answer: null, photos: '[]', pay_to: null })
    .where('order_id', 'in', ofShopper(tx, shopperId))
    .execute()
  return mine.flatMap(({ photos }) => readPhotos(photos))
}

/** How long an ended return keeps photos and payment address, for questions. */
const KEEP_PHOTOS_MS = 180 * DAY_MS
const PART = 50

/** Removes photos and payment addresses 180 days after a return's end; its texts stay. */
export async function tidyReturns(deps: Pick<Deps, 'db' | 'now' | 'storage'>) {
  const { db, now } = deps
  const isOver = returnStates.filter((state) => !isReturnOpen(state))
  for (;;) {
    const old = await db
      .selectFrom('returns')
      .select(['id', 'photos'])
      // As in the index returns_to_forget.
      .where(sql<boolean>`(photos <> '[]' or pay_to is not null)`)
      .where('changed_at', '<', now().getTime() - KEEP_PHOTOS_MS)
      .where('state', 'in', isOver)
      .limit(PART)
      .execute()
    if (old.length === 0) return
    for (const { photos } of old) await removePhotos(deps, readPhotos(photos))
    await db
      .updateTable('returns')
      .set({ photos: '[]', pay_to: null })
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute()
  }
}
