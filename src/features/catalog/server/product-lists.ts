import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { nameHasWords, nameIsNear, nameRank, productsToSearch } from '#kernel/db/name-search.ts'
import { readCountedPage } from '#kernel/db/read-page.ts'
import { foldText } from '#shared/text.ts'
import { MAX_UNPAGED, PRODUCTS_PER_PAGE, type ProductList, type ProductQuery, type Sort } from '../catalog.contract.ts'
import { findNearNames } from '../catalog.spelling.ts'
import { productColumns, toProduct } from './catalog.service.ts'
import { isOnOffer } from './raised-prices.ts'

/** How many similar names are compared when nothing matches, and how many are offered. */
const NEAR_CANDIDATES = 500
const MAX_SUGGESTIONS = 8

export const searchWords = (folded: string) => [...new Set(folded.split(' ').filter(Boolean))]

function matching(db: Db, query: ProductQuery, words: readonly string[]) {
  let select = (words.length > 0 ? db.selectFrom(productsToSearch(db)) : db.selectFrom('products')).where(
    'products.archived',
    '=',
    0,
  )
  if (query.category) select = select.where('products.category', '=', query.category)
  if (query.inStock !== undefined) select = select.where('products.in_stock', '=', query.inStock ? 1 : 0)
  if (query.min !== undefined) select = select.where('products.offer_price_paise', '>=', query.min)
  if (query.max !== undefined) select = select.where('products.offer_price_paise', '<=', query.max)
  if (query.offer) select = select.where(isOnOffer)
  if (query.producer) select = select.where('products.producer_id', '=', query.producer)
  if (query.ids) select = select.where('products.id', 'in', query.ids)
  if (words.length > 0) select = select.where(nameHasWords(db, words))
  return select
}

const newestFirst = [sql`products.created_at desc`, sql`products.id desc`]
const sortKeys: Record<Sort, RawBuilder<unknown>[]> = {
  newest: [],
  'price-asc': [sql`products.offer_price_paise`],
  'price-desc': [sql`products.offer_price_paise desc`],
  // A price that was raised lately counts here as it is, though no saving is shown against it: the index has no other order.
  // Largest share of the price first, in 1/1000, so that both engines count in integers.
  saving: [sql`(products.price_paise - products.offer_price_paise) * 1000 / products.price_paise desc`],
  name: [sql`products.name_folded`],
}

/** Newest first, by relevance with words, or as asked. In a category what is out of stock comes last. */
function orderOf(query: ProductQuery, folded: string) {
  const stockFirst = query.category && query.inStock === undefined ? [sql`products.in_stock desc`] : []
  const sort = query.sort ? sortKeys[query.sort] : folded === '' ? [] : [nameRank(folded)]
  return [...stockFirst, ...sort, ...newestFirst]
}

/** How many products match: known beforehand where only category, stock and offer are asked for. */
function totalOf(db: Db, query: ProductQuery, words: readonly string[]) {
  const { min, max, producer, ids } = query
  if (words.length > 0 || min !== undefined || max !== undefined || producer || ids)
    return matching(db, query, words).select(sql<number>`count(*)`.as('total'))
  let counts = db.selectFrom('product_counts').where('archived', '=', 0)
  if (query.category) counts = counts.where('category', '=', query.category)
  if (query.inStock !== undefined) counts = counts.where('in_stock', '=', query.inStock ? 1 : 0)
  if (query.offer) counts = counts.where('on_offer', '=', 1)
  return counts.select(sql<number>`cast(coalesce(sum(products), 0) as bigint)`.as('total'))
}

/** The rows of one page and how many there are in all, in one statement. The page is found in an index, then read. */
function readRows(db: Db, query: ProductQuery, words: readonly string[], limit: number, offset: number) {
  const order = orderOf(query, words.length > 0 ? foldText(query.q ?? '') : '')
  const found = order
    .reduce((select, key) => select.orderBy(key), matching(db, query, words))
    .select('products.id as found_id')
    .limit(limit)
    .offset(offset)
  const rows = db.selectFrom(found.as('found')).innerJoin('products', 'products.id', 'found.found_id')
  return order
    .reduce((select, key) => select.orderBy(key), rows)
    .select(productColumns)
    .select(totalOf(db, query, words).as('total'))
    .execute()
}

/**
 * Newest first, by relevance with `q`, or as `sort` says. A category's list without `inStock` has what is out of stock
 * last. Every word of `q` must be in the name; when none has them all, near spellings are suggested.
 */
export async function listProducts(db: Db, query: ProductQuery): Promise<ProductList> {
  if (query.ids?.length === 0) return { message: countMessage(0, 0), products: [], total: 0, page: 1, pages: 1 }
  const words = searchWords(foldText(query.q ?? ''))
  const paged = Object.keys(query).some((name) => name !== 'ids')
  const limit = query.limit ?? (paged ? PRODUCTS_PER_PAGE : MAX_UNPAGED)
  const { rows, total, ...paging } = await readCountedPage(
    { page: query.page, limit },
    async () => (await totalOf(db, query, words).executeTakeFirstOrThrow()).total,
    (limit, offset) => readRows(db, query, words, limit, offset),
  )
  const suggestions = total === 0 && words.length > 0 ? await suggest(db, query, words) : []
  return {
    message: countMessage(rows.length, total),
    products: rows.map(toProduct),
    total,
    ...paging,
    ...(suggestions.length > 0 ? { suggestions } : {}),
  }
}

/** "24 of 1,250 products". */
function countMessage(shown: number, total: number) {
  const all = total === 1 ? '1 product' : `${total.toLocaleString('en-IN')} products`
  return shown === total ? all : `${shown.toLocaleString('en-IN')} of ${all}`
}

/** Products with a name similar to what was typed. */
async function suggest(db: Db, query: ProductQuery, words: readonly string[]) {
  const candidates = await matching(db, { inStock: query.inStock }, [])
    .select(['id', 'name_folded as name'])
    .where((where) => where.or(words.map((word) => nameIsNear(db, word))))
    .orderBy('created_at', 'desc')
    .limit(NEAR_CANDIDATES)
    .execute()
  const near = findNearNames(words, candidates).slice(0, MAX_SUGGESTIONS)
  if (near.length === 0) return []
  const rows = await db.selectFrom('products').select(productColumns).where('id', 'in', near).execute()
  return near.flatMap((id) => rows.filter((row) => row.id === id).map(toProduct))
}
