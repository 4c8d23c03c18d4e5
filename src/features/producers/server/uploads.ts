import { randomBytes } from 'node:crypto'
import { WIDE_WIDTHS } from '#features/pictures/picture-widths.ts'
import { decodePicture, encodeVariants, variantWidths } from '#features/pictures/server/encode-picture.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { badInput } from '#shared/app-error.ts'
import { DAY_MS } from '#shared/time.ts'
import { pictureMissing } from '../producers.contract.ts'
import { message } from '../producers.messages.ts'

const MAX_WIDTH = 1600
/** Unused uploads are deleted after this time. */
const UNUSED_LIFETIME_MS = DAY_MS
const KEY_BYTES = 12

/** Stores an applicant's picture without metadata and gives its address. Throws PICTURE_REFUSED. */
export async function storePicture(deps: Deps, file: string | undefined) {
  if (!file) throw pictureMissing()
  const picture = await decodePicture(file, MAX_WIDTH)
  const key = `producer-${randomBytes(KEY_BYTES).toString('hex')}`
  const widths = variantWidths(picture.width, WIDE_WIDTHS)
  try {
    await encodeVariants(picture, widths, 'webp', (name, content) => deps.storage.put(`${key}/${name}`, content))
    await deps.db.insertInto('uploaded_pictures').values({ key, kept: 0, created_at: deps.now().getTime() }).execute()
  } catch (error) {
    await deps.storage.remove(key)
    throw error
  }
  const image = { key, alt: '', width: picture.width, height: picture.height, widths, avif: false }
  return { message: message('PRODUCER_PICTURE_UPLOADED'), url: `/media/${key}/${widths.at(-1)}.webp`, image }
}

/** The key of an upload; undefined for other links. */
export const keyOfUpload = (url: string) => /^\/media\/(producer-[0-9a-f]+)\//.exec(url)?.[1]

/** Marks uploads as used: field -> link. Throws BAD_INPUT for a deleted one. */
export async function keepUploads(db: Db, links: Record<string, string>) {
  for (const [field, link] of Object.entries(links)) {
    const key = keyOfUpload(link)
    if (!key) continue
    const kept = db.updateTable('uploaded_pictures').set({ kept: 1 }).where('key', '=', key)
    const { numUpdatedRows } = await kept.executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw badInput({ [field]: message('UPLOAD_GONE') })
  }
}

export async function removeUnusedUploads(deps: Pick<Deps, 'db' | 'storage' | 'now'>) {
  const before = deps.now().getTime() - UNUSED_LIFETIME_MS
  const unused = await deps.db
    .deleteFrom('uploaded_pictures')
    .where('kept', '=', 0)
    .where('created_at', '<', before)
    .returning('key')
    .execute()
  for (const { key } of unused) await deps.storage.remove(key)
}
