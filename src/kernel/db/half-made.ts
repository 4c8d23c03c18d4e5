import { sql, type Transaction } from 'kysely'

// Before migrations were one transaction on SQLite, an interrupted first start left some of its tables behind, and every later
// start failed on them.

/** Did a migration fail because what it would make is there already, or what it would change is gone? */
export const isLeftOver = (error: unknown): error is Error =>
  error instanceof Error &&
  'errcode' in error &&
  /already exists|duplicate column name|no such (index|trigger)/.test(error.message)

/** What a database holds that nobody has used yet: notes of the migrations, and rows they make. */
const madeByMigrations = ['kysely_migration', 'kysely_migration_lock', 'catalogue_version']
const SEARCH = 'product_names'

/** Empties a database that a broken-off first start has left. Does nothing, and says so, when it holds anything of a shop's. */
export async function dropHalfMade<DB>(tx: Transaction<DB>) {
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema
    where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like ${`${SEARCH}\\_%`} escape '\\'`.execute(
    tx,
  )
  const tables = rows.map(({ name }) => name)
  for (const name of tables) {
    if (madeByMigrations.includes(name) || name === SEARCH) continue
    const found = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)
    if (found.rows.length > 0) return false
  }
  for (const name of tables) await sql`drop table ${sql.table(name)}`.execute(tx)
  return true
}
