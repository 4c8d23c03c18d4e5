import { type Kysely, sql } from 'kysely'
import { isPostgres, rowCount } from './engine.ts'

/** A column of folded text that parts of words are looked for in. The table's primary key is `number`. */
export interface IndexedText {
  table: string
  column: string
  /** Of SQLite's index, which is a table beside the table; PostgreSQL's is called so too. */
  name: string
}

/** SQLite's index holds every three letters in a row; it knows no shorter words. */
const TRIGRAM = 3

/** Makes the index, which the database itself keeps from then on, and fills it with what is there. */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export async function createTextIndex(db: Kysely<any>, { table, column, name }: IndexedText) {
  if (isPostgres(db)) {
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index ${sql.id(name)} on ${sql.table(table)} using gin (${sql.ref(column)} gin_trgm_ops)`.execute(
      db,
    )
    return
  }
  const statements = [
    `create virtual table ${name} using fts5(${column}, content='', contentless_delete=1, tokenize='trigram')`,
    `insert into ${name}(rowid, ${column}) select number, ${column} from ${table}`,
    `create trigger ${name}_insert after insert on ${table} begin
      insert into ${name}(rowid, ${column}) values (new.number, new.${column}); end`,
    `create trigger ${name}_update after update of ${column} on ${table} begin
      delete from ${name} where rowid = old.number;
      insert into ${name}(rowid, ${column}) values (new.number, new.${column}); end`,
    `create trigger ${name}_delete after delete on ${table} begin
      delete from ${name} where rowid = old.number; end`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Takes it away, with what keeps it. */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export async function dropTextIndex(db: Kysely<any>, { name }: IndexedText) {
  if (isPostgres(db)) {
    await sql`drop index ${sql.id(name)}`.execute(db)
    return
  }
  for (const event of ['insert', 'update', 'delete']) await sql`drop trigger ${sql.id(`${name}_${event}`)}`.execute(db)
  await sql`drop table ${sql.table(name)}`.execute(db)
}

/**
 * Has SQLite leave words of changed rows in a full text index until it joins parts of it anyway. Otherwise it writes a large part
 * anew whenever a tenth of its rows has changed, which takes up to half a second at once.
 */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export async function forgetSlowly(db: Kysely<any>, index: string) {
  if (isPostgres(db)) return
  await sql`insert into ${sql.table(index)}(${sql.ref(index)}, rank) values ('deletemerge', 0)`.execute(db)
}

/** Bytes; 4,050 without it. A search takes as long with either. */
const SMALL_PAGE = 400

/**
 * Has SQLite write a full text index in smaller pages. Whenever 64 of them are written it joins parts of the index, some hundred pages
 * at once, which takes 13 ms with these, 40 with 1,000 bytes and up to 200 with its own.
 */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export async function writeInSmallPages(db: Kysely<any>, index: string) {
  if (isPostgres(db)) return
  await sql`insert into ${sql.table(index)}(${sql.ref(index)}, rank) values ('pgsz', ${sql.lit(SMALL_PAGE)})`.execute(
    db,
  )
}

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const quoteFts = (text: string) => `"${text.replace(/"/g, '""')}"`

const isLong = (word: string) => [...word].length >= TRIGRAM
const matching = (words: readonly string[]) => words.map(quoteFts).join(' AND ')

/**
 * The numbers of the rows whose text has all these words, where the index tells quickly that they are not more than `most`. PostgreSQL
 * plans by how many there are, and is not asked.
 */
export async function fewWithWords<DB>(db: Kysely<DB>, { name }: IndexedText, words: readonly string[], most: number) {
  if (isPostgres(db) || words.length === 0 || !words.every(isLong)) return undefined
  const found = await sql<{ number: number }>`select rowid as number from ${sql.table(name)}
    where ${sql.table(name)} match ${matching(words)} limit ${rowCount(most + 1)}`.execute(db)
  return found.rows.length > most ? undefined : found.rows.map(({ number }) => number)
}

/**
 * Is every one of these folded words a part of the text? SQLite reads the texts of the rows that are asked: its index would begin with
 * all rows that have a word, which takes longer where there are many (`fewWithWords` is for few). PostgreSQL takes its own index.
 */
export function textHasWords({ table, column }: IndexedText, words: readonly string[]) {
  const conditions = words.map(
    (word) => sql<boolean>`${sql.ref(`${table}.${column}`)} like ${`%${escapeLike(word)}%`} escape '\\'`,
  )
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
