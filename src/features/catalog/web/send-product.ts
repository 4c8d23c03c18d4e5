import type { z } from 'zod'
import { AppError } from '#shared/app-error.ts'
import type { toProductData } from '../product-form.rules.ts'
import type { addProductPath, editProductPath, ProductChanged, SavedProduct } from '../seller-products.contract.ts'
import type { ChosenPicture } from './use-product-pictures.ts'

const addPath: typeof addProductPath = '/api/product/add'
const editPath: typeof editProductPath = '/api/product/:id'

export type Saved = z.input<typeof SavedProduct>
/** Not saved: somebody else has saved the product meanwhile. */
export interface Outdated {
  message: string
  now: z.input<typeof ProductChanged>
}
type ProductFields = ReturnType<typeof toProductData>

const offline = 'The upload failed, and nothing was saved. Check the network and try again'

/** Sends a product with its pictures and tells how far it is (0 to 1), which fetch cannot. Throws AppError. */
function send(method: 'POST' | 'PATCH', path: string, form: FormData, onProgress: (done: number) => void) {
  return new Promise<Saved | Outdated>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new AppError('OFFLINE', 0, offline))
    request.onload = () => {
      const answer: Partial<Saved & Outdated['now']> & { code?: string; fields?: Record<string, string> } =
        request.response ?? {}
      const { product, message = offline, code = 'FAILED', fields } = answer
      if (request.status < 300 && product) resolve({ message, product })
      else if (code === 'PRODUCT_CHANGED' && product) resolve({ message, now: { ...answer, product } })
      else reject(new AppError(code, request.status, message, fields ? { fields } : {}))
    }
    request.send(form)
  })
}

const filesOf = (pictures: readonly ChosenPicture[]) => pictures.flatMap(({ file }) => (file ? [file] : []))

function formOf(productData: object, files: readonly File[]) {
  const form = new FormData()
  form.set('productData', JSON.stringify(productData))
  for (const file of files) form.append('images', file)
  return form
}

export async function addProduct(
  fields: ProductFields,
  pictures: readonly ChosenPicture[],
  onProgress: (done: number) => void,
) {
  const sent = await send('POST', addPath, formOf(fields, filesOf(pictures)), onProgress)
  if ('now' in sent) throw new AppError('FAILED', 409, sent.message)
  return sent
}

/**
 * `images` names the new order: the keys of pictures that stay, and new:0, new:1, … for the files sent along. `version` is that of
 * the product that is being edited.
 */
export function editProduct(
  id: string,
  fields: Partial<ProductFields> & { version: number },
  pictures: readonly ChosenPicture[],
  onProgress: (done: number) => void,
) {
  const files = filesOf(pictures)
  const images = pictures.map(({ file, stored }) => (file ? `new:${files.indexOf(file)}` : (stored?.key ?? '')))
  return send('PATCH', editPath.replace(':id', id), formOf({ ...fields, images }, files), onProgress)
}
