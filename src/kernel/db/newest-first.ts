import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'

/** What every list of the shop is ordered by. */
interface Dated {
  created_at: number
  id: string
}

/**
 * Reads a table newest first, `size` rows at a time, and lets others work between the parts. `read` selects the rows for which
 * `isNext` is true, by created_at and id, both falling, at most `size` of them. Rows that are added meanwhile are left out.
 */
export async function* newestFirst<Row extends Dated>(
  size: number,
  read: (isNext: RawBuilder<boolean>) => Promise<readonly Row[]>,
) {
  let last: Dated | undefined
  for (;;) {
    // As a pair: both engines then begin in the index where the last part ended. With "a < ? or (a = ? and b < ?)" they read
    // it from its beginning, each time.
    const isNext = last ? sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id})` : sql<boolean>`1 = 1`
    const rows = await read(isNext)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = rows.at(-1)
    await setImmediate()
  }
}
