import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { anyValue, rowCount } from '#kernel/db/engine.ts'
import { rowsAsJson } from '#kernel/db/query/json.ts'
import { jsonRows } from '#kernel/db/query/json-rows.ts'
import { nameStatement } from '#kernel/db/query/statement-names.ts'
import type { ProductQuery } from '../../catalog.contract.ts'
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
}

/**
 * The numbers of the first `most` products in the order of the table (search.ranking.ts): its next line is read only while they are fewer. In a
 * category those out of stock come last, whatever their line.
 */
async function numbersByRank(db: Db, query: ProductQuery, search: Search, filters: RawBuilder<boolean>, most: number) {
  const isLast = hasStockFirst(query) ? sql`1 - products.in_stock` : sql`0`
  const [first, last] = [new Set<number>(), new Set<number>()]
  for (const { rows, place } of linesOf(db, search)) {
    const line = sql<Numbered & { last: number }>`select number, last
      from (select products.number, products.created_at, ${place} as place, ${isLast} as last
        from ${rows()} where ${isListed(query)} and ${filters}) as products
      order by last, place, created_at desc, number desc limit ${anyValue(rowCount(most))}`
    for (const found of await ask(db, query, search, line)) (found.last === 0 ? first : last).add(Number(found.number))
    if (first.size >= most) break
  }
  return [...first, ...last].slice(0, most)
}

async function numbersInOrder(db: Db, query: ProductQuery, search: Search, filters: RawBuilder<boolean>, most: number) {
  const sorted = sql<Numbered>`select products.number from ${foundBy(db, search)} where ${isListed(query)} and ${filters}
    order by ${orderOf(query, 'number')} limit ${anyValue(rowCount(most))}`
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
