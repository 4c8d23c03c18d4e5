import type { z } from 'zod'
import { upload } from '#web/upload.ts'
import type { toProductData } from '../product-form.rules.ts'
import type * as contract from '../seller-products.contract.ts'
import type { ChosenPicture } from './use-product-pictures.ts'

export type Saved = z.input<typeof contract.SavedProduct>
/** Not saved: somebody else has saved the product meanwhile, and this is what it is now. */
type Outdated = Omit<z.input<typeof contract.ProductChanged>, 'product'> & { code?: 'PRODUCT_CHANGED' }
type ProductFields = ReturnType<typeof toProductData> & { draft: boolean }

const failed = 'The upload failed, and nothing was saved. Check the network and try again'

const filesOf = (pictures: readonly ChosenPicture[]) => pictures.flatMap(({ file }) => (file ? [file] : []))

function formOf(productData: object, files: readonly File[]) {
  const form = new FormData()
  form.set('productData', JSON.stringify(productData))
  for (const file of files) form.append('images', file)
  return form
}

/** Sends a new product with its pictures and tells how far it is (0 to 1). Throws AppError. */
export function addProduct(
  fields: ProductFields,
  pictures: readonly ChosenPicture[],
  onProgress: (done: number) => void,
) {
  const sent = { form: formOf(fields, filesOf(pictures)), expected: 'product', failed, onProgress } as const
  return upload<typeof contract.addProduct>('POST /api/product/add', sent)
}

/**
 * `images` names the new order: the keys of pictures that stay, and new:0, new:1, … for the files sent along. `version` is that of
 * the product that is being edited. Where that is outdated, nothing is saved, and the answer has the code PRODUCT_CHANGED.
 */
export function editProduct(
  id: string,
  fields: Partial<ProductFields> & { version: number },
  pictures: readonly ChosenPicture[],
  onProgress: (done: number) => void,
) {
  const files = filesOf(pictures)
  const images = pictures.map(({ file, stored }) => (file ? `new:${files.indexOf(file)}` : (stored?.key ?? '')))
  const sent = {
    params: { id },
    form: formOf({ ...fields, images }, files),
    expected: 'product',
    failed,
    onProgress,
  } as const
  return upload<typeof contract.editProduct, Saved & Outdated>('PATCH /api/product/:id', sent)
}
