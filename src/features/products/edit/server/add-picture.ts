import { recordAct } from '#features/audit/server/audit.service.ts'
import { withTexts } from '#features/catalog/catalog.picture-texts.ts'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import { transact } from '#kernel/background.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import type { NewPicture } from '../../product-data.contract.ts'
import { MAX_PICTURES } from '../../product-pictures.rules.ts'
import { message } from '../../products.messages.ts'
import { hasAllImages } from '../../seller-products.contract.ts'
import { changesOf } from '../../server/product-changes.ts'
import { findProduct, getSellerProduct, lockProduct, type Row } from '../../server/seller-products.service.ts'
import { checkVersion } from './product-edits.ts'
import { imagesOf, orRemove, storePictures } from './product-pictures.ts'

/** Throws TOO_MANY_IMAGES when the product has 8 pictures. */
function picturesWithRoom(row: Row) {
  const pictures = parsePictures(row.images)
  if (pictures.length >= MAX_PICTURES) throw hasAllImages({ most: MAX_PICTURES })
  return pictures
}

/**
 * Puts one picture behind those of the product, and answers when its WebP is stored. Throws PRODUCT_NOT_FOUND, PRODUCT_CHANGED, TOO_MANY_IMAGES,
 * UNREADABLE_PICTURE, PICTURE_TOO_LARGE; then nothing is left.
 */
export async function addPicture(
  { deps, who }: { deps: Deps; who: Principal },
  id: string,
  { pictureText = '', version }: NewPicture,
  file: string,
) {
  const before = await findProduct(deps.db, id)
  // Checked before the picture is decoded; the transaction checks again.
  await checkVersion(deps.db, before, version)
  picturesWithRoom(before)
  const stored = await storePictures(deps, [file], before.name)
  await orRemove(deps, imagesOf(stored), () =>
    transact(deps, async (tx) => {
      const row = await lockProduct(tx, id)
      await checkVersion(tx, row, version)
      const images = [...picturesWithRoom(row), ...withTexts(imagesOf(stored), [pictureText], row.name)]
      const change = { images: JSON.stringify(images), version: row.version + 1 }
      await tx.updateTable('products').set(change).where('id', '=', id).execute()
      const changes = await changesOf(tx, row, { ...row, ...change })
      const summary = `${row.name} changed`
      await recordAct(tx, { who, action: 'product.changed', subject: id, summary, changes, at: deps.now() })
    }),
  )
  deps.avif.add(id, stored)
  const { product } = await getSellerProduct(deps.db, id)
  return { message: message('IMAGE_ADDED', { name: product.name, images: product.images.length }), product }
}
