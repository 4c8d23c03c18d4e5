import type { z } from 'zod'
import { upload } from '#web/files/upload.ts'
import type { toProductData } from '../../product-form.rules.ts'
import * as contract from '../../seller-products.contract.ts'
import type { ChosenPicture } from './use-product-pictures.ts'

export type Saved = z.input<typeof contract.SavedProduct>
/** The product as another seller saved it first; nothing was saved here. */
type Outdated = Omit<z.input<typeof contract.ProductChanged>, 'product'> & { code?: string }
type ProductFields = ReturnType<typeof toProductData> & { draft: boolean }

const failed = 'The upload failed, and nothing was saved. Check the network and try again'

const filesOf = (pictures: readonly ChosenPicture[]) => pictures.flatMap(({ file }) => (file ? [file] : []))

const textsOf = (pictures: readonly ChosenPicture[]) => pictures.map(({ text }) => text)

function formOf(productData: object, files: readonly File[]) {
  const form = new FormData()
  form.set('productData', JSON.stringify(productData))
  for (const file of files) form.append('images', file)
  return form
}

/** Sends a product with pictures; progress is 0 to 1. Throws AppError. */
export function addProduct(
  fields: ProductFields,
  pictures: readonly ChosenPicture[],
  onProgress: (done: number) => void,
) {
  const form = formOf({ ...fields, pictureTexts: textsOf(pictures) }, filesOf(pictures))
  const sent = { form, expected: 'product', failed, onProgress } as const
  return upload(contract.addProduct, sent)
}

/**
 * `images` is the new order: keys of stored pictures, and new:0, new:1, … for sent files. If `version` is old, nothing is saved and the code is
 * `productChanged`'s.
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
    form: formOf({ ...fields, images, pictureTexts: textsOf(pictures) }, files),
    expected: 'product',
    failed,
    onProgress,
  } as const
  return upload<typeof contract.editProduct, Saved & Outdated>(contract.editProduct, sent)
}
