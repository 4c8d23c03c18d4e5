import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { isPostgres } from './engine.ts'
import type { Tables } from './tables.ts'

/** Lets `work` delete from a table whose triggers refuse it. Nobody else sees it without triggers: they return in the same transaction. */
export async function whileUnfixed(tx: Tx, table: keyof Tables & string, work: () => Promise<void>) {
  if (isPostgres(tx)) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await work()
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
    return
  }
  const { rows: triggers } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
    where type = 'trigger' and tbl_name = ${table} order by name`.execute(tx)
  for (const { name } of triggers) await sql`drop trigger ${sql.id(name)}`.execute(tx)
  await work()
  for (const trigger of triggers) await sql.raw(trigger.sql).execute(tx)
}
