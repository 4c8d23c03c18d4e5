import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'
import { lockFreeRows } from './engine.ts'
import type { Tables } from './tables.ts'

type Told = { [Table in keyof Tables]: Tables[Table] extends { shop_told: unknown } ? Table : never }[keyof Tables]

/** Takes the rows about which the seller has got no mail yet, marks them as told, and skips those that another process takes. */
export async function takeUntold<From extends keyof Tables, Row extends { id: string }>(
  tx: Tx,
  table: Told,
  untold: SelectQueryBuilder<Tables, From, Row>,
) {
  const rows = await lockFreeRows(tx, untold).execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await sql`update ${sql.table(table)} set shop_told = 1 where id in (${sql.join(ids)})`.execute(tx)
  return rows
}
