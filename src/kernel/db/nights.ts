import type { Deps } from '#kernel/deps.ts'
import { indianDay, startOfIndianDay } from '#shared/day.ts'
import { HOUR_MS } from '#shared/time.ts'

const LONGEST_MS = 2 * HOUR_MS

/** True for one process a night, `atMs` after midnight in India; for another after two hours, if the first did not finish. `lastAt` in ms. */
export async function takeNight(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  key: 'ledger-check-at' | 'gateway-check-at',
  atMs: number,
  lastAt: number | undefined,
) {
  const at = now()
  const night = startOfIndianDay(indianDay(new Date(at.getTime() - atMs))) + atMs
  if ((lastAt ?? 0) >= night) return false
  const since = Math.max(night, at.getTime() - LONGEST_MS)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('shop_notes')
    .values({ key, value: at.toISOString() })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: (row) => row.ref('excluded.value') })
        .where('shop_notes.value', '<', new Date(since).toISOString()),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) > 0
}
