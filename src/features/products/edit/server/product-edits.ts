import { findLastAct, recordAct } from '#features/audit/server/audit.service.ts'
import { noBatches } from '#features/catalog/batches/server/batch-stock.ts'
import { renamed, withTexts } from '#features/catalog/catalog.picture-texts.ts'
import { foldSku } from '#features/catalog/catalog.sku.ts'
import { noFamily, takeFamilyTurn } from '#features/catalog/families/server/family-places.ts'
import { removeEvidence } from '#features/catalog/marks/server/evidence.ts'
import { parseFacts, parsePictures } from '#features/catalog/server/catalog.service.ts'
import { toRow } from '#features/catalog/server/products.ts'
import { afterPriceChange } from '#features/catalog/server/raised-prices.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { STOCK_ALERTS } from '#features/stock-alerts/server/stock-alerts.ts'
import { transact, wakeAfterCommit } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { isDuplicate } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { badInput } from '#shared/app-error.ts'
import { stockColumns } from '../../batches/server/edited-batches.ts'
import { placeAfter, visibility } from '../../bulk/server/suspended-products.ts'
import { checkFacts } from '../../facts/server/required-facts.ts'
import { placeEdited, touchesFamily } from '../../families/server/edited-family.ts'
import { markEdited } from '../../marks/server/edited-marks.ts'
import {
  isOfferTooHigh,
  lacksMaker,
  makerPriceNeedsProducer,
  mrpProblem,
  offerAbovePrice,
  type ProductChange,
  type ProductData,
  tooManyPictures,
} from '../../product-data.contract.ts'
import { MAX_PICTURES } from '../../product-pictures.rules.ts'
import { message } from '../../products.messages.ts'
import { productChanged, skuTaken } from '../../seller-products.contract.ts'
import { changesOf } from '../../server/product-changes.ts'
import { columnsOf, newProduct } from '../../server/product-columns.ts'
import {
  findProduct,
  getSellerProduct,
  lockProduct,
  type Row,
  toSellerProduct,
} from '../../server/seller-products.service.ts'
import {
  imagesOf,
  orRemove,
  removePictures,
  type StoredPicture,
  storePictures,
  withoutOrdered,
} from './product-pictures.ts'
import { findProducer, lockSuspended, nameOfProducer } from './product-producer.ts'

async function checkSku(db: Db, sku: string | null | undefined, id?: string) {
  if (!sku) return
  const other = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('sku_key', '=', foldSku(sku))
    .executeTakeFirst()
  if (other && other.id !== id) throw skuTaken({ name: other.name })
}

/** Changes a product in one transaction. Throws SKU_TAKEN, also when another takes the SKU at that moment. */
async function withFreeSku<Result>(
  deps: Deps,
  sku: string | null | undefined,
  id: string,
  work: (tx: Tx) => Promise<Result>,
) {
  try {
    return await transact(deps, work)
  } catch (error) {
    if (isDuplicate(error)) await checkSku(deps.db, sku, id)
    throw error
  }
}

interface Change {
  deps: Deps
  who: Principal
}

/** What a product has that comes from elsewhere than the form of the office. */
export interface Beside {
  /** Of a new product; without it a fresh one. */
  id?: string
  /** Stored already, in place of files; the order of an edit names them by their keys. When the edit fails, they stay. */
  stored?: readonly ProductPicture[]
  /** Done in the transaction of the product, before it is locked. */
  before?: (tx: Tx) => Promise<void>
  /** Whose wish it is, as the activity says. */
  wantedBy?: string
}

const asWanted = ({ wantedBy }: Beside) => (wantedBy === undefined ? '' : `, as ${wantedBy} wanted`)
const shownAtOnce = (pictures: readonly StoredPicture[], { stored = [] }: Beside) => [...imagesOf(pictures), ...stored]
const withoutAvif = ({ stored = [] }: Beside) => stored.filter(({ avif }) => !avif).map((picture) => ({ picture }))

function checkTexts(images: number, { length: texts }: readonly string[] = []) {
  if (texts > images) throw badInput({ pictureTexts: message('MORE_TEXTS_THAN_IMAGES', { images, texts }) })
}

/** The pictures after an edit. Throws BAD_INPUT for a text without picture. */
function describe(pictures: readonly ProductPicture[], texts: readonly string[] | undefined, name: string) {
  checkTexts(pictures.length, texts)
  return texts ? withTexts(pictures, texts, name) : [...pictures]
}

/** Answers when each WebP is stored. Throws BAD_INPUT, SKU_TAKEN, FAMILY_TAKEN, UNREADABLE_PICTURE, PICTURE_TOO_LARGE; then nothing is left. */
export async function addProduct(
  { deps, who }: Change,
  data: ProductData,
  files: readonly string[],
  beside: Beside = {},
) {
  const { producerId } = await findProducer(deps.db, data.producer)
  const place = data.draft ? placeAfter.draft : placeAfter.shown
  const made = toRow(newProduct(data, []), deps.now().getTime())
  const fresh = { ...made, id: beside.id ?? made.id, ...noBatches }
  const row = {
    ...fresh,
    ...place,
    ...(data.batches && stockColumns(deps, { ...fresh, stock: 0, back_on: null, resting: 0 }, data)),
  }
  checkFacts(deps.config, undefined, row)
  await checkSku(deps.db, data.sku)
  checkTexts(files.length + (beside.stored?.length ?? 0), data.pictureTexts)
  const pictures = await storePictures(deps, files, data.name)
  const images = JSON.stringify(describe(shownAtOnce(pictures, beside), data.pictureTexts, data.name))
  await orRemove(deps, imagesOf(pictures), () =>
    withFreeSku(deps, data.sku, row.id, async (tx) => {
      if (data.family) await takeFamilyTurn(tx)
      await beside.before?.(tx)
      await findProducer(tx, producerId)
      const { columns, settle } = await placeEdited(tx, { ...row, ...noFamily }, row, data.family ?? undefined)
      const marks = await markEdited(deps, tx, { id: row.id, marks: '[]' }, data.marks)
      await tx
        .insertInto('products')
        .values({ ...row, images, ...columns, ...marks.columns })
        .execute()
      await settle()
      const summary = `${row.name} added${data.draft ? ' as a draft' : ''}${asWanted(beside)}`
      await recordAct(tx, { who, action: 'product.added', subject: row.id, summary, at: deps.now() })
    }),
  )
  deps.avif.add(row.id, [...pictures, ...withoutAvif(beside)])
  const { product } = await getSellerProduct(deps.db, row.id)
  const { name } = row
  if (product.isDraft) return { message: message('PRODUCT_SAVED_AS_DRAFT', { name }), product }
  return { message: message(product.inStock ? 'PRODUCT_ON_SALE' : 'PRODUCT_ADDED_OUT_OF_STOCK', { name }), product }
}

/** The pictures after an edit, in order. Throws BAD_INPUT. */
function arrange(
  before: readonly ProductPicture[],
  added: readonly ProductPicture[],
  order: readonly string[] | undefined,
) {
  const wanted = order ?? [...before.map(({ key }) => key), ...added.map((_, at) => `new:${at}`)]
  const images = wanted.map((name) => {
    const fresh = /^new:(\d)$/.exec(name)?.[1]
    const image = fresh === undefined ? [...before, ...added].find(({ key }) => key === name) : added[Number(fresh)]
    if (!image) throw badInput({ images: message('IMAGE_GONE') })
    return image
  })
  if (images.length > MAX_PICTURES) throw badInput({ images: tooManyPictures })
  if (new Set(images).size < images.length) throw badInput({ images: message('IMAGE_TWICE') })
  if (added.some((image) => !images.includes(image))) throw badInput({ images: message('IMAGE_WITHOUT_PLACE') })
  return images
}

/** Throws PRODUCT_CHANGED, with the other seller's name, after an edit since `version`. */
export async function checkVersion(db: Db, row: Row, version: number | undefined) {
  if (version === undefined || version === row.version) return
  const subjects = [row.id, ...(row.last_import === null ? [] : [row.last_import])]
  const act = await findLastAct(db, subjects, [
    'product.changed',
    'product.published',
    'product.imported',
    'product.import-undone',
  ])
  const producerName = await nameOfProducer(db, row.producer_id)
  throw productChanged({
    product: toSellerProduct(row),
    ...(producerName === undefined ? {} : { producerName }),
    ...(act ? { changedBy: act.seller_email, changedAt: new Date(act.at) } : {}),
  })
}

/** The maker's price ends with its producer; a new one needs a producer. Throws BAD_INPUT. */
function makerPriceAfter(
  row: Row,
  { makerPrice }: Pick<ProductChange, 'makerPrice'>,
  producer: { producerId: string | null } | undefined,
) {
  const producerId = producer ? producer.producerId : row.producer_id
  if (lacksMaker({ makerPrice, producer: producerId })) throw badInput({ makerPrice: makerPriceNeedsProducer })
  return producerId === null ? null : makerPrice === undefined ? row.maker_price_paise : makerPrice
}

/** Changes the given fields; prices are checked together with the stored ones. Throws PRODUCT_NOT_FOUND, PRODUCT_CHANGED and as addProduct. */
export async function editProduct(
  { deps, who }: Change,
  id: string,
  { version, ...data }: ProductChange,
  files: readonly string[],
  beside: Beside = {},
) {
  const before = await findProduct(deps.db, id)
  // Checked before a picture is decoded; the transaction checks again.
  await checkVersion(deps.db, before, version)
  const fromFiles = files.map((_, at) => ({ key: `file-${at}`, alt: '', width: 1, height: 1, widths: [], avif: false }))
  const sent = [...fromFiles, ...(beside.stored ?? [])]
  checkTexts(arrange(parsePictures(before.images), sent, data.images).length, data.pictureTexts)
  if (data.producer !== undefined) await findProducer(deps.db, data.producer, before.producer_id)
  await checkSku(deps.db, data.sku, id)
  const pictures = await storePictures(deps, files, data.name ?? before.name)
  const removed = await orRemove(deps, imagesOf(pictures), () =>
    withFreeSku(deps, data.sku, id, async (tx) => {
      if (touchesFamily(data)) await takeFamilyTurn(tx)
      await beside.before?.(tx)
      // Producer before product, as in suspending: no deadlock.
      const producer =
        data.producer === undefined ? undefined : await findProducer(tx, data.producer, before.producer_id)
      const isSuspended = producer?.isSuspended ?? (data.draft === false && (await lockSuspended(tx, [id])).size > 0)
      const row = await lockProduct(tx, id)
      await checkVersion(tx, row, version)
      const prices = { price: data.price ?? row.price_paise, offerPrice: data.offerPrice ?? row.offer_price_paise }
      if (isOfferTooHigh(prices)) throw badInput({ offerPrice: offerAbovePrice })
      const described = columnsOf(row, data)
      const mrpTooLow = mrpProblem(parseFacts(described.facts ?? row.facts), prices.offerPrice)
      if (mrpTooLow) throw badInput({ 'facts.mrp': mrpTooLow })
      const makerPrice = makerPriceAfter(row, data, producer)
      const name = data.name ?? row.name
      const old = parsePictures(row.images)
      const arranged = renamed(arrange(old, shownAtOnce(pictures, beside), data.images), row.name, name)
      const images = describe(arranged, data.pictureTexts, name)
      const place = {
        ...{ id, name, category: data.category ?? row.category },
        producer_id: producer ? producer.producerId : row.producer_id,
      }
      const { columns: family, settle } = await placeEdited(tx, row, place, data.family)
      const marks = await markEdited(deps, tx, row, data.marks)
      const isPublished = row.draft === 1 && data.draft === false
      const change = {
        ...described,
        ...family,
        ...marks.columns,
        ...afterPriceChange(row, prices.price, deps.now()),
        images: JSON.stringify(images),
        maker_price_paise: makerPrice,
        ...(producer ? { producer_id: producer.producerId, ...visibility(row, isSuspended) } : {}),
        ...(data.draft ? placeAfter.draft : {}),
        ...(isPublished ? (isSuspended ? placeAfter.suspended : placeAfter.shown) : {}),
        ...stockColumns(deps, { ...row, ...described, stock: row.stock }, data),
        version: row.version + 1,
      }
      checkFacts(deps.config, row, { ...row, ...change })
      await tx.updateTable('products').set(change).where('id', '=', id).execute()
      await settle()
      if (data.stock !== undefined || data.batches !== undefined || isPublished) wakeAfterCommit(tx, STOCK_ALERTS)
      const changes = await changesOf(tx, row, { ...row, ...change })
      const summary = `${name} ${isPublished ? 'published' : 'changed'}${asWanted(beside)}`
      const action = isPublished ? 'product.published' : 'product.changed'
      await recordAct(tx, { who, action, subject: id, summary, changes, at: deps.now() })
      const gone = old.filter(({ key }) => !images.some((image) => image.key === key))
      return { pictures: await withoutOrdered(tx, id, gone), evidence: marks.gone }
    }),
  )
  await removePictures(deps, removed.pictures)
  await removeEvidence(deps, removed.evidence)
  deps.avif.add(id, [...pictures, ...withoutAvif(beside)])
  const { product } = await getSellerProduct(deps.db, id)
  const { name, isDraft, isSuspended } = product
  if (isDraft) return { message: message('PRODUCT_SAVED_AS_DRAFT', { name }), product }
  if (before.draft === 0) return { message: message('PRODUCT_SAVED', { name }), product }
  return { message: message(isSuspended ? 'PRODUCT_WAITS_FOR_PRODUCER' : 'PRODUCT_PUBLISHED', { name }), product }
}
