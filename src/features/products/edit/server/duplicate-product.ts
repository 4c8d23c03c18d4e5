import { recordAct } from '#features/audit/server/audit.service.ts'
import { noBatches } from '#features/catalog/batches/server/batch-stock.ts'
import { noFamily } from '#features/catalog/families/server/family-places.ts'
import { nameColumns } from '#features/catalog/search/server/product-words.ts'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import { transact } from '#kernel/background.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { newId } from '#shared/ids.ts'
import { placeAfter } from '../../bulk/server/suspended-products.ts'
import { MAX_NAME } from '../../product-data.contract.ts'
import { message } from '../../products.messages.ts'
import { findProduct, getSellerProduct } from '../../server/seller-products.service.ts'
import { copyPictures, orRemove } from './product-pictures.ts'

const COPY = ' (copy)'

/** A draft with copied words and pictures, without SKU, family, marks, batches and counted pieces. Throws PRODUCT_NOT_FOUND. */
export async function duplicateProduct(deps: Deps, who: Principal, id: string) {
  const original = await findProduct(deps.db, id)
  const { number, sku, sku_key, version, last_import, changed_at, ...copied } = original
  const name = original.name.slice(0, MAX_NAME - COPY.length) + COPY
  const pictures = await copyPictures(deps, parsePictures(original.images), (alt) =>
    alt === original.name ? name : alt,
  )
  const isCounted = original.stock !== null
  const row = {
    ...{ ...copied, ...placeAfter.draft, id: newId(), created_at: deps.now().getTime() },
    ...{ ...noFamily, ...noBatches },
    // A certificate is of one product.
    marks: '[]',
    ...{ ...nameColumns(name), images: JSON.stringify(pictures) },
    ...{ back_on: null, resting: 0 },
    ...(isCounted ? { stock: 0, in_stock: 0 } : { in_stock: 1 }),
  }
  await orRemove(deps, pictures, () =>
    transact(deps, async (tx) => {
      await tx.insertInto('products').values(row).execute()
      const summary = `${original.name} duplicated as a draft`
      await recordAct(tx, { who, action: 'product.copied', subject: row.id, summary, at: deps.now() })
    }),
  )
  deps.avif.add(
    row.id,
    pictures.filter(({ avif }) => !avif).map((picture) => ({ picture })),
  )
  const { product } = await getSellerProduct(deps.db, row.id)
  return { message: message('PRODUCT_COPIED', { name }), product }
}
