import { findLastAct, recordAct } from '#features/audit/server/audit.service.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { sampleProducers } from '#features/producers/sample-producers.ts'
import { transact, wakeAfterCommit } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import type { Deps } from '#kernel/deps.ts'
import { descriptionWords, nameWords } from '#kernel/search/search-words.ts'
import { badInput } from '#shared/app-error.ts'
import { foldText } from '#shared/text.ts'
import {
  isOfferTooHigh,
  MAX_PICTURES,
  offerAbovePrice,
  type ProductChange,
  type ProductData,
  productChanged,
} from '../seller-products.contract.ts'
import { parsePictures } from './catalog.service.ts'
import { imagesOf, removePictures, type StoredPicture, storePictures, withoutOrdered } from './product-pictures.ts'
import { categorySlug, newProduct, toRow } from './products.ts'
import { afterPriceChange } from './raised-prices.ts'
import {
  findProduct,
  getSellerProduct,
  lockProduct,
  type Row,
  stockAfter,
  toSellerProduct,
} from './seller-products.service.ts'
import { STOCK_ALERTS } from './stock-alerts.ts'
import { visibility } from './suspended-products.ts'

/**
 * The producer that a product is to be linked to, if any; within a transaction it is not suspended before that ends. A suspended one
 * keeps the products it has (`has`), and gets no more. Throws BAD_INPUT for any other.
 */
async function findProducer(db: Db, id: string | null | undefined, has?: string | null) {
  if (!id) return { producerId: null, isSuspended: false }
  if (sampleProducers.some((producer) => producer._id === id)) return { producerId: id, isSuspended: false }
  const wanted = db
    .selectFrom('producer_applications')
    .select(['name', 'suspended_at'])
    .where('id', '=', id)
    .where('status', '=', 'approved')
  const found = await lockRows(db, wanted).executeTakeFirst()
  if (!found) throw badInput({ producer: 'Choose an approved producer' })
  const isSuspended = found.suspended_at !== null
  if (isSuspended && id !== has)
    throw badInput({ producer: `${found.name} is suspended. Choose another producer, or take this one back first` })
  return { producerId: id, isSuspended }
}

interface Change {
  deps: Deps
  sellerId: string
}

/** Answers when the WebP of each picture is stored. Throws BAD_INPUT, UNREADABLE_PICTURE, PICTURE_TOO_LARGE; then nothing is left. */
export async function addProduct({ deps, sellerId }: Change, data: ProductData, files: readonly string[]) {
  const { producerId } = await findProducer(deps.db, data.producer)
  const pictures = await storePictures(deps, files, data.name)
  const row = toRow(newProduct(data, imagesOf(pictures)), deps.now().getTime())
  await orRemove(deps, pictures, () =>
    transact(deps, async (tx) => {
      await findProducer(tx, producerId)
      await tx.insertInto('products').values(row).execute()
      const summary = `${row.name} added`
      await recordAct(tx, { sellerId, action: 'product.added', subject: row.id, summary, at: deps.now() })
    }),
  )
  deps.avif.add(row.id, pictures)
  const { product } = await getSellerProduct(deps.db, row.id)
  return { message: product.inStock ? `${row.name} is on sale` : `${row.name} is added, out of stock`, product }
}

/** Removes the new pictures when the change fails. When the connection was lost the change may have been saved: then they stay. */
async function orRemove<Result>(deps: Deps, pictures: readonly StoredPicture[], work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    if (databaseFailure(error) === 'away') throw error
    await removePictures(deps, imagesOf(pictures))
    throw error
  }
}

/** Which pictures a product has after an edit. Throws BAD_INPUT. */
function arrange(
  before: readonly ProductPicture[],
  added: readonly ProductPicture[],
  order: readonly string[] | undefined,
) {
  const wanted = order ?? [...before.map(({ key }) => key), ...added.map((_, at) => `new:${at}`)]
  const images = wanted.map((name) => {
    const fresh = /^new:(\d)$/.exec(name)?.[1]
    const image = fresh === undefined ? before.find(({ key }) => key === name) : added[Number(fresh)]
    if (!image) throw badInput({ images: 'One of these images no longer exists. Load the page again' })
    return image
  })
  if (images.length > MAX_PICTURES) throw badInput({ images: `A product can have at most ${MAX_PICTURES} images` })
  if (new Set(images).size < images.length) throw badInput({ images: 'An image stands there twice' })
  if (added.some((image) => !images.includes(image)))
    throw badInput({ images: 'An image was sent that has no place in the order' })
  return images
}

async function nameOfProducer(db: Db, id: string | null) {
  const sample = sampleProducers.find(({ _id }) => _id === id)
  if (sample || id === null) return sample?.name
  const row = await db.selectFrom('producer_applications').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name
}

/** Throws PRODUCT_CHANGED, with the one who did it, where somebody has edited the product since `version`. */
async function checkVersion(db: Db, row: Row, version: number | undefined) {
  if (version === undefined || version === row.version) return
  const subjects = [row.id, ...(row.last_import === null ? [] : [row.last_import])]
  const act = await findLastAct(db, subjects, ['product.changed', 'product.imported'])
  const producerName = await nameOfProducer(db, row.producer_id)
  throw productChanged({
    product: toSellerProduct(row),
    ...(producerName === undefined ? {} : { producerName }),
    ...(act ? { changedBy: act.seller_email, changedAt: new Date(act.at) } : {}),
  })
}

/**
 * What is given changes, the rest stays. A price change is checked against what stays. Throws PRODUCT_NOT_FOUND, PRODUCT_CHANGED and
 * as addProduct.
 */
export async function editProduct(
  { deps, sellerId }: Change,
  id: string,
  { version, ...data }: ProductChange,
  files: readonly string[],
) {
  const before = await findProduct(deps.db, id)
  // Refused before a picture is decoded; the transaction checks again.
  await checkVersion(deps.db, before, version)
  const sent = files.map((_, at) => ({ key: `file-${at}`, alt: '', width: 1, height: 1, widths: [], avif: false }))
  arrange(parsePictures(before.images), sent, data.images)
  if (data.producer !== undefined) await findProducer(deps.db, data.producer, before.producer_id)
  const pictures = await storePictures(deps, files, data.name ?? before.name)
  const removed = await orRemove(deps, pictures, () =>
    transact(deps, async (tx) => {
      // Lock order: the producer before the product, as when a producer is suspended, so that there is no deadlock.
      const producer =
        data.producer === undefined ? undefined : await findProducer(tx, data.producer, before.producer_id)
      const row = await lockProduct(tx, id)
      await checkVersion(tx, row, version)
      const prices = { price: data.price ?? row.price_paise, offerPrice: data.offerPrice ?? row.offer_price_paise }
      if (isOfferTooHigh(prices)) throw badInput({ offerPrice: offerAbovePrice })
      const name = data.name ?? row.name
      const old = parsePictures(row.images)
      const images = arrange(old, imagesOf(pictures), data.images).map((image) => ({
        ...image,
        alt: image.alt === row.name ? name : image.alt,
      }))
      await tx
        .updateTable('products')
        .set({
          name,
          name_folded: foldText(name),
          name_words: nameWords(name),
          price_paise: prices.price,
          offer_price_paise: prices.offerPrice,
          ...afterPriceChange(row, prices.price, deps.now()),
          images: JSON.stringify(images),
          ...(data.category === undefined ? {} : { category: categorySlug(data.category) }),
          ...(data.description === undefined
            ? {}
            : {
                description: JSON.stringify(data.description),
                description_words: descriptionWords(data.description),
              }),
          ...(data.weight === undefined ? {} : { weight: data.weight || null }),
          ...(data.deliveryDays === undefined ? {} : { delivery_days: data.deliveryDays }),
          ...(data.returnable === undefined ? {} : { returnable: data.returnable ? 1 : 0 }),
          ...(producer ? { producer_id: producer.producerId, ...visibility(row, producer.isSuspended) } : {}),
          ...(data.stock === undefined ? {} : stockAfter(row, data.stock, row.in_stock === 1 || row.stock === 0)),
          version: row.version + 1,
        })
        .where('id', '=', id)
        .execute()
      const summary = `${name}: ${Object.keys(data).join(', ') || 'images'} changed`
      if (data.stock !== undefined) wakeAfterCommit(tx, STOCK_ALERTS)
      await recordAct(tx, { sellerId, action: 'product.changed', subject: id, summary, at: deps.now() })
      const gone = old.filter(({ key }) => !images.some((image) => image.key === key))
      return withoutOrdered(tx, id, gone)
    }),
  )
  await removePictures(deps, removed)
  deps.avif.add(id, pictures)
  const { product } = await getSellerProduct(deps.db, id)
  return { message: `${product.name} is saved`, product }
}
