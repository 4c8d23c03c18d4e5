import { type Selectable, sql } from 'kysely'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { sampleProducers } from '#features/producers/producers.rules.ts'
import type { Db, Tables, Tx } from '#server/db/database.ts'
import { lockRows } from '#server/db/engine.ts'
import { databaseFailure } from '#server/db/failures.ts'
import { nameHasWords, productsToSearch } from '#server/db/name-search.ts'
import type { Deps } from '#server/deps.ts'
import { badInput } from '#shared/app-error.ts'
import { countPages } from '#shared/paging.ts'
import { foldText } from '#shared/text.ts'
import { findCategory } from '../catalog.categories.ts'
import { type ProductImage, productNotFound } from '../catalog.contract.ts'
import {
  isOfferTooHigh,
  MAX_IMAGES,
  offerAbovePrice,
  type ProductChange,
  type ProductData,
  type SellerProduct,
  type StockView,
  stockUsedUp,
} from '../seller-products.contract.ts'
import { readImages, toProduct } from './catalog.service.ts'
import { searchWords } from './product-lists.ts'
import {
  type AvifQueue,
  removePictures,
  type StoredPicture,
  storePictures,
  withoutOrdered,
} from './product-pictures.ts'
import { toRow } from './products.ts'

type Row = Selectable<Tables['products']>

const PER_PAGE = 25

export const toSellerProduct = (row: Row): SellerProduct => ({
  ...toProduct(row),
  stock: row.stock,
  isArchived: row.archived === 1,
})

interface ListQuery {
  q?: string | undefined
  view?: StockView | undefined
  category?: string | undefined
  page?: number | undefined
}

/** How many products there are in each view: known beforehand, unless words are searched. */
async function countViews(db: Db, category: string | undefined, words: readonly string[]) {
  const groups =
    words.length > 0
      ? await fitting(db, category, words)
          .select(['archived', 'in_stock', sql<number>`count(*)`.as('count')])
          .groupBy(['archived', 'in_stock'])
          .execute()
      : await db
          .selectFrom('product_counts')
          .select(['archived', 'in_stock', 'products as count'])
          .$if(category !== undefined, (select) => select.where('category', '=', category ?? ''))
          .execute()
  const countOf = (archived: 0 | 1, inStock?: 0 | 1) =>
    groups
      .filter((row) => row.archived === archived && (inStock === undefined || row.in_stock === inStock))
      .reduce((sum, row) => sum + row.count, 0)
  return { all: countOf(0), in: countOf(0, 1), out: countOf(0, 0), archived: countOf(1) }
}

const fitting = (db: Db, category: string | undefined, words: readonly string[]) =>
  (words.length > 0 ? db.selectFrom(productsToSearch(db)) : db.selectFrom('products'))
    .$if(category !== undefined, (select) => select.where('products.category', '=', category ?? ''))
    .$if(words.length > 0, (select) => select.where(nameHasWords(db, words)))

/** Newest first, 25 a page. Without a view: everything that is not archived. */
export async function listSellerProducts(db: Db, { q = '', view = 'all', category, page = 1 }: ListQuery) {
  const words = searchWords(foldText(q))
  const counts = await countViews(db, category, words)
  const found = fitting(db, category, words)
    .select('products.id as found_id')
    .where('products.archived', '=', view === 'archived' ? 1 : 0)
    .$if(view === 'in' || view === 'out', (select) => select.where('products.in_stock', '=', view === 'in' ? 1 : 0))
    .orderBy('products.created_at', 'desc')
    .orderBy('products.id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
  const rows = await db
    .selectFrom(found.as('found'))
    .innerJoin('products', 'products.id', 'found.found_id')
    .selectAll('products')
    .orderBy('products.created_at', 'desc')
    .orderBy('products.id', 'desc')
    .execute()
  const total = counts[view]
  return { products: rows.map(toSellerProduct), total, page, pages: countPages(total, PER_PAGE), counts }
}

/** Throws PRODUCT_NOT_FOUND. */
export async function getSellerProduct(db: Db, id: string) {
  const row = await db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw productNotFound()
  return { product: toSellerProduct(row) }
}

async function lockProduct(tx: Tx, id: string) {
  const wanted = tx.selectFrom('products').selectAll().where('id', '=', id)
  const row = await lockRows(tx, wanted).executeTakeFirst()
  if (!row) throw productNotFound()
  return row
}

/** An approved producer's id, or null. Throws BAD_INPUT for any other. */
async function knownProducer(db: Db, id: string | null | undefined) {
  if (!id) return null
  if (sampleProducers.some((producer) => producer._id === id)) return id
  const approved = await db
    .selectFrom('producer_applications')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .executeTakeFirst()
  if (!approved) throw badInput({ producer: 'Choose an approved producer' })
  return id
}

export function categorySlug(category: string) {
  const found = findCategory(category)
  if (!found) throw badInput({ category: 'There is no such category' })
  return found.path
}

interface Change {
  deps: Deps
  sellerId: string
  avif: AvifQueue
}

/** Answers when the WebP of each picture is stored. Throws BAD_INPUT, UNREADABLE_PICTURE, PICTURE_TOO_LARGE; then nothing is left. */
export async function addProduct({ deps, sellerId, avif }: Change, data: ProductData, files: readonly string[]) {
  const producerId = await knownProducer(deps.db, data.producer)
  const pictures = await storePictures(deps, files, data.name)
  const row = toRow(
    {
      name: data.name,
      category: categorySlug(data.category),
      pricePaise: data.price,
      offerPricePaise: data.offerPrice,
      description: data.description ?? [],
      images: pictures.map(({ image }) => image),
      weight: data.weight || null,
      inStock: true,
      stock: data.stock ?? null,
      producerId,
    },
    deps.now().getTime(),
  )
  await orRemove(deps, pictures, () =>
    deps.db.transaction().execute(async (tx) => {
      await tx.insertInto('products').values(row).execute()
      await recordAct(tx, {
        sellerId,
        action: 'product.added',
        subject: row.id,
        summary: `${row.name} added`,
        at: deps.now(),
      })
    }),
  )
  avif.add(row.id, pictures)
  const { product } = await getSellerProduct(deps.db, row.id)
  return { message: product.inStock ? `${row.name} is on sale` : `${row.name} is added, out of stock`, product }
}

/** Pictures of a change that did not come about go again. When the database went away, nobody knows whether it did: they stay. */
async function orRemove<Result>(deps: Deps, pictures: readonly StoredPicture[], work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    if (databaseFailure(error) === 'away') throw error
    await removePictures(
      deps,
      pictures.map(({ image }) => image),
    )
    throw error
  }
}

/** Which pictures a product has after an edit. Throws BAD_INPUT. */
function arrange(
  before: readonly ProductImage[],
  added: readonly ProductImage[],
  order: readonly string[] | undefined,
) {
  const wanted = order ?? [...before.map(({ key }) => key), ...added.map((_, at) => `new:${at}`)]
  const images = wanted.map((name) => {
    const fresh = /^new:(\d)$/.exec(name)?.[1]
    const image = fresh === undefined ? before.find(({ key }) => key === name) : added[Number(fresh)]
    if (!image) throw badInput({ images: 'One of these images is not there any more. Load the page again' })
    return image
  })
  if (images.length > MAX_IMAGES) throw badInput({ images: `A product can have at most ${MAX_IMAGES} images` })
  if (new Set(images).size < images.length) throw badInput({ images: 'An image stands there twice' })
  if (added.some((image) => !images.includes(image)))
    throw badInput({ images: 'An image was sent that has no place in the order' })
  return images
}

/** What is given changes, the rest stays. A price change is checked against what stays. Throws PRODUCT_NOT_FOUND and as addProduct. */
export async function editProduct(
  { deps, sellerId, avif }: Change,
  id: string,
  data: ProductChange,
  files: readonly string[],
) {
  const { product: before } = await getSellerProduct(deps.db, id)
  // Refused before a picture is decoded; the transaction checks again.
  arrange(
    before.images,
    files.map((_, at) => ({ key: `file-${at}`, alt: '', width: 1, height: 1, widths: [], avif: false })),
    data.images,
  )
  const producer = data.producer === undefined ? {} : { producer_id: await knownProducer(deps.db, data.producer) }
  const pictures = await storePictures(deps, files, data.name ?? before.name)
  const removed = await orRemove(deps, pictures, () =>
    deps.db.transaction().execute(async (tx) => {
      const row = await lockProduct(tx, id)
      const prices = { price: data.price ?? row.price_paise, offerPrice: data.offerPrice ?? row.offer_price_paise }
      if (isOfferTooHigh(prices)) throw badInput({ offerPrice: offerAbovePrice })
      const name = data.name ?? row.name
      const old = readImages(row.images)
      const images = arrange(
        old,
        pictures.map(({ image }) => image),
        data.images,
      ).map((image) => ({ ...image, alt: image.alt === row.name ? name : image.alt }))
      await tx
        .updateTable('products')
        .set({
          name,
          name_folded: foldText(name),
          price_paise: prices.price,
          offer_price_paise: prices.offerPrice,
          images: JSON.stringify(images),
          ...(data.category === undefined ? {} : { category: categorySlug(data.category) }),
          ...(data.description === undefined ? {} : { description: JSON.stringify(data.description) }),
          ...(data.weight === undefined ? {} : { weight: data.weight || null }),
          ...producer,
          ...(data.stock === undefined ? {} : stockAfter(row, data.stock, row.in_stock === 1 || row.stock === 0)),
        })
        .where('id', '=', id)
        .execute()
      await recordAct(tx, {
        sellerId,
        action: 'product.changed',
        subject: id,
        summary: `${name}: ${Object.keys(data).join(', ') || 'images'} changed`,
        at: deps.now(),
      })
      const gone = old.filter(({ key }) => !images.some((image) => image.key === key))
      return withoutOrdered(tx, id, gone)
    }),
  )
  await removePictures(deps, removed)
  avif.add(id, pictures)
  const { product } = await getSellerProduct(deps.db, id)
  return { message: `${product.name} is saved`, product }
}

/** A count of 0 is out of stock, whatever the switch says. */
const stockAfter = (row: Row, stock: number | null | undefined, inStock: boolean) => {
  const count = stock === undefined ? row.stock : stock
  return { stock: count, in_stock: inStock && count !== 0 ? 1 : 0 }
}

/** The stock switch; acknowledged after the commit, so nothing is sold after it. Throws PRODUCT_NOT_FOUND, STOCK_USED_UP. */
export async function setStock(
  deps: Deps,
  sellerId: string,
  input: { id: string; inStock: boolean; stock?: number | null | undefined },
) {
  const product = await deps.db.transaction().execute(async (tx) => {
    const row = await lockProduct(tx, input.id)
    if (input.inStock && input.stock === undefined && row.stock === 0) throw stockUsedUp(row.name)
    const after = stockAfter(row, input.stock, input.inStock)
    if (after.stock !== row.stock || after.in_stock !== row.in_stock) {
      await tx.updateTable('products').set(after).where('id', '=', row.id).execute()
      const count = after.stock === null ? '' : `, ${after.stock} counted`
      const summary = `${row.name}: ${after.in_stock === 1 ? 'in stock' : 'out of stock'}${count}`
      await recordAct(tx, { sellerId, action: 'product.stock', subject: row.id, summary, at: deps.now() })
    }
    return toSellerProduct({ ...row, ...after })
  })
  return { message: `${product.name} is ${product.inStock ? 'in stock' : 'out of stock'}`, product }
}

/** Takes a product out of the shop or brings it back; the same again changes nothing. Throws PRODUCT_NOT_FOUND. */
export async function setArchived(deps: Deps, sellerId: string, id: string, isArchived: boolean) {
  const product = await deps.db.transaction().execute(async (tx) => {
    const row = await lockProduct(tx, id)
    const archived = isArchived ? 1 : 0
    if (row.archived !== archived) {
      await tx.updateTable('products').set({ archived }).where('id', '=', id).execute()
      const action = isArchived ? 'product.archived' : 'product.unarchived'
      await recordAct(tx, {
        sellerId,
        action,
        subject: id,
        summary: `${row.name} ${isArchived ? 'archived' : 'brought back'}`,
        at: deps.now(),
      })
    }
    return toSellerProduct({ ...row, archived })
  })
  return { message: isArchived ? `${product.name} is archived` : `${product.name} is back in the shop`, product }
}
