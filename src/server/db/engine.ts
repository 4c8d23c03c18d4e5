import {
  type ColumnDefinitionBuilder,
  type Kysely,
  PostgresAdapter,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from 'kysely'

/** What the two engines do differently. Features use these functions and never ask which engine runs. */
// biome-ignore lint/suspicious/noExplicitAny: works on any schema, a migration's included
const isPostgres = (db: Kysely<any>) => db.getExecutor().adapter instanceof PostgresAdapter

/** Locks the selected rows until the transaction ends. SQLite needs nothing: BEGIN IMMEDIATE lets one writer in at a time. */
export function lockRows<DB, TB extends keyof DB, O>(db: Kysely<DB>, query: SelectQueryBuilder<DB, TB, O>) {
  return isPostgres(db) ? query.forUpdate() : query
}

/** Like lockRows, passing over rows that another process holds: for taking work from a queue. */
export function lockFreeRows<DB, TB extends keyof DB, O>(db: Kysely<DB>, query: SelectQueryBuilder<DB, TB, O>) {
  return isPostgres(db) ? query.forUpdate().skipLocked() : query
}

/** From here to its end one transaction at a time, among all that wait for the same name. SQLite lets only one write anyway. */
export async function takeTurns<DB>(tx: Transaction<DB>, name: string) {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** What the engines call a second row with a value that may be there once: PostgreSQL, then SQLite's unique and primary key. */
const DUPLICATE: readonly unknown[] = ['23505', 2067, 1555]

/** Was a write refused because its value is taken? */
export const isDuplicate = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && DUPLICATE.includes(error.code)) || ('errcode' in error && DUPLICATE.includes(error.errcode)))

/** A primary key that counts up by itself. */
// biome-ignore lint/suspicious/noExplicitAny: works on any schema
export const autoNumber = (db: Kysely<any>) =>
  isPostgres(db)
    ? ([sql`bigint`, (column: ColumnDefinitionBuilder) => column.primaryKey().generatedByDefaultAsIdentity()] as const)
    : ([sql`integer`, (column: ColumnDefinitionBuilder) => column.primaryKey().autoIncrement()] as const)

/** Where a new table's numbers begin. */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export async function startNumbersAt(db: Kysely<any>, table: string, first: number) {
  if (isPostgres(db))
    await sql`alter table ${sql.table(table)} alter column number restart with ${sql.lit(first)}`.execute(db)
  else await sql`insert into sqlite_sequence (name, seq) values (${table}, ${first - 1})`.execute(db)
}

/** The index that finds products by a part of their folded name, kept by the database itself. */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export async function createNameIndex(db: Kysely<any>) {
  if (isPostgres(db)) {
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index products_name_trigrams on products using gin (name_folded gin_trgm_ops)`.execute(db)
    return
  }
  await sql`create virtual table product_names using fts5(name_folded, content='', contentless_delete=1, tokenize='trigram')`.execute(
    db,
  )
  await sql`create trigger product_names_insert after insert on products begin
    insert into product_names(rowid, name_folded) values (new.number, new.name_folded); end`.execute(db)
  await sql`create trigger product_names_update after update of name_folded on products begin
    delete from product_names where rowid = old.number;
    insert into product_names(rowid, name_folded) values (new.number, new.name_folded); end`.execute(db)
  await sql`create trigger product_names_delete after delete on products begin
    delete from product_names where rowid = old.number; end`.execute(db)
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const quoteFts = (text: string) => `"${text.replace(/"/g, '""')}"`
const TRIGRAM = 3

/** Is every one of these folded words a part of the product's name? */
export function nameHasWords<DB>(db: Kysely<DB>, words: readonly string[]) {
  const long = isPostgres(db) ? [] : words.filter((word) => [...word].length >= TRIGRAM)
  const conditions = words
    .filter((word) => !long.includes(word))
    .map((word) => sql<boolean>`products.name_folded like ${`%${escapeLike(word)}%`} escape '\\'`)
  if (long.length > 0) {
    const match = long.map(quoteFts).join(' AND ')
    conditions.push(
      sql<boolean>`products.number in (select rowid from product_names where product_names match ${match})`,
    )
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

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
