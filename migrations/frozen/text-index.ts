import { type Kysely, sql } from 'kysely'
import { isPostgres } from './engine.ts'

/** A column of folded text that parts of words are looked for in. The table's primary key is `number`. */
export interface IndexedText {
  table: string
  column: string
  /** Of SQLite's index, which is a table beside the table; PostgreSQL's is called so too. */
  name: string
}

/** Makes the index, which the database itself keeps from then on, and fills it with what is there. */
export async function createTextIndex<DB>(db: Kysely<DB>, { table, column, name }: IndexedText) {
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
export async function dropTextIndex<DB>(db: Kysely<DB>, { name }: IndexedText) {
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
export async function forgetSlowly<DB>(db: Kysely<DB>, index: string) {
  if (isPostgres(db)) return
  await sql`insert into ${sql.table(index)}(${sql.ref(index)}, rank) values ('deletemerge', 0)`.execute(db)
}

/** Bytes; 4,050 without it. A search takes as long with either. */
const SMALL_PAGE = 400

/**
 * Has SQLite write a full text index in smaller pages. Whenever 64 of them are written it joins parts of the index, some hundred pages
 * at once, which takes 13 ms with these, 40 with 1,000 bytes and up to 200 with its own.
 */
export async function writeInSmallPages<DB>(db: Kysely<DB>, index: string) {
  if (isPostgres(db)) return
  await sql`insert into ${sql.table(index)}(${sql.ref(index)}, rank) values ('pgsz', ${sql.lit(SMALL_PAGE)})`.execute(
    db,
  )
}
