import { type Selectable, sql } from 'kysely'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { transact, wakeAfterCommit } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { productsToSearch } from '#kernel/db/name-search.ts'
import { readPage } from '#kernel/db/read-page.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { hasWords } from '#kernel/db/word-search.ts'
import type { Deps } from '#kernel/deps.ts'
import { wordsOf } from '#kernel/search/search-words.ts'
import { productNotFound } from '../catalog.contract.ts'
import { type SellerProduct, type StockView, stockUsedUp } from '../seller-products.contract.ts'
import { toProduct } from './catalog.service.ts'
import { toSearchWord } from './search-words.ts'
import { STOCK_ALERTS } from './stock-alerts.ts'
import { visibility } from './suspended-products.ts'

export type Row = Selectable<Tables['products']>

const PER_PAGE = 25

export const toSellerProduct = (row: Row): SellerProduct => ({
  ...toProduct(row),
  price: row.price_paise,
  ...(row.price_raised_at === null ? {} : { priceRaisedAt: new Date(row.price_raised_at) }),
  stock: row.stock,
  returnable: row.returnable === 1,
  isArchived: row.archived === 1,
  isSuspended: row.suspended === 1,
  version: row.version,
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
  (words.length > 0 ? db.selectFrom(productsToSearch()) : db.selectFrom('products'))
    .$if(category !== undefined, (select) => select.where('products.category', '=', category ?? ''))
    .$if(words.length > 0, (select) => select.where(hasWords(db, words.map(toSearchWord))))

/** Newest first, 25 a page. Without a view: everything that is not archived. */
export async function listSellerProducts(db: Db, { q = '', view = 'all', category, page }: ListQuery) {
  const words = wordsOf(q)
  const counts = await countViews(db, category, words)
  const found = fitting(db, category, words)
    .select('products.id as found_id')
    .where('products.archived', '=', view === 'archived' ? 1 : 0)
    .$if(view === 'in' || view === 'out', (select) => select.where('products.in_stock', '=', view === 'in' ? 1 : 0))
    .orderBy('products.created_at', 'desc')
    .orderBy('products.id', 'desc')
  const { rows, ...paging } = await readPage({ page, limit: PER_PAGE }, counts[view], (limit, offset) =>
    db
      .selectFrom(found.limit(limit).offset(offset).as('found'))
      .innerJoin('products', 'products.id', 'found.found_id')
      .selectAll('products')
      .orderBy('products.created_at', 'desc')
      .orderBy('products.id', 'desc')
      .execute(),
  )
  return { products: rows.map(toSellerProduct), ...paging, counts }
}

const withId = (db: Db, id: string) => db.selectFrom('products').selectAll().where('id', '=', id)

function known(row: Row | undefined) {
  if (!row) throw productNotFound()
  return row
}

/** Throws PRODUCT_NOT_FOUND. */
export const findProduct = async (db: Db, id: string) => known(await withId(db, id).executeTakeFirst())
/** Throws PRODUCT_NOT_FOUND. */
export const lockProduct = async (tx: Tx, id: string) => known(await lockRows(tx, withId(tx, id)).executeTakeFirst())

/** Throws PRODUCT_NOT_FOUND. */
export const getSellerProduct = async (db: Db, id: string) => ({ product: toSellerProduct(await findProduct(db, id)) })

/** A count of 0 is out of stock, whatever the switch says. */
export const stockAfter = (row: Row, stock: number | null | undefined, inStock: boolean) => {
  const count = stock === undefined ? row.stock : stock
  return { stock: count, in_stock: inStock && count !== 0 ? 1 : 0 }
}

/** The stock switch; acknowledged after the commit, so nothing is sold after it. Throws PRODUCT_NOT_FOUND, STOCK_USED_UP. */
export async function setStock(
  deps: Deps,
  sellerId: string,
  input: { id: string; inStock: boolean; stock?: number | null | undefined },
) {
  const product = await transact(deps, async (tx) => {
    const row = await lockProduct(tx, input.id)
    if (input.inStock && input.stock === undefined && row.stock === 0) throw stockUsedUp(row.name)
    const after = stockAfter(row, input.stock, input.inStock)
    if (after.stock !== row.stock || after.in_stock !== row.in_stock) {
      await tx.updateTable('products').set(after).where('id', '=', row.id).execute()
      if (after.in_stock === 1) wakeAfterCommit(tx, STOCK_ALERTS)
      const count = after.stock === null ? '' : `, ${after.stock} counted`
      const summary = `${row.name}: ${after.in_stock === 1 ? 'in stock' : 'out of stock'}${count}`
      await recordAct(tx, { sellerId, action: 'product.stock', subject: row.id, summary, at: deps.now() })
    }
    return toSellerProduct({ ...row, ...after })
  })
  return { message: `${product.name} is ${product.inStock ? 'in stock' : 'out of stock'}`, product }
}

/** Is the product's producer suspended? It does not change before the transaction ends. */
async function lockProducerOf(tx: Tx, id: string) {
  const { producer_id } = await findProduct(tx, id)
  if (producer_id === null) return false
  const producer = tx.selectFrom('producer_applications').select('suspended_at').where('id', '=', producer_id)
  return ((await lockRows(tx, producer).executeTakeFirst())?.suspended_at ?? null) !== null
}

/**
 * Takes a product out of the shop or brings it back; the same again changes nothing. One of a suspended producer comes back with
 * its producer. Throws PRODUCT_NOT_FOUND.
 */
export async function setArchived(deps: Deps, sellerId: string, id: string, isArchived: boolean) {
  const product = await transact(deps, async (tx) => {
    const isWaiting = !isArchived && (await lockProducerOf(tx, id))
    const row = await lockProduct(tx, id)
    const after = isArchived ? { archived: 1, suspended: 0 } : visibility({ archived: 0, suspended: 0 }, isWaiting)
    if (row.archived !== after.archived || row.suspended !== after.suspended) {
      await tx.updateTable('products').set(after).where('id', '=', id).execute()
      const action = isArchived ? 'product.archived' : 'product.unarchived'
      const summary = `${row.name} ${isArchived ? 'archived' : 'brought back'}`
      await recordAct(tx, { sellerId, action, subject: id, summary, at: deps.now() })
    }
    return toSellerProduct({ ...row, ...after })
  })
  const { name, isSuspended } = product
  if (isArchived) return { message: `${name} is archived`, product }
  return { message: isSuspended ? `${name} comes back with its producer` : `${name} is back in the shop`, product }
}
