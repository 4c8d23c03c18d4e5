import type { z } from 'zod'
import { AppError } from '#shared/app-error.ts'
import { messageOf } from '#web/call.ts'
import { upload } from '#web/files/upload.ts'
import { sendEvidence } from '../../marks/web/send-evidence.ts'
import type { ProductField } from '../../product-form.rules.ts'
import { MAX_PICTURES_AT_ONCE } from '../../product-pictures.rules.ts'
import * as contract from '../../seller-products.contract.ts'
import { type Edit, type Refused, type Saved, stateOf, type Unfinished } from './form-state.ts'
import { type ChosenPicture, toStored } from './use-product-pictures.ts'

/** The product as another seller saved it first; nothing was saved here. */
type Outdated = Omit<z.input<typeof contract.ProductChanged>, 'product'> & { code?: string; message: string }
type OnProgress = (done: number) => void

const failed = 'The upload failed, and nothing was saved. Check the network and try again'
const failedLater = 'Check the network and try again'

const filesOf = (pictures: readonly ChosenPicture[]) => pictures.flatMap(({ file }) => (file ? [file] : []))
const bytesOf = (pictures: readonly ChosenPicture[]) => filesOf(pictures).reduce((sum, { size }) => sum + size, 0)

/** The pictures that go along with the product; the others follow one by one. */
function sentAtOnce(pictures: readonly ChosenPicture[]) {
  const others = pictures.filter(({ file }) => file).slice(MAX_PICTURES_AT_ONCE)
  return pictures.filter((picture) => !others.includes(picture))
}

function formOf(productData: object, pictures: readonly ChosenPicture[]) {
  const form = new FormData()
  form.set('productData', JSON.stringify({ ...productData, pictureTexts: pictures.map(({ text }) => text) }))
  for (const file of filesOf(pictures)) form.append('images', file)
  return form
}

/** Sends a new product with its pictures; progress is 0 to 1. Throws AppError when nothing is saved. */
export async function addProduct({ fields, pictures, evidence, draft = false }: Edit, onProgress: OnProgress) {
  const first = sentAtOnce(pictures)
  const progress = progressOf(pictures, onProgress)
  const form = formOf({ ...fields, draft }, first)
  const saved = await upload(contract.addProduct, {
    ...{ form, expected: 'product', failed },
    onProgress: progress(first),
  })
  return sendRest(saved, first, { pictures, evidence }, progress)
}

/** Sends what was changed of a product, as `addProduct` does. Saves nothing when another seller has saved it meanwhile. */
export async function editProduct(
  id: string,
  { fields, pictures, evidence, changed, version, draft }: Edit,
  onProgress: OnProgress,
): Promise<Saved | Unfinished | Refused> {
  const first = sentAtOnce(pictures)
  const files = filesOf(first)
  /** Keys of stored pictures, and new:0, new:1, … for sent files. */
  const images = first.map(({ file, stored }) => (file ? `new:${files.indexOf(file)}` : (stored?.key ?? '')))
  const progress = progressOf(pictures, onProgress)
  const change = { ...onlyChanged(fields, changed), version, ...(draft === undefined ? {} : { draft }), images }
  const saved = await upload<typeof contract.editProduct, Saved & Outdated>(contract.editProduct, {
    ...{ params: { id }, form: formOf(change, first), expected: 'product', failed },
    onProgress: progress(first),
  })
  if (saved.code !== contract.productChanged.code) return sendRest(saved, first, { pictures, evidence }, progress)
  const { product, producerName = '', changedBy = 'Somebody', changedAt } = saved
  return {
    product,
    stored: stateOf(product, producerName),
    by: changedBy,
    at: changedAt === undefined ? undefined : new Date(changedAt),
  }
}

/** Only changed fields are sent, for pieces may be sold meanwhile. The two prices go together. */
function onlyChanged(fields: Edit['fields'], changed: readonly ProductField[]) {
  const isPrice = (name: string) => name === 'price' || name === 'offerPrice'
  const isSent = (name: string) => changed.some((one) => one === name || (isPrice(one) && isPrice(name)))
  const facts = Object.entries(fields.facts).filter(([name]) => changed.some((one) => one === `facts.${name}`))
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => isSent(name))),
    ...(facts.length > 0 && { facts: Object.fromEntries(facts) }),
  }
}

/** Each form's progress as its part of the bytes of all pictures. */
function progressOf(all: readonly ChosenPicture[], onProgress: OnProgress) {
  const bytes = bytesOf(all)
  let before = 0
  return (now: readonly ChosenPicture[]): OnProgress => {
    const from = before
    before += bytesOf(now)
    return (done) => onProgress(bytes === 0 ? done : (from + done * bytesOf(now)) / bytes)
  }
}

/** Sends what does not go along with the product: more pictures, then certificates. */
async function sendRest(
  saved: Saved,
  first: readonly ChosenPicture[],
  { pictures, evidence }: Pick<Edit, 'pictures' | 'evidence'>,
  progress: ReturnType<typeof progressOf>,
): Promise<Saved | Unfinished> {
  const sent = await sendOthers(saved, first, pictures, progress)
  if ('failure' in sent) return { ...sent, evidence }
  const { product, left, failure } = await sendEvidence(sent.product, evidence)
  if (!failure) return { ...sent, product }
  const stored = pictures.map((picture, at) => {
    const image = product.images[at]
    return image ? toStored(picture, image) : picture
  })
  return { product, pictures: stored, evidence: left, failure }
}

/** Sends the pictures that are not among `first` one by one, then puts them where the form has them. */
async function sendOthers(
  saved: Saved,
  first: readonly ChosenPicture[],
  all: readonly ChosenPicture[],
  progress: ReturnType<typeof progressOf>,
): Promise<Saved | Omit<Unfinished, 'evidence'>> {
  let { product } = saved
  const params = { id: product._id }
  const arrived = new Map(first.map(({ id }, at) => [id, product.images[at]]))
  try {
    for (const picture of all.filter(({ id }) => !arrived.has(id))) {
      product = await sendOne(product, picture, progress([picture]))
      arrived.set(picture.id, product.images.at(-1))
    }
    const images = all.map(({ id }) => arrived.get(id)?.key ?? '')
    if (images.join() !== product.images.map(({ key }) => key).join()) {
      const form = new FormData()
      form.set('productData', JSON.stringify({ images, version: product.version }))
      product = productOf(
        await upload<typeof contract.editProduct, Saved & Outdated>(contract.editProduct, {
          ...{ params, form, expected: 'product', failed: failedLater },
          onProgress: () => {},
        }),
      )
    }
    return { ...saved, product }
  } catch (error) {
    const pictures = all.map((picture) => {
      const stored = arrived.get(picture.id)
      return stored ? toStored(picture, stored) : { ...picture, isMissing: true }
    })
    return { product, pictures, failure: whyUnfinished(product.name, pictures, error) }
  }
}

async function sendOne(product: Saved['product'], { file, text }: ChosenPicture, onProgress: OnProgress) {
  const form = new FormData()
  form.set('pictureText', text)
  form.set('version', String(product.version))
  if (file) form.set('picture', file)
  const answer = await upload<typeof contract.addPicture, Saved & Outdated>(contract.addPicture, {
    ...{ params: { id: product._id }, form, expected: 'product', failed: failedLater, onProgress },
  })
  return productOf(answer)
}

/** Throws AppError when another seller has saved the product meanwhile; the next attempt shows what changed. */
function productOf({ code, message, product }: Saved & Outdated) {
  if (code === contract.productChanged.code) throw new AppError(code, contract.productChanged.status, message)
  return product
}

function whyUnfinished(name: string, pictures: readonly ChosenPicture[], error: unknown) {
  const count = pictures.filter(({ isMissing }) => isMissing).length
  const lacks =
    count === 0 ? 'its images are not in order yet' : `${count === 1 ? '1 image' : `${count} images`} did not arrive`
  const { code, status } = error instanceof AppError ? error : { code: 'FAILED', status: 500 }
  return new AppError(code, status, `${name} is saved, but ${lacks}. ${messageOf(error)}`)
}
