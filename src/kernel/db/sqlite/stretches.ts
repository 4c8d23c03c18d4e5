import { setImmediate } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres, rowCount } from '../engine.ts'

export interface Stretch {
  isIn: RawBuilder<boolean>
  isPart?: true
}

export interface Span {
  from?: number | undefined
  before?: number | undefined
}

/** A search looks at so many rows in 10 to 30 ms. */
const ROWS = 10_000

export const wholeTable: Stretch = { isIn: sql<boolean>`1 = 1` }

export function spanOf(table: string, { from, before }: Span): Stretch {
  const at = sql.ref(`${table}.created_at`)
  const bounds = [wholeTable.isIn]
  if (from !== undefined) bounds.push(sql<boolean>`${at} >= ${from}`)
  if (before !== undefined) bounds.push(sql<boolean>`${at} < ${before}`)
  return { isIn: sql<boolean>`(${sql.join(bounds, sql` and `)})` }
}

/** Parts of a table, newest first; on SQLite others get a turn after each. The table has an index on `created_at`, falling. */
export async function* searchStretches<DB>(
  db: Kysely<DB>,
  table: string,
  size = ROWS,
  span: Span = {},
): AsyncGenerator<Stretch> {
  if (isPostgres(db)) {
    yield spanOf(table, span)
    return
  }
  const rows = sql.table(table)
  for (let { before } = span; ; ) {
    const left = spanOf(table, { ...span, before })
    const last = await sql<{ created_at: number }>`select created_at from ${rows} where ${left.isIn}
      order by created_at desc limit 1 offset ${rowCount(size - 1)}`.execute(db)
    const from = last.rows[0]?.created_at
    yield { ...(from === undefined ? left : spanOf(table, { from, before })), isPart: true }
    if (from === undefined) return
    before = from
    await setImmediate()
  }
}
