import {
  type Expression,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from 'kysely'

/** Which engine runs. Only this folder asks; features use its functions. */
// biome-ignore lint/suspicious/noExplicitAny: works on any schema, a migration's included
export const isPostgres = (db: Kysely<any>) => db.getExecutor().adapter instanceof PostgresAdapter

/** Locks the selected rows, or only those of `table`, until the transaction ends. SQLite needs no lock: it lets one writer in at a time. */
export function lockRows<DB, TB extends keyof DB & string, O>(
  // biome-ignore lint/suspicious/noExplicitAny: an outer join makes another schema of the same tables
  db: Kysely<any>,
  query: SelectQueryBuilder<DB, TB, O>,
  table?: TB,
) {
  return isPostgres(db) ? query.forUpdate(table === undefined ? undefined : [table]) : query
}

/** Like lockRows, but skips rows that another process holds: for taking work from a queue. */
export function lockFreeRows<DB, TB extends keyof DB, O>(db: Kysely<DB>, query: SelectQueryBuilder<DB, TB, O>) {
  return isPostgres(db) ? query.forUpdate().skipLocked() : query
}

/** Transactions that call this with the same name run one after the other. SQLite lets only one write anyway. */
export async function takeTurns<DB>(tx: Transaction<DB>, name: string) {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

export async function lockTable<DB>(tx: Transaction<DB>, table: keyof DB & string) {
  if (isPostgres(tx)) await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
}

export function oneAfterTheOther<DB, T>(db: Kysely<DB>, name: string, work: (tx: Transaction<DB>) => Promise<T>) {
  return db.transaction().execute(async (tx) => {
    await takeTurns(tx, name)
    return work(tx)
  })
}

export function inOneState<DB, T>(db: Kysely<DB>, work: (tx: Transaction<DB>) => Promise<T>) {
  const transaction = db.transaction()
  return (
    isPostgres(db) ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only') : transaction
  ).execute(work)
}

// biome-ignore lint/suspicious/noExplicitAny: works on any schema
export async function hasTable(db: Kysely<any>, name: string) {
  const found = isPostgres(db)
    ? sql`select 1 where to_regclass(${name}) is not null`
    : sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`
  return (await found.execute(db)).rows.length > 0
}

/** PostgreSQL's code for a value that must be unique, then SQLite's two, for unique and primary keys. */
const DUPLICATE: readonly unknown[] = ['23505', 2067, 1555]

export const isDuplicate = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && DUPLICATE.includes(error.code)) || ('errcode' in error && DUPLICATE.includes(error.errcode)))

/** A column for which SQLite must not choose an index: it would sort all rows found by it, although another index has them in order. */
export const unindexed = <DB>(db: Kysely<DB>, column: string) =>
  isPostgres(db) ? sql.ref(column) : sql`+${sql.ref(column)}`

export const narrowOnSqlite = <DB, Narrow, Whole>(db: Kysely<DB>, narrow: Narrow, whole: Whole) =>
  isPostgres(db) ? whole : narrow

/** A table whose rows SQLite is to read by this index; PostgreSQL chooses by itself. */
export const readBy = <DB>(db: Kysely<DB>, table: string, index: string) =>
  isPostgres(db) ? sql`${sql.table(table)}` : sql`${sql.table(table)} indexed by ${sql.id(index)}`

/**
 * Is there a row for which the condition holds? `rows` calls them by `name`. PostgreSQL would read a whole table for its first fitting row, rather than
 * ask an index of words; of a materialized query it still reads only as far as it must.
 */
export const hasRow = <DB>(db: Kysely<DB>, rows: RawBuilder<unknown>, name: string, condition: RawBuilder<boolean>) =>
  isPostgres(db)
    ? sql<boolean>`exists (with found as materialized (select * from ${rows}) select 1 from found as ${sql.ref(name)} where ${condition})`
    : sql<boolean>`exists (select 1 from ${rows} where ${condition})`

export const rowCount = (rows: number | Expression<number>) => sql<number>`cast(${rows} as bigint)`

/** A value for which PostgreSQL makes no plan of its own: planning a named statement anew takes longer than a search. */
export const anyValue = <T>(value: RawBuilder<T>) => sql<T>`(select ${value})`

/** Deletes counts that are 0, from the table in which SQLite keeps them; PostgreSQL counts when asked. */
export async function forgetEmptyCounts<DB>(tx: Transaction<DB>, table: keyof DB & string, count: string) {
  if (!isPostgres(tx)) await sql`delete from ${sql.table(table)} where ${sql.ref(count)} = 0`.execute(tx)
}

/** The table's next row gets the number `next`. */
export async function countUpFrom<DB>(tx: Transaction<DB>, table: string, next: number) {
  if (isPostgres(tx)) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'number'), ${sql.lit(next)}, false)`.execute(tx)
    return
  }
  // It has no row for a table that never had any.
  await sql`delete from sqlite_sequence where name = ${table}`.execute(tx)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${sql.lit(next - 1)})`.execute(tx)
}
