import { type Kysely, sql } from 'kysely'
import { isPostgres } from './engine.ts'

// What a database is made of, asked of the database itself: for copying a whole one.

export interface WholeTable {
  name: string
  columns: string[]
  /** Columns of its primary key, in their order; empty where it has none. */
  key: string[]
  /** The database gives out its `number`. */
  isCounted: boolean
}
// biome-ignore lint/suspicious/noExplicitAny: works on any schema
type AnyDb = Kysely<any>

interface ColumnRow {
  name: string
  column: string
  /** Place in the primary key, from 1; 0: not in it. */
  place: number
  counted: number
}

const columnsOnSqlite = sql<ColumnRow>`
  select tables.name, columns.name as "column", columns.pk as place,
    case when columns.name = 'number' and schema.sql like '%autoincrement%' then 1 else 0 end as counted
  from pragma_table_list as tables
  join sqlite_schema as schema on schema.name = tables.name
  join pragma_table_info(tables.name) as columns
  where tables.schema = 'main' and tables.type = 'table' and tables.name not like 'sqlite\\_%' escape '\\'
  order by tables.name, columns.name`

const columnsOnPostgres = sql<ColumnRow>`
  select tables.relname as name, columns.attname as "column",
    coalesce(array_position(keys.indkey::smallint[], columns.attnum) + 1, 0) as place,
    case when columns.attidentity <> '' then 1 else 0 end as counted
  from pg_class as tables
  join pg_attribute as columns on columns.attrelid = tables.oid and columns.attnum > 0 and not columns.attisdropped
  left join pg_index as keys on keys.indrelid = tables.oid and keys.indisprimary
  where tables.relkind = 'r' and tables.relnamespace = current_schema()::regnamespace
  order by tables.relname, columns.attname`

const referencesOnSqlite = sql<{ name: string; other: string }>`
  select tables.name, refers."table" as other
  from pragma_table_list as tables join pragma_foreign_key_list(tables.name) as refers where tables.schema = 'main'`

const referencesOnPostgres = sql<{ name: string; other: string }>`
  select tables.relname as name, others.relname as other
  from pg_constraint
  join pg_class as tables on tables.oid = conrelid join pg_class as others on others.oid = confrelid
  where contype = 'f' and tables.relnamespace = current_schema()::regnamespace`

/** All tables with rows of their own, each behind those that it refers to. */
export async function listWholeTables(db: AnyDb): Promise<WholeTable[]> {
  const { rows: columns } = await (isPostgres(db) ? columnsOnPostgres : columnsOnSqlite).execute(db)
  const { rows: references } = await (isPostgres(db) ? referencesOnPostgres : referencesOnSqlite).execute(db)
  const byName = Map.groupBy(columns, ({ name }) => name)
  const tables = [...byName].map(([name, of]) => ({
    name,
    columns: of.map(({ column }) => column),
    key: of
      .filter(({ place }) => place > 0)
      .toSorted((a, b) => a.place - b.place)
      .map(({ column }) => column),
    isCounted: of.some(({ counted }) => counted === 1),
  }))
  return inOrder(tables, references)
}

function inOrder(tables: readonly WholeTable[], references: readonly { name: string; other: string }[]) {
  const done = new Set<string>()
  const ordered: WholeTable[] = []
  function place(table: WholeTable) {
    if (done.has(table.name)) return
    done.add(table.name)
    for (const { name, other } of references)
      if (name === table.name) for (const one of tables) if (one.name === other) place(one)
    ordered.push(table)
  }
  for (const table of tables) place(table)
  return ordered
}

/** The last `number` that a counted table gave out, also for a row that is gone; 0: none yet. */
export async function lastCounted(db: AnyDb, table: string): Promise<number> {
  if (isPostgres(db)) {
    const named = sql<{ sequence: string }>`select pg_get_serial_sequence(${table}, 'number') as sequence`
    const [{ sequence = '' } = {}] = (await named.execute(db)).rows
    const { rows } = await sql<{ last: number }>`
      select case when is_called then last_value else last_value - 1 end as last from ${sql.raw(sequence)}`.execute(db)
    return rows[0]?.last ?? 0
  }
  const { rows } = await sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${table}`.execute(
    db,
  )
  return rows[0]?.last ?? 0
}

/** How many other programs are connected to the database. SQLite's file is locked by its folder instead. */
export async function otherConnections(db: AnyDb) {
  if (!isPostgres(db)) return 0
  const { rows } = await sql<{ others: number }>`select count(*) as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(db)
  return rows[0]?.others ?? 0
}
