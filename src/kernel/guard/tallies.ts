import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { MINUTE_MS } from '#shared/time.ts'
import type { Db } from '../db/database.ts'

/** Tries since a window began; at its end the count starts again. */
export interface Tally {
  tries: number
  endsAt: number
}

export interface Tallies {
  /** Counts one more in a single step, so that parallel tries do not slip through. */
  add: (key: string, at: number, windowMs: number) => Promise<Tally>
  takeBack: (key: string) => Promise<void>
  forget: (key: string) => Promise<void>
  tidy: (at: number) => Promise<void>
}

export function memoryTallies(): Tallies {
  const tallies = new Map<string, Tally>()
  let tidiedAt = 0
  async function tidy(at: number) {
    tidiedAt = at
    for (const [key, { endsAt }] of tallies) if (endsAt <= at) tallies.delete(key)
  }
  return {
    async add(key, at, windowMs) {
      if (at - tidiedAt > MINUTE_MS) await tidy(at)
      const known = tallies.get(key)
      const tally =
        known && known.endsAt > at ? { ...known, tries: known.tries + 1 } : { tries: 1, endsAt: at + windowMs }
      tallies.set(key, tally)
      return tally
    },
    async takeBack(key) {
      const known = tallies.get(key)
      if (known && known.tries > 0) tallies.set(key, { ...known, tries: known.tries - 1 })
    },
    async forget(key) {
      tallies.delete(key)
    },
    tidy,
  }
}

/** For several processes. Keys name people and their addresses, so only hashes are stored. */
export function databaseTallies(db: Db): Tallies {
  const hash = (key: string) => createHash('sha256').update(key).digest('base64url')
  return {
    async add(key, at, windowMs) {
      const isOver = sql<boolean>`rate_tallies.ends_at <= ${at}`
      const row = await db
        .insertInto('rate_tallies')
        .values({ key: hash(key), tries: 1, ends_at: at + windowMs })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            tries: sql`case when ${isOver} then 1 else rate_tallies.tries + 1 end`,
            ends_at: sql`case when ${isOver} then excluded.ends_at else rate_tallies.ends_at end`,
          }),
        )
        .returning(['tries', 'ends_at'])
        .executeTakeFirstOrThrow()
      return { tries: row.tries, endsAt: row.ends_at }
    },
    async takeBack(key) {
      await db
        .updateTable('rate_tallies')
        .set((row) => ({ tries: row('tries', '-', 1) }))
        .where('key', '=', hash(key))
        .where('tries', '>', 0)
        .execute()
    },
    async forget(key) {
      await db.deleteFrom('rate_tallies').where('key', '=', hash(key)).execute()
    },
    async tidy(at) {
      await db.deleteFrom('rate_tallies').where('ends_at', '<=', at).execute()
    },
  }
}
