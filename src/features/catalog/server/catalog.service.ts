import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tables } from '#server/db/database.ts'
import { nameHasWords, nameIsNear, nameRank } from '#server/db/engine.ts'
import { countPages } from '#shared/paging.ts'
import { foldText } from '#shared/text.ts'
import { categories } from '../catalog.categories.ts'
import {
  MAX_UNPAGED,
  PRODUCTS_PER_PAGE,
  type Product,
  ProductImage,
  type ProductList,
  type ProductQuery,
  productNotFound,
  type Sort,
} from '../catalog.contract.ts'
import { findNearNames } from '../catalog.spelling.ts'

/** Without `number`, `name_folded` and what only the seller sees. */
export type ProductRow = Omit<Tables['products'], 'number' | 'name_folded' | 'archived' | 'import_id'>

export const productColumns = [
  'id',
  'name',
  'category',
  'price_paise',
  'offer_price_paise',
  'description',
  'images',
  'weight',
  'in_stock',
  'stock',
  'producer_id',
  'created_at',
] as const

/** How many similar names are compared when nothing matches, and how many are offered. */
const NEAR_CANDIDATES = 500
const MAX_SUGGESTIONS = 8

const ImagesText = z.array(ProductImage)
/** Pictures as stored. */
export const readImages = (json: string): ProductImage[] => ImagesText.parse(JSON.parse(json))
const DescriptionText = z.array(z.string())

/** WebP of middle width: every browser loads it. */
export function imageUrl(image: ProductImage) {
  const width = image.widths.includes(640) ? 640 : image.widths.at(-1)
  return `/media/${image.key}/${width}.webp`
}

export function toProduct(row: ProductRow): Product {
  const images = readImages(row.images)
  return {
    _id: row.id,
    name: row.name,
    category: row.category,
    price: row.price_paise,
    offerPrice: row.offer_price_paise,
    image: images.map(imageUrl),
    images,
    description: DescriptionText.parse(JSON.parse(row.description)),
    inStock: row.in_stock === 1,
    ...(row.weight === null ? {} : { weight: row.weight }),
    ...(row.producer_id === null ? {} : { producer: row.producer_id }),
    createdAt: new Date(row.created_at),
  }
}

/** Throws PRODUCT_NOT_FOUND, for an archived one too. */
export async function getProduct(db: Db, id: string): Promise<Product> {
  const row = await db
    .selectFrom('products')
    .select(productColumns)
    .where('id', '=', id)
    .where('archived', '=', 0)
    .executeTakeFirst()
  if (!row) throw productNotFound()
  return toProduct(row)
}

const searchWords = (folded: string) => [...new Set(folded.split(' ').filter(Boolean))]

function matching(db: Db, query: ProductQuery, words: readonly string[]) {
  let select = db.selectFrom('products').where('archived', '=', 0)
  if (query.category) select = select.where('category', '=', query.category)
  if (query.inStock !== undefined) select = select.where('in_stock', '=', query.inStock ? 1 : 0)
  if (query.min !== undefined) select = select.where('offer_price_paise', '>=', query.min)
  if (query.max !== undefined) select = select.where('offer_price_paise', '<=', query.max)
  if (query.offer) select = select.whereRef('offer_price_paise', '<', 'price_paise')
  if (query.producer) select = select.where('producer_id', '=', query.producer)
  if (query.ids) select = select.where('id', 'in', query.ids)
  if (words.length > 0) select = select.where(nameHasWords(db, words))
  return select
}

const orders: Record<Sort, (select: ReturnType<typeof matching>) => ReturnType<typeof matching>> = {
  newest: (select) => select,
  'price-asc': (select) => select.orderBy('offer_price_paise'),
  'price-desc': (select) => select.orderBy('offer_price_paise', 'desc'),
  // Largest share of the price first, in 1/1000, so that both engines count in integers.
  saving: (select) => select.orderBy(sql`(price_paise - offer_price_paise) * 1000 / price_paise`, 'desc'),
  name: (select) => select.orderBy('name_folded'),
}

/**
 * Newest first, by relevance with `q`, or as `sort` says. A category's list without `inStock` has what is out of stock
 * last. Every word of `q` must be in the name; when none has them all, near spellings are suggested (decisions §3).
 */
export async function listProducts(db: Db, query: ProductQuery): Promise<ProductList> {
  if (query.ids?.length === 0) return { products: [], total: 0, page: 1, pages: 1 }
  const folded = foldText(query.q ?? '')
  const words = searchWords(folded)
  const paged = Object.keys(query).some((name) => name !== 'ids')
  const limit = query.limit ?? (paged ? PRODUCTS_PER_PAGE : MAX_UNPAGED)
  const page = query.page ?? 1

  let select = matching(db, query, words)
  if (query.category && query.inStock === undefined) select = select.orderBy('in_stock', 'desc')
  if (query.sort) select = orders[query.sort](select)
  else if (words.length > 0) select = select.orderBy(nameRank(folded))
  const rows = await select
    .select(productColumns)
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()

  const total = rows[0]?.total ?? (page > 1 ? await countMatching(db, query, words) : 0)
  const suggestions = total === 0 && words.length > 0 ? await suggest(db, query, words) : []
  return {
    products: rows.map(toProduct),
    total,
    page,
    pages: countPages(total, limit),
    ...(suggestions.length > 0 ? { suggestions } : {}),
  }
}

async function countMatching(db: Db, query: ProductQuery, words: readonly string[]) {
  const { total } = await matching(db, query, words)
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Products whose name is nearly what was typed. */
async function suggest(db: Db, query: ProductQuery, words: readonly string[]) {
  const candidates = await matching(db, { inStock: query.inStock }, [])
    .select(['id', 'name_folded'])
    .where((where) => where.or(words.map((word) => nameIsNear(db, word))))
    .orderBy('created_at', 'desc')
    .limit(NEAR_CANDIDATES)
    .execute()
  const near = findNearNames(
    words,
    candidates.map((row) => ({ id: row.id, name: row.name_folded })),
  ).slice(0, MAX_SUGGESTIONS)
  if (near.length === 0) return []
  const rows = await db.selectFrom('products').select(productColumns).where('id', 'in', near).execute()
  return near.flatMap((id) => rows.filter((row) => row.id === id).map(toProduct))
}

/** The 8 categories with how many products each has in stock. */
export async function listCategories(db: Db) {
  const counts = await db
    .selectFrom('products')
    .select(['category', (count) => count.fn.countAll<number>().as('count')])
    .where('in_stock', '=', 1)
    .where('archived', '=', 0)
    .groupBy('category')
    .execute()
  return {
    categories: categories.map((category) => ({
      path: category.path,
      text: category.text,
      subtitle: category.subtitle,
      image: category.picture,
      count: counts.find((row) => row.category === category.path)?.count ?? 0,
    })),
  }
}

/** Which of these products there are. Archived ones count: a cart keeps their line, marked. */
export async function knownProductIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('products').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map((row) => row.id))
}
