import { type RawBuilder, sql } from 'kysely'
import { shownPercentages } from '#features/prices/server/percentages.ts'
import type { Db } from '#kernel/db/database.ts'
import { anyValue, rowCount, unindexed } from '#kernel/db/engine.ts'
import { rowsAsJson } from '#kernel/db/query/json.ts'
import { prepared, type Slots } from '#kernel/db/query/prepared.ts'
import { nameStatement } from '#kernel/db/query/statement-names.ts'
import { rowsWithWords } from '#kernel/db/query/word-search.ts'
import { searchedWords, singular } from '#kernel/search/search-words.ts'
import type { Message } from '#shared/messages.ts'
import { countPages } from '#shared/paging.ts'
import { foldText } from '#shared/text.ts'
import {
  MAX_UNPAGED,
  PRODUCTS_PER_PAGE,
  type Product,
  type ProductList,
  type ProductQuery,
  type Sort,
} from '../../catalog.contract.ts'
import { message } from '../../catalog.messages.ts'
import {
  NOT_IN_NAME,
  nameRank,
  productsByPrice,
  productsToSearch,
  productWords,
} from '../../search/server/product-words.ts'
import { namedCategories, toSearchWord } from '../../search/server/search-words.ts'
import { spellAnew } from '../../search/server/spelling.ts'
import { type ProductRow, productColumns, toProduct } from '../../server/catalog.service.ts'
import { isOnOffer } from '../../server/raised-prices.ts'
import { countColumns, facetsOf, matchesOf, parseCounts, totalOf } from './facets.ts'

const MAX_SUGGESTIONS = 8

interface Search {
  folded: string
  words: readonly string[]
}

function searchOf({ q = '' }: ProductQuery): Search | undefined {
  const folded = foldText(q)
  return folded === '' ? undefined : { folded, words: searchedWords(q) }
}

const yes = sql<boolean>`1 = 1`
const every = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`${sql.join([yes, ...conditions], sql` and `)}`

/** The condition of a list before any filter that a shopper can take off. */
function isListed(query: ProductQuery) {
  const conditions = [sql<boolean>`products.archived = 0`]
  if (query.inStock !== undefined) conditions.push(sql`products.in_stock = ${query.inStock ? 1 : 0}`)
  if (query.producer) conditions.push(sql`products.producer_id = ${query.producer}`)
  if (query.ids) conditions.push(sql`products.id in (${sql.join(query.ids)})`)
  return every(conditions)
}

const isOfCategory = ({ category }: ProductQuery) => (category ? sql<boolean>`products.category = ${category}` : yes)
const hasPrice = ({ min, max }: ProductQuery, price: RawBuilder<unknown> = sql.ref('products.offer_price_paise')) =>
  every([
    ...(min === undefined ? [] : [sql<boolean>`${price} >= ${min}`]),
    ...(max === undefined ? [] : [sql<boolean>`${price} <= ${max}`]),
  ])

const sortKeys: Record<Sort, RawBuilder<unknown>[]> = {
  newest: [],
  'price-asc': [sql`products.offer_price_paise`],
  'price-desc': [sql`products.offer_price_paise desc`],
  // Raised prices count although no saving is shown: the index has no other order. In 1/1000 of the price, so that both engines use integers.
  saving: [sql`(products.price_paise - products.offer_price_paise) * 1000 / products.price_paise desc`],
  name: [sql`products.name_folded`],
}

const hasStockFirst = ({ category, inStock }: ProductQuery) => category !== undefined && inStock === undefined

/** Names a product and sorts within a moment: ids rise like numbers. */
type Key = 'id' | 'number'

/** Newest first, by `rank` with words, or by `sort`. In a category products out of stock come last. */
function orderOf(query: ProductQuery, key: Key, rank: RawBuilder<unknown> | undefined) {
  const stockFirst = hasStockFirst(query) ? [sql`products.in_stock desc`] : []
  const sort = query.sort ? sortKeys[query.sort] : rank ? [rank] : []
  return sql.join([...stockFirst, ...sort, sql`products.created_at desc`, sql`${sql.ref(`products.${key}`)} desc`])
}

const countThose = (products: RawBuilder<unknown>, query: ProductQuery, onOffer: RawBuilder<boolean>) => sql`
  select products.category, count(*) as matches,
    sum(case when ${hasPrice(query)} and ${onOffer} then 1 else 0 end) as on_offer,
    sum(case when ${hasPrice(query)} and ${query.offer ? onOffer : yes} then 1 else 0 end) as fitting
  from ${products} group by products.category`

/** Counts products from stored counts, where there are any. */
const knownCounts = ({ inStock, offer }: ProductQuery) => sql`
  select category, sum(products) as matches, sum(products * on_offer) as on_offer,
    sum(${offer ? sql`products * on_offer` : sql`products`}) as fitting
  from product_counts
  where archived = 0 ${inStock === undefined ? sql`` : sql`and in_stock = ${inStock ? 1 : 0}`} group by category`

type Row = { counts: string; sent_by?: string | null } & (ProductRow | { [name in keyof ProductRow]: null })
type FoundRow = { counts: string; sent_by?: string | null } & ProductRow

/** Few columns: tens of thousands of narrow rows stay in memory, wide ones go to disk. */
function keptColumns(query: ProductQuery) {
  const isSortedByPrice = query.sort === 'saving' || query.sort?.startsWith('price')
  const hasPrices = isSortedByPrice || query.min !== undefined || query.max !== undefined
  return [
    ...['number', 'category', 'created_at'],
    ...(hasPrices ? ['price_paise', 'offer_price_paise'] : []),
    ...(hasStockFirst(query) ? ['in_stock'] : []),
    ...(query.sort === 'name' ? ['name_folded'] : []),
  ].map((column) => sql.ref(`products.${column}`))
}

/** What a search finds, as `matching`, read once for the count and the page. Sorted by rank, hits in the name are `named` with a `place`. */
function findMatching(db: Db, query: ProductQuery, { folded, words }: Search) {
  const wanted = words.map(toSearchWord)
  const kept = sql`${sql.join(keptColumns(query))}, case when ${isOnOffer} then 1 else 0 end as on_offer`
  const matching = sql`with matching as materialized (
    select ${kept} from ${rowsWithWords(db, productWords, wanted)} where ${isListed(query)})`
  if (query.sort) return matching
  const place = nameRank(folded, words.map(singular).join(' '))
  return sql`${matching}, named as materialized (
    select ${kept}, ${place} as place from ${rowsWithWords(db, productWords, wanted, 'name')} where ${isListed(query)})`
}

/** The first `count` by rank, as `products`. Mostly `named` fills the page, and the many others are not sorted. */
function firstByRank(query: ProductQuery, filters: RawBuilder<boolean>, count: number) {
  const stockFirst = hasStockFirst(query)
  const columns = sql.raw(stockFirst ? 'number, created_at, in_stock' : 'number, created_at')
  const most = anyValue(rowCount(count))
  const firstOf = (products: RawBuilder<unknown>, place: RawBuilder<unknown>) => sql`
    select ${columns}, ${place} as place from ${products} and ${filters}
    order by ${orderOf(query, 'number', sql`place`)} limit ${most}`
  const inNames = sql`named as products where ${yes}`
  const first = sql`${inNames} ${stockFirst ? sql`and in_stock = 1` : sql``} and ${filters}`
  const elsewhere = sql`matching as products
    where (select count(*) from ${first}) < ${most} and number not in (select number from named)`
  return sql`(select ${columns}, place from (${firstOf(inNames, sql`place`)}) as in_names
    union all select ${columns}, place from (${firstOf(elsewhere, sql.lit(NOT_IN_NAME))}) as elsewhere) as products`
}

/** Each number of words is a statement of its own; more are rare. */
const OFTEN_WORDS = 2

/** Planning one or two words without a filter takes PostgreSQL longer than answering. */
function isOften({ category, offer, min, max, producer, ids, sort }: ProductQuery, search: Search | undefined) {
  const hasFilter = [category, offer, min, max, producer, ids, sort].some((filter) => filter !== undefined)
  return search !== undefined && search.words.length <= OFTEN_WORDS && !hasFilter
}

const sentBy = sql`, (select id from producer_applications
  where producer_applications.id = products.producer_id and sends_from is not null) as sent_by`

/** A page's rows and the total in one statement: a search in narrow rows, a list by its index. Without rows one row has the counts. */
async function readList(db: Db, query: ProductQuery, search: Search | undefined, limit: number) {
  const isSimple = query.min === undefined && query.max === undefined && !query.producer && !query.ids
  const listed = isListed(query)
  const found = sql`matching as products where ${yes}`
  const onOffer = search ? sql<boolean>`products.on_offer = 1` : isOnOffer
  const counts =
    isSimple && !search
      ? knownCounts(query)
      : countThose(search ? found : sql`${productsToSearch()} where ${listed}`, query, onOffer)
  // Read in the asked order, whatever the price: sorting all takes longer.
  const isWalked = !search && !query.category && !query.sort?.startsWith('price')
  const isChosen = isWalked && (query.min !== undefined || query.max !== undefined)
  const price = hasPrice(query, isWalked ? unindexed(db, 'products.offer_price_paise') : undefined)
  const filters = every([isOfCategory(query), price, query.offer ? onOffer : yes])
  const isRanked = search !== undefined && !query.sort
  // Search rows have no ids, the index of a list has no numbers.
  const key = search ? 'number' : 'id'
  const offset = ((query.page ?? 1) - 1) * limit
  // The plan of a list must know how few rows it needs from the index.
  const count = (rows: number) => (search ? anyValue(rowCount(rows)) : rowCount(rows))
  const listedHere = search ? found : sql`${isChosen ? productsByPrice(db) : sql`products`} where ${listed}`
  const page = sql`
    select ${sql.ref(`products.${key}`)} as found_key ${isRanked ? sql`, place` : sql``}
    from ${isRanked ? firstByRank(query, filters, offset + limit) : sql`${listedHere} and ${filters}`}
    order by ${orderOf(query, key, isRanked ? sql`place` : undefined)}
    limit ${count(limit)} offset ${count(offset)}`
  const statement = sql<Row>`${search ? findMatching(db, query, search) : sql``}
    select counted.counts, ${sql.join(productColumns.map((column) => sql.ref(`products.${column}`)))}
      , ${shownPercentages} ${query.ids ? sentBy : sql``}
    from (select ${rowsAsJson(db, countColumns, counts)} as counts) as counted
    left join (${page}) as found on 1 = 1
    left join products on ${sql.ref(`products.${key}`)} = found.found_key
    order by ${orderOf(query, key, isRanked ? sql`found.place` : undefined)}`.compile(db)
  if (isOften(query, search)) nameStatement(statement.sql)
  const { rows } = await db.executeQuery(statement)
  return {
    counts: parseCounts(rows[0]?.counts ?? '[]'),
    rows: rows.filter((row): row is FoundRow => row.id !== null),
  }
}

/** A list of products; what it says is not in words yet. */
type Found = Omit<ProductList, 'message'> & { message: Message }

/**
 * Newest first, by relevance with `q`, or by `sort`; out of stock last in a category. Each word of `q` but small ones must be in name, category,
 * producer or description; if nothing has them all, near spellings are offered, else products with some of the words.
 */
export async function listProducts(db: Db, query: ProductQuery): Promise<Found> {
  if (query.ids?.length === 0) return { message: counted(0, 0), products: [], total: 0, page: 1, pages: 1 }
  const search = searchOf(query)
  const isWhole = Object.keys(query).every((name) => name === 'ids')
  const limit = query.limit ?? (isWhole ? MAX_UNPAGED : PRODUCTS_PER_PAGE)
  const { counts, rows } = await readList(db, query, search, limit)
  const total = totalOf(counts, query)
  return {
    message: counted(rows.length, total),
    products: rows.map(toProduct),
    total,
    page: query.page ?? 1,
    pages: countPages(total, limit),
    ...(isWhole ? {} : { facets: facetsOf(counts, query), categoryHits: namedCategories(search?.words ?? []) }),
    ...(search && matchesOf(counts) === 0 ? await suggest(db, query) : {}),
  }
}

const newestInStock = (db: Db, { limit }: Slots<{ limit: number }>) =>
  db
    .selectFrom('products')
    .select(productColumns)
    .select(shownPercentages)
    .where('archived', '=', 0)
    .where('in_stock', '=', 1)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(anyValue(rowCount(limit)))
const newestOfAll = prepared(newestInStock)
const newestOf = prepared((db, { category, limit }: Slots<{ category: string; limit: number }>) =>
  newestInStock(db, { limit }).where('category', '=', category),
)

/** The newest in stock. They change only when one of them changes. */
export async function listNewest(
  db: Db,
  { category, limit = PRODUCTS_PER_PAGE }: Pick<ProductQuery, 'category' | 'limit'>,
) {
  const rows = await (category === undefined ? newestOfAll(db, { limit }) : newestOf(db, { category, limit }))
  return rows.map(toProduct)
}

const counted = (shown: number, total: number) => message('PRODUCTS_COUNTED', { shown, total })

/** Another spelling with its products, else products with some of the words; undefined when there are none. */
async function suggest(db: Db, { q = '', ...filters }: ProductQuery) {
  const find = async (words: string) => {
    const meant = { ...filters, q: words, page: 1 }
    const { rows } = await readList(db, meant, searchOf(meant), MAX_SUGGESTIONS)
    return rows.map(toProduct)
  }
  const didYouMean = await spellAnew(db, q)
  if (didYouMean !== undefined) {
    const suggestions = await find(didYouMean)
    if (suggestions.length > 0) return { didYouMean, suggestions }
  }
  return findSome(searchedWords(q), find)
}

/** A search of more words is a sentence, and no other products are offered. */
const MOST_WORDS = 6

/** Products with the most of these words. English puts the noun last: blue cotton is cotton. */
async function findSome(words: readonly string[], find: (q: string) => Promise<Product[]>) {
  if (words.length < 2 || words.length > MOST_WORDS) return {}
  const known: string[] = []
  for (const word of words) if ((await find(word)).length > 0) known.push(word)
  for (const [at] of known.entries()) {
    const kept = known.slice(at)
    const suggestions = await find(kept.join(' '))
    if (suggestions.length > 0) return { missing: words.filter((word) => !kept.includes(word)), suggestions }
  }
  return {}
}
