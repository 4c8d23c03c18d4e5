import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'

/** Which engine runs. */
export const isPostgres = <DB>(db: Kysely<DB>) => db.getExecutor().adapter instanceof PostgresAdapter

/** The type of a text column that is compared and sorted by character codes, as SQLite does by itself. */
export const comparedByCode = <DB>(db: Kysely<DB>) => (isPostgres(db) ? sql`text collate "C"` : sql`text`)

/** A primary key that counts up by itself. */
export const autoNumber = <DB>(db: Kysely<DB>) =>
  isPostgres(db)
    ? ([sql`bigint`, (column: ColumnDefinitionBuilder) => column.primaryKey().generatedByDefaultAsIdentity()] as const)
    : ([sql`integer`, (column: ColumnDefinitionBuilder) => column.primaryKey().autoIncrement()] as const)

/** A new table for what may be forgotten when the database crashes: PostgreSQL writes it without waiting for the disk. */
export function passingTable<DB>(db: Kysely<DB>, name: string) {
  const table = db.schema.createTable(name)
  return isPostgres(db) ? table.modifyFront(sql`unlogged`) : table
}

/** A text that nobody can guess, another one in each row. */
export const randomText = <DB>(db: Kysely<DB>) =>
  isPostgres(db)
    ? sql<string>`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`
    : sql<string>`lower(hex(randomblob(24)))`

/** Where a new table's numbers begin. */
export async function startNumbersAt<DB>(db: Kysely<DB>, table: string, first: number) {
  if (isPostgres(db))
    await sql`alter table ${sql.table(table)} alter column number restart with ${sql.lit(first)}`.execute(db)
  else await sql`insert into sqlite_sequence (name, seq) values (${table}, ${first - 1})`.execute(db)
}

/** The table size that SQLite is told to plan for. */
const ASSUMED_ROWS = 100_000

/**
 * Gives SQLite's query planner statistics of a table of 100,000 rows: for each index how many rows share its first column, its first
 * two, and so on, so that it plans for a large shop from the first product on. PostgreSQL collects its own.
 */
export async function assumeSizes<DB>(db: Kysely<DB>, tables: Record<string, Record<string, readonly number[]>>) {
  if (isPostgres(db)) return
  await sql`analyze sqlite_schema`.execute(db)
  for (const [table, indexes] of Object.entries(tables)) {
    for (const [index, shared] of Object.entries(indexes))
      await sql`insert into sqlite_stat1 (tbl, idx, stat)
        values (${table}, ${index}, ${[ASSUMED_ROWS, ...shared].join(' ')})`.execute(db)
  }
  await sql`analyze sqlite_schema`.execute(db)
}
