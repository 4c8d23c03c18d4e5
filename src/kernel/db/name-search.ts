import { type Kysely, sql } from 'kysely'
import type { Db } from './database.ts'
import { isPostgres } from './engine.ts'
import type { Tables } from './tables.ts'
import { createTextIndex, escapeLike, quoteFts, TRIGRAM, textHasWords } from './text-index.ts'

const productNames = { table: 'products', column: 'name_folded', name: 'product_names' }

/** The index that finds products by a part of their folded name, kept by the database itself. */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export const createNameIndex = (db: Kysely<any>) =>
  createTextIndex(db, isPostgres(db) ? { ...productNames, name: 'products_name_trigrams' } : productNames)

const searchColumns = [
  ...['number', 'id', 'name_folded', 'category', 'price_paise', 'offer_price_paise'],
  ...['in_stock', 'archived', 'producer_id', 'created_at'],
]

/**
 * A search looks at every product that matches. In SQLite a product's row holds texts and pictures besides, so what is
 * looked at stands in narrow rows of its own, kept by the database itself.
 */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export async function createSearchRows(db: Kysely<any>) {
  if (isPostgres(db)) return
  const columns = searchColumns.join(', ')
  await sql`create table product_search (number integer primary key, id text not null, name_folded text not null,
    category text not null, price_paise integer not null, offer_price_paise integer not null, in_stock integer not null,
    archived integer not null, producer_id text, created_at integer not null)`.execute(db)
  const statements = [
    `insert into product_search (${columns}) select ${columns} from products`,
    `create trigger product_search_insert after insert on products begin
      insert into product_search (${columns}) values (${searchColumns.map((column) => `new.${column}`).join(', ')}); end`,
    `create trigger product_search_update after update on products
      when ${searchColumns.map((column) => `old.${column} is not new.${column}`).join(' or ')} begin
      update product_search set ${searchColumns.map((column) => `${column} = new.${column}`).join(', ')}
        where number = old.number; end`,
    `create trigger product_search_delete after delete on products begin
      delete from product_search where number = old.number; end`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Takes them away: to create them again. */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export async function dropSearchRows(db: Kysely<any>) {
  if (isPostgres(db)) return
  for (const event of ['insert', 'update', 'delete'])
    await sql`drop trigger ${sql.id(`product_search_${event}`)}`.execute(db)
  await sql`drop table product_search`.execute(db)
}

/** The products a search looks at, under their own name: what it filters and sorts by, and the id. */
export const productsToSearch = (db: Db) =>
  sql<Tables['products']>`${sql.table(isPostgres(db) ? 'products' : 'product_search')}`.as<'products'>(
    sql.ref('products'),
  )

/** Is every one of these folded words a part of the product's name? */
export const nameHasWords = <DB>(db: Kysely<DB>, words: readonly string[]) => textHasWords(db, productNames, words)

/** 0 for the name itself, 1 for a name that begins so, 2 for a word that begins so, 3 for anywhere inside. */
export function nameRank(foldedQuery: string) {
  const query = escapeLike(foldedQuery)
  return sql<number>`case when products.name_folded = ${foldedQuery} then 0
    when products.name_folded like ${`${query}%`} escape '\\' then 1
    when products.name_folded like ${`% ${query}%`} escape '\\' then 2 else 3 end`
}

/** Which products might be meant by a misspelt word: those that share three letters in a row with it. Ranked by the caller. */
export function nameIsNear<DB>(db: Kysely<DB>, word: string) {
  const letters = [...word]
  const parts = letters
    .slice(0, Math.max(letters.length - TRIGRAM + 1, 0))
    .map((_, at) => letters.slice(at, at + TRIGRAM).join(''))
  if (parts.length === 0) return sql<boolean>`1 = 0`
  if (isPostgres(db)) {
    return sql<boolean>`(${sql.join(
      parts.map((part) => sql`products.name_folded like ${`%${escapeLike(part)}%`} escape '\\'`),
      sql` or `,
    )})`
  }
  return sql<boolean>`products.number in (select rowid from product_names where product_names match ${parts.map(quoteFts).join(' OR ')})`
}
