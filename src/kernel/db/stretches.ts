import { setImmediate } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres, rowCount } from './engine.ts'

/** Part of a table in its order, newest first. */
export interface Stretch {
  /** For a row of the table: does it belong to it? */
  isIn: RawBuilder<boolean>
  /** It is one of several. */
  isPart?: true
}

/** When rows were made, in milliseconds: from then on, and before then. */
export interface Span {
  from?: number | undefined
  before?: number | undefined
}

/** Rows that a search looks at in one statement: 10 to 30 ms. */
const ROWS = 10_000

export const wholeTable: Stretch = { isIn: sql<boolean>`1 = 1` }

/** The rows of a table that were made in this span of time. */
export function spanOf(table: string, { from, before }: Span): Stretch {
  const at = sql.ref(`${table}.created_at`)
  const bounds = [wholeTable.isIn]
  if (from !== undefined) bounds.push(sql<boolean>`${at} >= ${from}`)
  if (before !== undefined) bounds.push(sql<boolean>`${at} < ${before}`)
  return { isIn: sql<boolean>`(${sql.join(bounds, sql` and `)})` }
}

/**
 * A table for a search that may find most of it, newest first. On SQLite, which keeps everybody else waiting meanwhile, in stretches
 * of 10,000 rows, others having a turn between them; PostgreSQL searches all of it at once. The table has an index that
 * begins with `created_at`, falling. Rows of the same millisecond are in one stretch.
 */
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
