import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { anyValue, rowCount } from '#kernel/db/engine.ts'
import { rowsAsJson } from '#kernel/db/query/json.ts'
import { jsonRows } from '#kernel/db/query/json-rows.ts'
import { nameStatement } from '#kernel/db/query/statement-names.ts'
import type { ProductQuery } from '../../catalog.contract.ts'
import { firstOfFamily } from '../../families/server/family-cards.ts'
import { foundBy, linesOf } from '../../search/server/ranked-products.ts'
import type { Search } from '../../search/server/read-search.ts'
import type { ProductRow } from '../../server/catalog.service.ts'
import { isOnOffer } from '../../server/raised-prices.ts'
import { countColumns, parseCounts, totalOf } from './facets.ts'
import {
  countThose,
  every,
  fits,
  hasStockFirst,
  isListed,
  isOfCategory,
  offsetOf,
  orderOf,
  shownColumns,
  yes,
} from './list-conditions.ts'

/** Each number of words is a statement of its own; more are rare. */
const OFTEN_WORDS = 2

/** Planning one or two words without a filter takes PostgreSQL longer than answering. */
function isOften({ category, offer, min, max, facts, producer, ids, sort }: ProductQuery, { words }: Search) {
  const hasFilter = [category, offer, min, max, facts, producer, ids, sort].some((filter) => filter !== undefined)
  return words.length <= OFTEN_WORDS && !hasFilter
}

async function ask<Row>(db: Db, query: ProductQuery, search: Search, asked: RawBuilder<Row>) {
  const statement = asked.compile(db)
  if (isOften(query, search)) nameStatement(statement.sql)
  return (await db.executeQuery(statement)).rows
}

interface Numbered {
  number: number
  family_id?: string | null
}

/** A family's card is its first product in stock, wherever the search finds it: where lists show both, its others are left out. */
const isNotBehindSibling = (db: Db, query: ProductQuery, search: Search, filters: RawBuilder<boolean>) =>
  query.inStock === undefined && !hasStockFirst(query)
    ? sql<boolean>`(products.in_stock = 1 or products.family_id is null or products.family_id not in
        (select products.family_id from ${foundBy(db, search)} where ${isListed(query)} and ${filters}
          and products.in_stock = 1 and products.family_id is not null))`
    : yes

const familyColumns = (query: ProductQuery, order: RawBuilder<unknown>) =>
  query.families ? sql`, products.family_id, ${firstOfFamily(order)} as in_family` : sql``
const isFirst = (query: ProductQuery) => (query.families ? sql`where in_family = 1` : sql``)

/**
 * The numbers of the first `most` products in the order of the table (search.ranking.ts): its next line is read only while they are fewer. In a
 * category those out of stock come last, whatever their line.
 */
async function numbersByRank(db: Db, query: ProductQuery, search: Search, filters: RawBuilder<boolean>, most: number) {
  const isLast = hasStockFirst(query) ? sql`1 - products.in_stock` : sql`0`
  const isCard = query.families ? isNotBehindSibling(db, query, search, filters) : yes
  /** By family, or by number where there is none. */
  const [first, last] = [new Map<string | number, number>(), new Map<string | number, number>()]
  for (const { rows, place } of linesOf(db, search)) {
    const inLine = sql`${isLast}, ${place}, products.created_at desc, products.number desc`
    const line = sql<Numbered & { last: number }>`select number, last ${query.families ? sql`, family_id` : sql``}
      from (select products.number, products.created_at, ${place} as place, ${isLast} as last ${familyColumns(query, inLine)}
        from ${rows()} where ${isListed(query)} and ${every([filters, isCard])}) as products ${isFirst(query)}
      order by last, place, created_at desc, number desc limit ${anyValue(rowCount(most))}`
    for (const found of await ask(db, query, search, line)) {
      const cards = found.last === 0 ? first : last
      const card = found.family_id ?? Number(found.number)
      if (!cards.has(card)) cards.set(card, Number(found.number))
    }
    if (first.size >= most) break
  }
  const others = [...last].flatMap(([card, number]) => (first.has(card) ? [] : number))
  return [...first.values(), ...others].slice(0, most)
}

async function numbersInOrder(db: Db, query: ProductQuery, search: Search, filters: RawBuilder<boolean>, most: number) {
  const all = sql`${foundBy(db, search)} where ${isListed(query)} and ${filters}`
  const order = orderOf(query, 'number')
  const rows = query.families
    ? sql`(select products.* ${familyColumns(query, sql`products.in_stock desc, ${order}`)} from ${all}) as products ${isFirst(query)}`
    : all
  const sorted = sql<Numbered>`select products.number from ${rows} order by ${order} limit ${anyValue(rowCount(most))}`
  return (await ask(db, query, search, sorted)).map(({ number }) => Number(number))
}

/** What a search finds: its counts, then the numbers of the page, from narrow rows, then the page. */
export async function readSearched(db: Db, query: ProductQuery, search: Search, limit: number) {
  const all = sql`${foundBy(db, search)} where ${isListed(query)}`
  const counted = sql<{
    counts: string
  }>`select ${rowsAsJson(db, countColumns, countThose(all, query, isOnOffer))} as counts`
  const [row] = await ask(db, query, search, counted)
  const counts = parseCounts(row?.counts ?? '[]')
  const offset = offsetOf(query, limit)
  const most = Math.min(offset + limit, totalOf(counts, query))
  if (most <= offset) return { counts, rows: [] }
  const filters = every([isOfCategory(query), fits(query, isOnOffer)])
  const readNumbers = query.sort ? numbersInOrder : numbersByRank
  const numbers = (await readNumbers(db, query, search, filters, most)).slice(offset)
  const places = JSON.stringify(numbers.map((number, place) => ({ number, place })))
  const { rows } = await sql<ProductRow>`select ${shownColumns}
    from ${jsonRows<{ number: number; place: number }>(db, places, { number: 'bigint', place: 'integer' })} as found
    join products on products.number = found.number order by found.place`.execute(db)
  return { counts, rows }
}
