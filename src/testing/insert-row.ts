import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'

/** Writes a row into a table of any version of the shop. */
export async function insertRow(db: Db, table: string, row: Record<string, unknown>) {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
}
