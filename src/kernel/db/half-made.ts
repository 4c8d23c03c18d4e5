import { sql, type Transaction } from 'kysely'

// Before migrations were one transaction on SQLite, a start that was broken off left tables behind, on which every later start failed.

export const isLeftOver = (error: unknown): error is Error =>
  error instanceof Error &&
  'errcode' in error &&
  /already exists|duplicate column name|no such (index|trigger)/.test(error.message)

const notes = ['kysely_migration', 'kysely_migration_lock']

/** Empties a database left by a first start that was broken off. Gives false, and does nothing, if a table outside `filled` has a row. */
export async function dropHalfMade<DB>(tx: Transaction<DB>, filled: readonly string[]) {
  const { rows } = await sql<{ name: string; type: string }>`select name, type from pragma_table_list
    where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite\\_%' escape '\\'`.execute(tx)
  const tables = rows.map(({ name }) => name)
  for (const { name, type } of rows) {
    if (type === 'virtual' || notes.includes(name) || filled.includes(name)) continue
    const found = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)
    if (found.rows.length > 0) return false
  }
  for (const name of tables) await sql`drop table ${sql.table(name)}`.execute(tx)
  return true
}
