import { createHash, randomBytes } from 'node:crypto'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { OwnDeps } from '#kernel/deps.ts'
import { AppError, badInput } from '#shared/app-error.ts'
import { isStored, PREFIX, removePictures, storePicture, withoutOrdered } from '../../edit/server/product-pictures.ts'
import { message } from '../../products.messages.ts'
import type { CheckedLine } from './import-lines.ts'
import type { PictureZip } from './picture-zip.ts'

/** Hexadecimal digits of a key from the file's hash, and as many random ones. */
const DIGITS = 12

/** The same file begins with the same key, and so is recognized. */
const keyStart = (bytes: Buffer) => PREFIX + createHash('sha256').update(bytes).digest('hex').slice(0, DIGITS)

/**
 * Stores the pictures that a line names and gives the product's pictures; undefined: unchanged. Rows in `import_pictures` protect them. Throws
 * BAD_INPUT.
 */
export async function stagePictures(deps: OwnDeps, importId: string, line: CheckedLine, zip: PictureZip) {
  const starts: string[] = []
  for (const name of line.pictures) starts.push(keyStart(await zip.read(name)))
  const there = await transact(deps, async (tx) => {
    const wanted = tx.selectFrom('products').select(['name', 'images']).where('id', '=', line.id)
    const row = await lockRows(tx, wanted).executeTakeFirst()
    const images = parsePictures(row?.images ?? '[]')
    const kept = images.filter(({ key }) => starts.some((start) => key.startsWith(start)))
    await keepPictures(tx, importId, line.id, kept)
    return { images, name: line.name ?? row?.name ?? '' }
  })
  const images: ProductPicture[] = []
  for (const [at, name] of line.pictures.entries()) {
    const start = starts[at] ?? ''
    const same = there.images.find((image) => image.key.startsWith(start) && !images.includes(image))
    images.push(same ?? (await stage(deps, importId, line.id, { name, start, zip, alt: there.name })))
  }
  const isSame = images.length === there.images.length && images.every((image, at) => image === there.images[at])
  return isSame ? undefined : images
}

interface Wanted {
  name: string
  start: string
  alt: string
  zip: PictureZip
}

async function stage(deps: OwnDeps, importId: string, productId: string, { name, start, alt, zip }: Wanted) {
  const key = start + randomBytes(DIGITS / 2).toString('hex')
  // Noted first, so that a crash leaves nothing unknown.
  await transact(deps, (tx) => keepPictures(tx, importId, productId, [{ key }]))
  try {
    const { picture } = await storePicture(deps, await zip.read(name), { key, alt })
    return picture
  } catch (error) {
    throw error instanceof AppError && error.status === 400 && error.says
      ? badInput({ pictures: message('ZIP_FILE_NO_PICTURE', { name, why: error.says }) })
      : error
  }
}

/** Protects these pictures until the import's rows go. */
export async function keepPictures(
  tx: Tx,
  importId: string,
  productId: string,
  pictures: readonly Pick<ProductPicture, 'key'>[],
) {
  const rows = pictures.filter(isStored).map(({ key }) => ({ import_id: importId, product_id: productId, key }))
  if (rows.length === 0) return
  await tx
    .insertInto('import_pictures')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['import_id', 'key']).doNothing())
    .execute()
}

/** Ends the protection; removes a picture that nothing shows. */
export async function letGoOfPicture(deps: OwnDeps, row: { import_id: string; key: string; product_id: string }) {
  const unused = await transact(deps, async (tx) => {
    const wanted = tx.selectFrom('products').select('images').where('id', '=', row.product_id)
    const product = await lockRows(tx, wanted).executeTakeFirst()
    await tx.deleteFrom('import_pictures').where('import_id', '=', row.import_id).where('key', '=', row.key).execute()
    const isShown = parsePictures(product?.images ?? '[]').some(({ key }) => key === row.key)
    return isShown ? [] : withoutOrdered(tx, row.product_id, [{ key: row.key }])
  })
  await removePictures(deps, unused)
}
