import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ProductImage } from '#features/pictures/product-image.ts'
import {
  type DecodedPicture,
  decodePicture,
  encodeVariants,
  SQUARE_WIDTHS,
  variantWidths,
} from '#features/pictures/server/encode-picture.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Deps, OwnDeps } from '#kernel/deps.ts'
import { readImages } from './catalog.service.ts'

const MAX_WIDTH = SQUARE_WIDTHS.at(-1) ?? 800
const KEY_BYTES = 12
/** Keys of pictures that belong to products; the demo pictures are not in the storage. */
const PREFIX = 'product-'

/** Products looked through at once for pictures without AVIF. */
const RESUME_PART = 1000

export interface StoredPicture {
  image: ProductImage
  picture: DecodedPicture
}

export const imagesOf = (pictures: readonly StoredPicture[]) => pictures.map(({ image }) => image)

/** Decodes the files one after the other and stores their WebP, without metadata. Throws UNREADABLE_PICTURE, PICTURE_TOO_LARGE; then nothing is left. */
export async function storePictures(deps: Deps, files: readonly string[], alt: string): Promise<StoredPicture[]> {
  const pictures: DecodedPicture[] = []
  for (const file of files) pictures.push(await decodePicture(file, MAX_WIDTH))
  const stored: StoredPicture[] = []
  try {
    for (const picture of pictures) {
      const { width, height } = picture
      const widths = variantWidths(width, SQUARE_WIDTHS)
      const key = `${PREFIX}${randomBytes(KEY_BYTES).toString('hex')}`
      const image = { key, alt, width, height, widths, avif: false }
      stored.push({ image, picture })
      await encodeVariants(picture, widths, 'webp', (name, bytes) => deps.storage.put(`${image.key}/${name}`, bytes))
    }
    return stored
  } catch (error) {
    await removePictures(deps, imagesOf(stored))
    throw error
  }
}

/** Removes stored pictures; those of the demo catalogue stay. */
export async function removePictures(deps: Pick<Deps, 'storage'>, images: readonly ProductImage[]) {
  for (const { key } of images) if (key.startsWith(PREFIX)) await deps.storage.remove(key)
}

/** Those that no order shows. */
export async function withoutOrdered(tx: Tx, productId: string, images: readonly ProductImage[]) {
  if (images.length === 0) return []
  const rows = await tx
    .selectFrom('order_lines')
    .select('images')
    .distinct()
    .where('product_id', '=', productId)
    .execute()
  const ordered = new Set(rows.flatMap((row) => readImages(row.images).map(({ key }) => key)))
  return images.filter(({ key }) => !ordered.has(key))
}

declare module '#kernel/deps.ts' {
  interface Deps {
    avif: ReturnType<typeof createAvifQueue>
  }
}

/** A picture that has no AVIF yet, and itself as it was sent, as long as that is known. */
interface Waiting {
  productId: string
  image: ProductImage
  picture?: DecodedPicture
}

/**
 * Makes the AVIF of new pictures one after the other, after the answer (decisions §3). Without it the WebP is shown. What a stop
 * or a crash left undone is made after the next start.
 */
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

  async function make({ productId, image, picture }: Waiting, isStopping: () => boolean) {
    const source = picture ?? (await readLargest(image))
    if (!source) return
    await encodeVariants(source, image.widths, 'avif', async (name, bytes) => {
      if (isStopping()) throw new Error('the shop is closing')
      await deps.storage.put(`${image.key}/${name}`, bytes)
    })
    const unused = await transact(deps, async (tx) => {
      const wanted = tx.selectFrom('products').select('images').where('id', '=', productId)
      const row = await lockRows(tx, wanted).executeTakeFirst()
      const images = row ? readImages(row.images) : []
      // An edit took it away in the meantime.
      if (!images.some(({ key }) => key === image.key)) return withoutOrdered(tx, productId, [image])
      const marked = images.map((one) => (one.key === image.key ? { ...one, avif: true } : one))
      await tx
        .updateTable('products')
        .set({ images: JSON.stringify(marked) })
        .where('id', '=', productId)
        .execute()
      return []
    })
    await removePictures(deps, unused)
  }

  /** The largest WebP: the picture as it was sent is gone. */
  async function readLargest(image: ProductImage) {
    const webp = await deps.storage.find(`${image.key}/${image.widths.at(-1)}.webp`)
    return webp && decodePicture(webp, MAX_WIDTH)
  }

  /** Goes through the products a part at a time, so that a large shop answers meanwhile. */
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
        for (const image of readImages(images))
          if (image.key.startsWith(PREFIX) && !image.avif) waiting.push({ productId: id, image })
      await setImmediate()
    }
  }

  return {
    job: { name: 'AVIF of pictures', first: 'ready', work } satisfies Job,
    /** What is not made when the shop stops is made after the next start; until then the WebP is shown. */
    add(productId: string, pictures: readonly StoredPicture[]) {
      waiting.push(...pictures.map((stored) => ({ productId, ...stored })))
      deps.jobs.wake('AVIF of pictures')
    },
  }
}
