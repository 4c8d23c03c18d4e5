import { type RawBuilder, sql } from 'kysely'
import { foldSku } from '#features/catalog/catalog.sku.ts'
import { FEW_LEFT } from '#features/catalog/catalog.stock.ts'
import { productsToSearch, productWords } from '#features/catalog/search/server/product-words.ts'
import { toSearchWord } from '#features/catalog/search/server/search-words.ts'
import type { Db } from '#kernel/db/database.ts'
import { readPage } from '#kernel/db/query/read-page.ts'
import { beginsWith, hasWords } from '#kernel/db/query/word-search.ts'
import { wordsOf } from '#kernel/search/search-words.ts'
import { MAX_SELECTED, type SellerSort, type StockView } from '../seller-products.contract.ts'
import { toSellerProduct } from './seller-products.service.ts'

const PER_PAGE = 25

interface Filters {
  q?: string | undefined
  view?: StockView | undefined
  category?: string | undefined
  /** Id: only what this producer makes. */
  producer?: string | undefined
  sort?: SellerSort | undefined
}

/** Products found by the beginning of their SKU. */
const MAX_SKU_HITS = 500

interface Wanted {
  words: readonly string[]
  numbers: readonly number[]
  category: string | undefined
  producer: string | undefined
}

async function wantedBy(db: Db, { q = '', category, producer }: Filters): Promise<Wanted> {
  const key = foldSku(q)
  if (key === '') return { words: [], numbers: [], category, producer }
  const found = db.selectFrom('products').select('number').where(beginsWith('sku_key', key))
  const rows = await found.orderBy('sku_key').limit(MAX_SKU_HITS).execute()
  return { words: wordsOf(q), numbers: rows.map(({ number }) => number), category, producer }
}
const isSearch = ({ words, numbers }: Wanted) => words.length > 0 || numbers.length > 0

// Literals: only then does SQLite use the index of drafts.
const isDraft = sql<boolean>`products.archived = 1 and products.draft = 1`
const isLow = sql<boolean>`products.archived = 0 and products.stock <= ${FEW_LEFT}`
const views: Record<StockView, RawBuilder<boolean>> = {
  all: sql`products.archived = 0`,
  in: sql`products.archived = 0 and products.in_stock = 1`,
  out: sql`products.archived = 0 and products.in_stock = 0`,
  low: isLow,
  drafts: isDraft,
  archived: sql`products.archived = 1 and products.draft = 0`,
}

const newest = [sql`products.created_at desc`, sql`products.id desc`]
const orders: Record<SellerSort, RawBuilder<unknown>[]> = {
  newest,
  name: [sql`products.name_folded`, ...newest],
  stock: [sql`products.stock nulls last`, ...newest],
  'price-asc': [sql`products.offer_price_paise`, ...newest],
  'price-desc': [sql`products.offer_price_paise desc`, ...newest],
}

/** Products by search, category and producer. Narrow search rows lack drafts, counts and producers: then whole rows are read. */
function fitting(db: Db, searched: Wanted, isNarrow: boolean) {
  const { words, numbers, category, producer } = searched
  const hasSku = numbers.length > 0 ? [sql<boolean>`products.number in (${sql.join(numbers)})`] : []
  const wanted = sql<boolean>`(${sql.join(
    [
      hasWords(
        db,
        productWords,
        words.map((word) => toSearchWord(word)),
      ),
      ...hasSku,
    ],
    sql` or `,
  )})`
  const hasFound = isNarrow
    ? wanted
    : sql<boolean>`products.number in (select products.number from ${productsToSearch()} where ${wanted})`
  return (isSearch(searched) && isNarrow ? db.selectFrom(productsToSearch()) : db.selectFrom('products'))
    .$if(category !== undefined, (select) => select.where('products.category', '=', category ?? ''))
    .$if(producer !== undefined, (select) => select.where('products.producer_id', '=', producer ?? ''))
    .$if(isSearch(searched), (select) => select.where(hasFound))
}

/** Products in each view, mostly from stored counts. */
async function countViews(db: Db, wanted: Wanted) {
  const { category, producer } = wanted
  const isOfOne = producer !== undefined
  const kinds =
    isSearch(wanted) || isOfOne
      ? fitting(db, wanted, !isOfOne)
          .select(['archived', 'in_stock', sql<number>`count(*)`.as('count')])
          .groupBy(['archived', 'in_stock'])
      : db
          .selectFrom('product_counts')
          .select(['archived', 'in_stock', 'products as count'])
          .$if(category !== undefined, (select) => select.where('category', '=', category ?? ''))
  const countOf = (view: 'low' | 'drafts') =>
    fitting(db, wanted, false).where(views[view]).select(sql<number>`count(*)`.as('count'))
  const [groups, few] = await Promise.all([
    kinds.execute(),
    db
      .selectNoFrom([countOf('low').$asScalar().as('low'), countOf('drafts').$asScalar().as('drafts')])
      .executeTakeFirstOrThrow(),
  ])
  const sum = (archived: 0 | 1, inStock?: 0 | 1) =>
    groups
      .filter((row) => row.archived === archived && (inStock === undefined || row.in_stock === inStock))
      .reduce((total, row) => total + row.count, 0)
  const { low, drafts } = { low: few.low ?? 0, drafts: few.drafts ?? 0 }
  return { all: sum(0), in: sum(0, 1), out: sum(0, 0), low, drafts, archived: sum(1) - drafts }
}

/** Products that a search finds, in whole rows. */
export const fittingProducts = async (db: Db, searched: Pick<Filters, 'q' | 'category' | 'producer'>) =>
  fitting(db, await wantedBy(db, searched), false)

/** Ids in the list's order, as `found_id`. */
function findIds(db: Db, wanted: Wanted, view: StockView, sort: SellerSort) {
  const isNarrow =
    wanted.producer === undefined && (view === 'all' || view === 'in' || view === 'out') && sort !== 'stock'
  return fitting(db, wanted, isNarrow)
    .select('products.id as found_id')
    .where(views[view])
    .orderBy(sql.join(orders[sort]))
}

/** 25 a page; by default all on sale. */
export async function listSellerProducts(
  db: Db,
  { view = 'all', sort = 'newest', page, ...searched }: Filters & { page?: number | undefined },
) {
  const wanted = await wantedBy(db, searched)
  const counts = await countViews(db, wanted)
  const { rows, ...paging } = await readPage({ page, limit: PER_PAGE }, counts[view], (limit, offset) =>
    db
      .selectFrom(findIds(db, wanted, view, sort).limit(limit).offset(offset).as('found'))
      .innerJoin('products', 'products.id', 'found.found_id')
      .selectAll('products')
      .orderBy(sql.join(orders[sort]))
      .execute(),
  )
  return { products: rows.map(toSellerProduct), ...paging, counts }
}

export async function listSellerProductIds(db: Db, { view = 'all', sort = 'newest', ...searched }: Filters) {
  const rows = await findIds(db, await wantedBy(db, searched), view, sort)
    .limit(MAX_SELECTED)
    .execute()
  return { ids: rows.map(({ found_id }) => found_id) }
}
