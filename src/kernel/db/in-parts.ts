import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

/** Rows that a clean-up takes at once, so that nobody waits for it. */
export const PART = 200

/** Does `part` again and again until it has found less than a whole part; between them everybody else has a turn. */
export async function inParts(part: (size: number) => Promise<number>, size = PART) {
  while ((await part(size)) >= size) await setImmediate()
}

/** Deletes the rows of a table that are old, a part at a time. `key`: the columns of its primary key. */
export const deleteInParts = (db: Db, table: keyof Tables, key: readonly string[], isOld: RawBuilder<boolean>) =>
  inParts(async (size) => {
    const columns = sql.join(key.map((name) => sql.ref(name)))
    const old = sql`select ${columns} from ${sql.table(table)} where ${isOld} limit ${size}`
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${columns}) in (${old})`.execute(db)
    return Number(numAffectedRows)
  })
