import {
  type ColumnDefinitionBuilder,
  type Expression,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from 'kysely'

/** Which engine runs. Only this folder asks; features use the functions here and beside it. */
// biome-ignore lint/suspicious/noExplicitAny: works on any schema, a migration's included
export const isPostgres = (db: Kysely<any>) => db.getExecutor().adapter instanceof PostgresAdapter

/**
 * Locks the selected rows until the transaction ends; of several tables those of one, when it is named. SQLite needs nothing:
 * BEGIN IMMEDIATE lets one writer in at a time.
 */
export function lockRows<DB, TB extends keyof DB & string, O>(
  // biome-ignore lint/suspicious/noExplicitAny: an outer join makes another schema of the same tables
  db: Kysely<any>,
  query: SelectQueryBuilder<DB, TB, O>,
  table?: TB,
) {
  return isPostgres(db) ? query.forUpdate(table === undefined ? undefined : [table]) : query
}

/** Like lockRows, passing over rows that another process holds: for taking work from a queue. */
export function lockFreeRows<DB, TB extends keyof DB, O>(db: Kysely<DB>, query: SelectQueryBuilder<DB, TB, O>) {
  return isPostgres(db) ? query.forUpdate().skipLocked() : query
}

/** Of transactions that call this with the same name, one goes on at a time until it ends. SQLite lets only one write anyway. */
export async function takeTurns<DB>(tx: Transaction<DB>, name: string) {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Runs `work` in one transaction, after whoever else does the same: all of it takes place, or nothing. */
export function oneAfterTheOther<DB, T>(db: Kysely<DB>, name: string, work: (tx: Transaction<DB>) => Promise<T>) {
  return db.transaction().execute(async (tx) => {
    await takeTurns(tx, name)
    return work(tx)
  })
}

/** All that `work` reads is of one state of the database. */
export function inOneState<DB, T>(db: Kysely<DB>, work: (tx: Transaction<DB>) => Promise<T>) {
  const transaction = db.transaction()
  // On SQLite nobody else writes meanwhile.
  return (
    isPostgres(db) ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only') : transaction
  ).execute(work)
}

/** Is there a table of this name? */
// biome-ignore lint/suspicious/noExplicitAny: works on any schema
export async function hasTable(db: Kysely<any>, name: string) {
  const found = isPostgres(db)
    ? sql`select 1 where to_regclass(${name}) is not null`
    : sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`
  return (await found.execute(db)).rows.length > 0
}

/** Error codes for a value that must be unique: PostgreSQL's, then SQLite's for unique and primary keys. */
const DUPLICATE: readonly unknown[] = ['23505', 2067, 1555]

/** Was a write refused because its value is taken? */
export const isDuplicate = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && DUPLICATE.includes(error.code)) || ('errcode' in error && DUPLICATE.includes(error.errcode)))

/**
 * A column that a condition names without having an index chosen for it: SQLite would take one that finds the rows and then sort
 * all of them, where the first ones stand in another index in the order that is wanted.
 */
export const unindexed = <DB>(db: Kysely<DB>, column: string) =>
  isPostgres(db) ? sql.ref(column) : sql`+${sql.ref(column)}`

/** A number of rows in `limit` or `offset` of SQL by hand: SQLite would prepare a statement with a plain value anew at every call. */
export const rowCount = (rows: number | Expression<number>) => sql<number>`cast(${rows} as bigint)`

/**
 * A value that no plan is made for: PostgreSQL would find one for just this value a little cheaper than one for all, and plan a named
 * statement anew for each, which takes longer than a search.
 */
export const anyValue = <T>(value: RawBuilder<T>) => sql<T>`(select ${value})`

/** The type of a text column that is compared and sorted by character codes, as SQLite does by itself. */
// biome-ignore lint/suspicious/noExplicitAny: works on any schema
export const comparedByCode = (db: Kysely<any>) => (isPostgres(db) ? sql`text collate "C"` : sql`text`)

/** The table size that SQLite is told to plan for. */
const ASSUMED_ROWS = 100_000

/** A primary key that counts up by itself. */
// biome-ignore lint/suspicious/noExplicitAny: works on any schema
export const autoNumber = (db: Kysely<any>) =>
  isPostgres(db)
    ? ([sql`bigint`, (column: ColumnDefinitionBuilder) => column.primaryKey().generatedByDefaultAsIdentity()] as const)
    : ([sql`integer`, (column: ColumnDefinitionBuilder) => column.primaryKey().autoIncrement()] as const)

/** A new table for what may be forgotten when the database crashes: PostgreSQL writes it without waiting for the disk. */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export function passingTable(db: Kysely<any>, name: string) {
  const table = db.schema.createTable(name)
  return isPostgres(db) ? table.modifyFront(sql`unlogged`) : table
}

/** A text that nobody can guess, another one in each row: for rows that a migration writes. */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export const randomText = (db: Kysely<any>) =>
  isPostgres(db)
    ? sql<string>`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`
    : sql<string>`lower(hex(randomblob(24)))`

/** Where a new table's numbers begin. */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export async function startNumbersAt(db: Kysely<any>, table: string, first: number) {
  if (isPostgres(db))
    await sql`alter table ${sql.table(table)} alter column number restart with ${sql.lit(first)}`.execute(db)
  else await sql`insert into sqlite_sequence (name, seq) values (${table}, ${first - 1})`.execute(db)
}

/**
 * Gives SQLite's query planner statistics of a table of 100,000 rows: for each index how many rows share its first column, its first
 * two, and so on, so that it plans for a large shop from the first product on. PostgreSQL collects its own.
 */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export async function assumeSizes(db: Kysely<any>, tables: Record<string, Record<string, readonly number[]>>) {
  if (isPostgres(db)) return
  await sql`analyze sqlite_schema`.execute(db)
  for (const [table, indexes] of Object.entries(tables)) {
    for (const [index, shared] of Object.entries(indexes))
      await sql`insert into sqlite_stat1 (tbl, idx, stat)
        values (${table}, ${index}, ${[ASSUMED_ROWS, ...shared].join(' ')})`.execute(db)
  }
  await sql`analyze sqlite_schema`.execute(db)
}
