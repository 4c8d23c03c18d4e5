import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database.ts'
import { rowCount } from '../engine.ts'
import type { Tables } from '../tables.ts'

export const PART = 200

/** Repeats `part` until it handles less than a whole part; other requests run in between. */
export async function inParts(part: (size: number) => Promise<number>, size = PART) {
  while ((await part(size)) >= size) await setImmediate()
}

export const deleteInParts = (db: Db, table: keyof Tables, key: readonly string[], isOld: RawBuilder<boolean>) =>
  inParts(async (size) => {
    const columns = sql.join(key.map((name) => sql.ref(name)))
    const old = sql`select ${columns} from ${sql.table(table)} where ${isOld} limit ${rowCount(size)}`
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${columns}) in (${old})`.execute(db)
    return Number(numAffectedRows)
  })
