import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import { LARGEST_WIDTH, productWidths } from '#features/pictures/picture-widths.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import {
  type DecodedPicture,
  decodePicture,
  encodeVariants,
  type PictureFormat,
} from '#features/pictures/server/encode-picture.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import type { Deps, OwnDeps } from '#kernel/deps.ts'

/** Bytes of memory for pictures that wait for their AVIF; above that a picture is read again from its WebP. */
const MAX_WAITING_BYTES = 64_000_000
const KEY_BYTES = 12
/** Begins the keys of products' pictures; demo pictures are not in the storage. */
export const PREFIX = 'product-'

/** Products searched at once for pictures without AVIF. */
const RESUME_PART = 1000

export interface StoredPicture {
  picture: ProductPicture
  decoded: DecodedPicture
}

const newKey = () => `${PREFIX}${randomBytes(KEY_BYTES).toString('hex')}`

export const imagesOf = (pictures: readonly StoredPicture[]) => pictures.map(({ picture }) => picture)

/** Stores each file as WebP without metadata, one after the other. Throws UNREADABLE_PICTURE, PICTURE_TOO_LARGE; then nothing is left. */
export async function storePictures(deps: Deps, files: readonly string[], alt: string): Promise<StoredPicture[]> {
  const all: DecodedPicture[] = []
  for (const file of files) all.push(await decodePicture(file, LARGEST_WIDTH))
  const stored: StoredPicture[] = []
  try {
    for (const decoded of all) {
      const picture = pictureOf(decoded, newKey(), alt)
      stored.push({ picture, decoded })
      await storeWebp(deps, { picture, decoded })
    }
    return stored
  } catch (error) {
    await removePictures(deps, imagesOf(stored))
    throw error
  }
}

const pictureOf = ({ width, height }: DecodedPicture, key: string, alt: string) => ({
  ...{ key, alt, width, height, widths: productWidths(width), avif: false },
})

const storeWebp = ({ storage }: Pick<Deps, 'storage'>, { picture: { key, widths }, decoded }: StoredPicture) =>
  encodeVariants(decoded, widths, 'webp', (name, bytes) => storage.put(`${key}/${name}`, bytes))

/** Stores one picture as WebP under this key. Throws UNREADABLE_PICTURE, PICTURE_TOO_LARGE, perhaps with a part left. */
export async function storePicture(
  deps: Pick<Deps, 'storage'>,
  bytes: Buffer,
  { key, alt }: Pick<ProductPicture, 'key' | 'alt'>,
): Promise<StoredPicture> {
  const decoded = await decodePicture(bytes, LARGEST_WIDTH)
  const stored = { picture: pictureOf(decoded, key, alt), decoded }
  await storeWebp(deps, stored)
  return stored
}

/** Whether the storage has it: demo pictures are not there. */
export const isStored = ({ key }: Pick<ProductPicture, 'key'>) => key.startsWith(PREFIX)

/** Removes stored pictures; demo pictures stay. */
export async function removePictures(deps: Pick<Deps, 'storage'>, pictures: readonly Pick<ProductPicture, 'key'>[]) {
  for (const { key } of pictures.filter(isStored)) await deps.storage.remove(key)
}

/** Removes the new pictures if the change fails, but not after a lost connection, when it may be saved. */
export async function orRemove<Result>(
  deps: Pick<Deps, 'storage'>,
  pictures: readonly ProductPicture[],
  work: () => Promise<Result>,
) {
  try {
    return await work()
  } catch (error) {
    if (databaseFailure(error) === 'away') throw error
    await removePictures(deps, pictures)
    throw error
  }
}

/** Copies pictures under new keys, so that each product has its own. Demo pictures are shared, since they stay; lost files are left out. */
export async function copyPictures(
  deps: Pick<Deps, 'storage'>,
  pictures: readonly ProductPicture[],
  altOf: (alt: string) => string,
) {
  const copies: ProductPicture[] = []
  try {
    for (const picture of pictures) {
      const isShared = !isStored(picture)
      const copy = { ...picture, alt: altOf(picture.alt), ...(isShared ? {} : { key: newKey() }) }
      copies.push(copy)
      if (isShared) continue
      if (!(await copyFiles(deps, picture, copy.key, 'webp'))) await removePictures(deps, copies.splice(-1))
      else copy.avif = picture.avif && (await copyFiles(deps, picture, copy.key, 'avif'))
    }
    return copies
  } catch (error) {
    await removePictures(deps, copies)
    throw error
  }
}

/** Copies the files of one format; false if one is missing. */
async function copyFiles(
  { storage }: Pick<Deps, 'storage'>,
  { key, widths }: ProductPicture,
  to: string,
  format: PictureFormat,
) {
  for (const width of widths) {
    const content = await storage.find(`${key}/${width}.${format}`)
    if (!content) return false
    await storage.put(`${to}/${width}.${format}`, content)
  }
  return true
}

/** Pictures that no order shows and no import needs. */
export async function withoutOrdered<Picture extends Pick<ProductPicture, 'key'>>(
  tx: Tx,
  productId: string,
  pictures: readonly Picture[],
) {
  if (pictures.length === 0) return []
  const rows = await tx
    .selectFrom('order_lines')
    .select('images')
    .distinct()
    .where('product_id', '=', productId)
    .execute()
  const kept = await tx
    .selectFrom('import_pictures')
    .select('key')
    .where(
      'key',
      'in',
      pictures.map(({ key }) => key),
    )
    .execute()
  const used = new Set([...rows.flatMap((row) => parsePictures(row.images)), ...kept].map(({ key }) => key))
  return pictures.filter(({ key }) => !used.has(key))
}

declare module '#kernel/deps.ts' {
  interface Deps {
    avif: ReturnType<typeof createAvifQueue>
  }
}

/** The picture as it was sent, while it is in memory. */
interface Waiting {
  productId: string
  picture: ProductPicture
  decoded?: DecodedPicture
}

/** Makes AVIF one by one, after the answer; until then the WebP is shown. After a stop or crash the next start goes on. */
export function createAvifQueue(deps: OwnDeps) {
  const waiting: Waiting[] = []
  let isFirstRun = true

  async function work(isStopping: () => boolean) {
    if (isFirstRun) {
      isFirstRun = false
      await findUndone(isStopping)
    }
    for (let next = waiting.shift(); next && !isStopping(); next = waiting.shift())
      await make(next, isStopping).catch((error) => deps.log.warn({ err: error }, 'no AVIF for a picture'))
  }

  async function make({ productId, picture, decoded }: Waiting, isStopping: () => boolean) {
    const source = decoded ?? (await readLargest(picture))
    if (!source) return
    await encodeVariants(source, picture.widths, 'avif', async (name, bytes) => {
      if (isStopping()) throw new Error('the shop is closing')
      await deps.storage.put(`${picture.key}/${name}`, bytes)
    })
    const unused = await transact(deps, async (tx) => {
      const wanted = tx.selectFrom('products').select('images').where('id', '=', productId)
      const row = await lockRows(tx, wanted).executeTakeFirst()
      const pictures = row ? parsePictures(row.images) : []
      // The picture was removed meanwhile.
      if (!pictures.some(({ key }) => key === picture.key)) return withoutOrdered(tx, productId, [picture])
      const marked = pictures.map((one) => (one.key === picture.key ? { ...one, avif: true } : one))
      await tx
        .updateTable('products')
        .set({ images: JSON.stringify(marked) })
        .where('id', '=', productId)
        .execute()
      return []
    })
    await removePictures(deps, unused)
  }

  /** The largest WebP, in place of the sent picture. */
  async function readLargest(picture: ProductPicture) {
    const webp = await deps.storage.find(`${picture.key}/${picture.widths.at(-1)}.webp`)
    return webp && decodePicture(webp, LARGEST_WIDTH)
  }

  /** Looks for pictures in parts, so that a large shop answers meanwhile. */
  async function findUndone(isStopping: () => boolean) {
    const { newest } = await deps.db
      .selectFrom('products')
      .select((select) => select.fn.max('number').as('newest'))
      .executeTakeFirstOrThrow()
    for (let from = 0; from < (newest ?? 0) && !isStopping(); from += RESUME_PART) {
      const rows = await deps.db
        .selectFrom('products')
        .select(['id', 'images'])
        .where('number', '>', from)
        .where('number', '<=', from + RESUME_PART)
        .where('images', 'like', `%"key":"${PREFIX}%"avif":false%`)
        .execute()
      for (const { id, images } of rows)
        for (const picture of parsePictures(images))
          if (isStored(picture) && !picture.avif) waiting.push({ productId: id, picture })
      await setImmediate()
    }
  }

  return {
    job: { name: 'AVIF of pictures', first: 'ready', work } satisfies Job,
    add(productId: string, pictures: readonly Omit<Waiting, 'productId'>[]) {
      let bytes = waiting.reduce((sum, { decoded }) => sum + (decoded?.pixels.length ?? 0), 0)
      for (const { picture, decoded } of pictures) {
        bytes += decoded?.pixels.length ?? 0
        waiting.push({ productId, picture, ...(decoded && bytes <= MAX_WAITING_BYTES ? { decoded } : {}) })
      }
      deps.jobs.wake('AVIF of pictures')
    },
  }
}
