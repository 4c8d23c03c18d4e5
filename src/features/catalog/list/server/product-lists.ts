import { sql } from 'kysely'
import { shownPercentages } from '#features/prices/server/percentages.ts'
import type { Db } from '#kernel/db/database.ts'
import { anyValue, readBy, rowCount, unindexed } from '#kernel/db/engine.ts'
import { rowsAsJson } from '#kernel/db/query/json.ts'
import { prepared, type Slots } from '#kernel/db/query/prepared.ts'
import type { Message } from '#shared/messages.ts'
import { paise } from '#shared/money.ts'
import { countPages } from '#shared/paging.ts'
import {
  MAX_UNPAGED,
  PRODUCTS_PER_PAGE,
  type ProductList,
  type ProductQuery,
  type Sort,
} from '../../catalog.contract.ts'
import { message } from '../../catalog.messages.ts'
import {
  familyExcess,
  hasFamilies,
  isNewestOfFamily,
  standsFor,
  withCards,
} from '../../families/server/family-cards.ts'
import { nearestTo, withoutBound } from '../../search/server/nearest.ts'
import { productsByPrice, productsToSearch } from '../../search/server/product-words.ts'
import { type Asked, readSearch } from '../../search/server/read-search.ts'
import { namedCategories } from '../../search/server/search-words.ts'
import { type ProductRow, productColumns, shownMaker, toProducts } from '../../server/catalog.service.ts'
import { isOnOffer } from '../../server/raised-prices.ts'
import { countColumns, facetsOf, inCategory, matchesOf, parseCounts, totalOf } from './facets.ts'
import { countFacts } from './fact-counts.ts'
import {
  countedBy,
  countThose,
  every,
  fits,
  hasFacts,
  hasPrice,
  isListed,
  isOfCategory,
  offsetOf,
  orderOf,
  shownColumns,
  yes,
} from './list-conditions.ts'
import { readSearched } from './searched-products.ts'

/** Counts products from stored counts, where there are any. */
const knownProducts = ({ inStock, offer }: ProductQuery) => sql`
  select category, sum(products) as matches, sum(products * on_offer) as on_offer,
    sum(${offer ? sql`products * on_offer` : sql`products`}) as fitting
  from product_counts
  where archived = 0 ${inStock === undefined ? sql`` : sql`and in_stock = ${inStock ? 1 : 0}`} group by category`

/** So that SQLite takes the index that has the rows in order, whatever these say. */
const unindexedIn = (db: Db) => (column: string) => unindexed(db, `products.${column}`)

/** The same for cards. */
const knownCounts = (db: Db, query: ProductQuery) =>
  query.families
    ? sql`select category, sum(matches) as matches, sum(on_offer) as on_offer, sum(fitting) as fitting
      from (${knownProducts(query)} union all
        ${familyExcess(isListed(query, unindexedIn(db)), countedBy(query, isOnOffer))}) as counted
      group by category`
    : knownProducts(query)

/** The indexes that have all products in these orders: so what it costs to find a card is paid for those of the page only. */
const sortedBy: Partial<Record<Sort, string>> = {
  'price-asc': 'products_by_price',
  'price-desc': 'products_by_price',
  saving: 'products_by_saving',
  name: 'products_by_name',
}

type Row = { counts: string; sent_by?: string | null } & (ProductRow | { [name in keyof ProductRow]: null })
type FoundRow = { counts: string; sent_by?: string | null } & ProductRow

const sentBy = sql`, (select id from producers
  where producers.id = products.producer_id and sends_from is not null) as sent_by`

/** A page's rows and the total in one statement, by an index. Without rows one row has the counts. */
async function readList(db: Db, query: ProductQuery, limit: number) {
  const hasBounds = query.min !== undefined || query.max !== undefined
  const listed = isListed(query)
  const counts =
    hasBounds || query.facts || query.producer || query.ids
      ? countThose(sql`${productsToSearch()} where ${listed}`, query, isOnOffer)
      : knownCounts(db, query)
  // Read in the asked order, whatever the price: sorting all takes longer.
  const isWalked = !query.category && !query.sort?.startsWith('price')
  const price = hasPrice(query, isWalked ? unindexed(db, 'products.offer_price_paise') : undefined)
  const sorted = query.families && !query.category && query.sort ? sortedBy[query.sort] : undefined
  const whole = sorted ? readBy(db, 'products', sorted) : sql`products`
  const products = isWalked && hasBounds ? productsByPrice(db) : whole
  const wanted = every([listed, isOfCategory(query), fits(query, isOnOffer)])
  const isCard = query.families ? standsFor(wanted, orderOf(query, 'id')) : yes
  // The plan must know how few rows it needs from the index.
  const page = sql`
    select products.id as found_id from ${query.families ? withCards(products) : products}
    where ${every([listed, isOfCategory(query), price, hasFacts(query), query.offer ? isOnOffer : yes, isCard])}
    order by ${orderOf(query, 'id')} limit ${rowCount(limit)} offset ${rowCount(offsetOf(query, limit))}`
  const { rows } = await sql<Row>`
    select counted.counts, ${shownColumns} ${query.ids ? sentBy : sql``}
    from (select ${rowsAsJson(db, countColumns, counts)} as counts) as counted
    left join (${page}) as found on 1 = 1
    left join products on products.id = found.found_id
    order by ${orderOf(query, 'id')}`.execute(db)
  return {
    counts: parseCounts(rows[0]?.counts ?? '[]'),
    rows: rows.filter((row): row is FoundRow => row.id !== null),
  }
}

/** More products than that are not counted by their facts: that would hold up others, and says little. */
const MOST_COUNTED = 20_000

/** A list of products; what it says is not in words yet. */
type Found = Omit<ProductList, 'message'> & { message: Message }

const within = (query: ProductQuery, { bound }: Asked): ProductQuery => {
  const lows = [query.min, bound?.minPaise].filter((price) => price !== undefined)
  const highs = [query.max, bound?.maxPaise].filter((price) => price !== undefined)
  return {
    ...query,
    ...(lows.length > 0 && { min: paise(Math.max(...lows)) }),
    ...(highs.length > 0 && { max: paise(Math.min(...highs)) }),
  }
}

async function readAsked(db: Db, query: ProductQuery, asked: Asked, limit: number) {
  const fitting = within(query, asked)
  const { counts, rows } = asked.search
    ? await readSearched(db, fitting, asked.search, limit)
    : await readList(db, fitting, limit)
  return { asked, fitting, counts, rows, total: totalOf(counts, query) }
}

/** What a search finds; where that is nothing, what comes nearest to it. */
async function readNearest(db: Db, query: ProductQuery, limit: number) {
  let found = await readAsked(db, query, readSearch(query.q ?? ''), limit)
  if (found.asked.search && matchesOf(found.counts) === 0) {
    const near = await nearestTo(db, found.asked, found.asked.search, isListed(query))
    if (near) found = await readAsked(db, query, near, limit)
  }
  if (found.total > 0 || !found.asked.bound) return found
  const atAnyPrice = await readAsked(db, query, withoutBound(found.asked), limit)
  return atAnyPrice.total > 0 ? atAnyPrice : found
}

/**
 * Newest first, by relevance with `q`, or by `sort`; out of stock last in a category. A price in the words of `q` is a filter; each other word but
 * small ones must be in name, category, producer or description. Where nothing has all of it, the answer has what comes nearest, and says so. With
 * `families` it lists cards (docs/decisions/0036).
 */
export async function listProducts(db: Db, asked: ProductQuery, today: string): Promise<Found> {
  const query = asked.families ? { ...asked, families: await hasFamilies(db) } : asked
  if (query.ids?.length === 0) return { message: counted(0, 0), products: [], total: 0, page: 1, pages: 1 }
  const isWhole = Object.keys(query).every((name) => name === 'ids')
  const limit = query.limit ?? (isWhole ? MAX_UNPAGED : PRODUCTS_PER_PAGE)
  const { asked: searchedFor, fitting, counts, rows, total } = await readNearest(db, query, limit)
  const { search, bound, didYouMean, missing, searched } = searchedFor
  const facts =
    query.countFacts && inCategory(counts, query) <= MOST_COUNTED ? await countFacts(db, fitting, search) : undefined
  return {
    message: counted(rows.length, total),
    products: await toProducts(db, rows, today),
    total,
    page: query.page ?? 1,
    pages: countPages(total, limit),
    ...(isWhole
      ? {}
      : {
          facets: { ...facetsOf(counts, query), ...(facts && { facts }) },
          categoryHits: namedCategories(search?.words ?? []),
        }),
    ...(bound && { bound: { text: bound.text, rest: bound.rest, min: bound.minPaise, max: bound.maxPaise } }),
    ...(didYouMean && { didYouMean }),
    ...(missing && { missing, searched }),
  }
}

type Most = Slots<{ limit: number }>
type MostOf = Slots<{ category: string; limit: number }>
const newestInStock = (db: Db, { limit }: Most) =>
  db
    .selectFrom('products')
    .select(productColumns)
    .select([shownPercentages, shownMaker])
    .where('archived', '=', 0)
    .where('in_stock', '=', 1)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(anyValue(rowCount(limit)))
const newestOfAll = prepared((db, asked: Most) => newestInStock(db, asked))
const newestOf = prepared((db, asked: MostOf) => newestInStock(db, asked).where('category', '=', asked.category))
const newestCards = prepared((db, asked: Most) => newestInStock(db, asked).where(isNewestOfFamily))
const newestCardsOf = prepared((db, asked: MostOf) =>
  newestInStock(db, asked).where('category', '=', asked.category).where(isNewestOfFamily),
)

/** The newest in stock, with `families` one of each family. They change only when one of them, or of their families, changes. */
export async function listNewest(
  db: Db,
  { category, limit = PRODUCTS_PER_PAGE, families }: Pick<ProductQuery, 'category' | 'limit' | 'families'>,
  today: string,
) {
  const [ofAll, of] = families ? [newestCards, newestCardsOf] : [newestOfAll, newestOf]
  const rows = await (category === undefined ? ofAll(db, { limit }) : of(db, { category, limit }))
  return toProducts(db, rows, today)
}

const counted = (shown: number, total: number) => message('PRODUCTS_COUNTED', { shown, total })
