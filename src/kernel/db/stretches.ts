import { setImmediate } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres } from './engine.ts'

/** Part of a table in its order, newest first. */
export interface Stretch {
  /** For a row of the table: does it belong to it? */
  isIn: RawBuilder<boolean>
  /** The lowest and highest `number` in it; undefined: it is the whole table. */
  numbers?: readonly [number, number]
}

/** Rows that a search looks at in one statement: 10 to 20 ms. */
const ROWS = 10_000

export const wholeTable: Stretch = { isIn: sql<boolean>`1 = 1` }

/**
 * A table for a search that may find most of it, newest first. On SQLite, which keeps everybody else waiting meanwhile, in
 * stretches of 10,000 rows, others having a turn between them; PostgreSQL searches all of it at once. The table has `number`,
 * `created_at` and `id`, and an index by the last two, both falling.
 */
export async function* searchStretches<DB>(db: Kysely<DB>, table: string, size = ROWS): AsyncGenerator<Stretch> {
  if (isPostgres(db)) {
    yield wholeTable
    return
  }
  const key = sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)})`
  let isNext = wholeTable.isIn
  for (;;) {
    const part = sql`select number, created_at, id from ${sql.table(table)} where ${isNext}
      order by created_at desc, id desc limit ${size}`
    const { rows } = await sql<{ created_at: number; id: string; first: number; last: number; found: number }>`
      with part as materialized (${part})
      select created_at, id, (select min(number) from part) as first, (select max(number) from part) as last,
        (select count(*) from part) as found
      from part order by created_at, id limit 1`.execute(db)
    const [end] = rows
    if (!end) return
    yield {
      isIn: sql<boolean>`(${isNext} and ${key} >= (${end.created_at}, ${end.id}))`,
      numbers: [end.first, end.last],
    }
    if (end.found < size) return
    isNext = sql<boolean>`${key} < (${end.created_at}, ${end.id})`
    await setImmediate()
  }
}
