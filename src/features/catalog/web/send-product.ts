import type { z } from 'zod'
import { AppError } from '#shared/app-error.ts'
import { upload } from '#web/upload.ts'
import type { toProductData } from '../product-form.rules.ts'
import type * as contract from '../seller-products.contract.ts'
import type { ChosenPicture } from './use-product-pictures.ts'

export type Saved = z.input<typeof contract.SavedProduct>
/** Not saved: somebody else has saved the product meanwhile. */
export interface Outdated {
  message: string
  now: z.input<typeof contract.ProductChanged>
}
type ProductFields = ReturnType<typeof toProductData>

const failed = 'The upload failed, and nothing was saved. Check the network and try again'

const filesOf = (pictures: readonly ChosenPicture[]) => pictures.flatMap(({ file }) => (file ? [file] : []))

function formOf(productData: object, files: readonly File[]) {
  const form = new FormData()
  form.set('productData', JSON.stringify(productData))
  for (const file of files) form.append('images', file)
  return form
}

/** Tells how far it is (0 to 1). Throws AppError. */
export const addProduct = (
  fields: ProductFields,
  pictures: readonly ChosenPicture[],
  onProgress: (done: number) => void,
): Promise<Saved> =>
  upload<typeof contract.addProduct>('POST /api/product/add', {
    form: formOf(fields, filesOf(pictures)),
    onProgress,
    failed,
  })

/**
 * `images` names the new order: the keys of pictures that stay, and new:0, new:1, … for the files sent along. `version` is that of
 * the product that is being edited. Throws AppError.
 */
export function editProduct(
  id: string,
  fields: Partial<ProductFields> & { version: number },
  pictures: readonly ChosenPicture[],
  onProgress: (done: number) => void,
) {
  const files = filesOf(pictures)
  const images = pictures.map(({ file, stored }) => (file ? `new:${files.indexOf(file)}` : (stored?.key ?? '')))
  const form = formOf({ ...fields, images }, files)
  return upload<typeof contract.editProduct>('PATCH /api/product/:id', {
    params: { id },
    form,
    onProgress,
    failed,
  }).catch((error: unknown): Outdated => {
    if (!(error instanceof AppError && error.code === 'PRODUCT_CHANGED')) throw error
    return { message: error.message, now: error.details as Outdated['now'] }
  })
}
