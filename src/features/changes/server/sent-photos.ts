import { ProductPicture } from '#features/pictures/product-picture.ts'
import { removePictures } from '#features/products/edit/server/product-pictures.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { inParts, PART } from '#kernel/db/query/in-parts.ts'
import type { Deps } from '#kernel/deps.ts'
import { DAY_MS } from '#shared/time.ts'

/** So many photos of one producer may wait for a piece. */
export const MOST_WAITING_PHOTOS = 40

export async function countWaitingPhotos(db: Db, producerId: string) {
  const { count } = await db
    .selectFrom('workshop_pictures')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('producer_id', '=', producerId)
    .where('change_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Notes a photo that is stored: without a change that shows it, it goes a day after it was sent. */
export const notePhoto = (db: Db, producerId: string, picture: ProductPicture, at: Date) =>
  db
    .insertInto('workshop_pictures')
    .values({
      ...{ key: picture.key, producer_id: producerId, picture: JSON.stringify(picture) },
      ...{ created_at: at.getTime(), change_id: null },
    })
    .execute()

interface Photos {
  producerId: string
  /** Besides photos that no change shows, those of this one. */
  changeId?: string | undefined
  keys: readonly string[]
}

const photosOf = (db: Db, { producerId, changeId, keys }: Photos) =>
  db
    .selectFrom('workshop_pictures')
    .select('picture')
    .where('producer_id', '=', producerId)
    .where('key', 'in', keys)
    .where((photo) =>
      photo.or([
        photo('change_id', 'is', null),
        ...(changeId === undefined ? [] : [photo('change_id', '=', changeId)]),
      ]),
    )

const parsed = (rows: readonly { picture: string }[]) =>
  rows.map(({ picture }) => ProductPicture.parse(JSON.parse(picture)))

/** Photos by their keys; left out are those that are not there any more, another producer's, and those that another change shows. */
export const findPhotos = async (db: Db, photos: Photos): Promise<ProductPicture[]> =>
  photos.keys.length === 0 ? [] : parsed(await photosOf(db, photos).execute())

/** As findPhotos; none of them is removed before the transaction ends. */
export const lockPhotos = async (db: Db, photos: Photos): Promise<ProductPicture[]> =>
  photos.keys.length === 0 ? [] : parsed(await lockRows(db, photosOf(db, photos)).execute())

/** The photos that these changes show and that are still there, by their keys, in one reading. */
export async function photosShownBy(
  db: Db,
  changes: readonly { id: string }[],
): Promise<ReadonlyMap<string, ProductPicture>> {
  if (changes.length === 0) return new Map()
  const ids = changes.map(({ id }) => id)
  const rows = await db.selectFrom('workshop_pictures').select('picture').where('change_id', 'in', ids).execute()
  return new Map(parsed(rows).map((photo) => [photo.key, photo]))
}

/** These photos belong to the change now; those that it showed before are let go. */
export async function showPhotos(tx: Tx, changeId: string, producerId: string, keys: readonly string[]) {
  await letGoOfPhotos(tx, changeId)
  if (keys.length === 0) return
  await tx
    .updateTable('workshop_pictures')
    .set({ change_id: changeId })
    .where('producer_id', '=', producerId)
    .where('key', 'in', keys)
    .execute()
}

/** No change shows them any more: an hourly job removes them, once a day has passed since they were sent. */
export async function letGoOfPhotos(tx: Tx, changeId: string) {
  await tx.updateTable('workshop_pictures').set({ change_id: null }).where('change_id', '=', changeId).execute()
}

/** The product has these photos now, in the transaction that gives them to it. */
export async function handPhotosOver(tx: Tx, keys: readonly string[]) {
  if (keys.length > 0) await tx.deleteFrom('workshop_pictures').where('key', 'in', keys).execute()
}

/** Removes photos that were sent a day ago and that no change shows: first the rows, so that none is shown whose file is gone. */
export function removeOldPhotos(deps: Pick<Deps, 'db' | 'storage' | 'now'>) {
  const before = deps.now().getTime() - DAY_MS
  return inParts(async (size) => {
    const old = deps.db
      .selectFrom('workshop_pictures')
      .select('key')
      .where('change_id', 'is', null)
      .where('created_at', '<', before)
      .limit(size)
    const gone = await deps.db
      .deleteFrom('workshop_pictures')
      .where('key', 'in', old)
      .where('change_id', 'is', null)
      .returning('key')
      .execute()
    await removePictures(deps, gone)
    return gone.length
  }, PART)
}
