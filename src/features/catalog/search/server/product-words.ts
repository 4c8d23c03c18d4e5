import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { narrowOnSqlite } from '#kernel/db/engine.ts'
import { escapeLike } from '#kernel/db/query/text-index.ts'
import type { WordIndex } from '#kernel/db/query/word-search.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { BESIDES } from '#kernel/search/search-words.ts'

const ROWS = 'product_search'

/** Kept by the database's triggers (migrations/frozen/word-index.ts). */
export const productWords: WordIndex = {
  ...{ name: 'products', rows: ROWS, texts: 'product_words', numbers: 'search_tokens', parts: 'search_parts' },
  columns: [
    ...['number', 'id', 'name_folded', 'category', 'price_paise', 'offer_price_paise'],
    ...['in_stock', 'archived', 'producer_id', 'created_at'],
  ],
}

/** Narrow rows: id and all that a search filters and sorts by, under the table's own name. */
export const productsToSearch = () => sql.raw<Tables['products']>(ROWS).as<'products'>(sql.ref('products'))

/** The rows of lists chosen by price but sorted otherwise. PostgreSQL uses the products' own indexes. */
export const productsByPrice = (db: Db) => narrowOnSqlite(db, productsToSearch(), sql<Tables['products']>`products`)

/** The index names categories and producers by these, for they may be renamed. */
export const categoryToken = (slug: string) => BESIDES + slug
export const producerToken = (id: string) => BESIDES + id

/** Rank without all words in the name. */
export const NOT_IN_NAME = 4

/** All words in the name: 0 the name itself, 1 it begins so, 2 one of its words does, 3 others. `query` and `single` are folded. */
export function nameRank(query: string, single: string) {
  const begin = escapeLike(single)
  return sql<number>`case when products.name_folded in (${query}, ${single}) then 0
    when products.name_folded like ${`${begin}%`} escape '\\' then 1
    when products.name_folded like ${`% ${begin}%`} escape '\\' then 2 else 3 end`
}
