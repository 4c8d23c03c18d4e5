import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'

interface Dated {
  created_at: number
  id: string
}

/**
 * Reads a table newest first, in parts; others work in between. `read` selects at most `size` rows where `isNext`, by created_at and id,
 * falling.
 */
export async function* newestFirst<Row extends Dated>(
  size: number,
  read: (isNext: RawBuilder<boolean>) => Promise<readonly Row[]>,
) {
  let last: Dated | undefined
  for (;;) {
    // Both engines find a pair in the index; "a < ? or (a = ? and b < ?)" makes them read it from the beginning.
    const isNext = last ? sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id})` : sql<boolean>`1 = 1`
    const rows = await read(isNext)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = rows.at(-1)
    await setImmediate()
  }
}
