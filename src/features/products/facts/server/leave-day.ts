import type { Config } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { indianDay } from '#shared/day.ts'

/** What is on sale when facts are required for the first time stays for so many days. */
const STAYS_DAYS = 30

/** The Indian day on which what lacks facts leaves the shop; undefined where no facts are required. */
export async function leaveDay(db: Db) {
  const note = await db
    .selectFrom('shop_notes')
    .select('value')
    .where('key', '=', 'facts-required-at')
    .executeTakeFirst()
  return note && indianDay(new Date(note.value), STAYS_DAYS)
}

/** The same, while it is still to come. */
export async function findLeaveDay(db: Db, { factsRequired }: Pick<Config, 'factsRequired'>, now: Date) {
  const day = factsRequired ? await leaveDay(db) : undefined
  return day !== undefined && indianDay(now) < day ? day : undefined
}
