import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Session } from '#kernel/guard/session.ts'
import type { Language } from '#shared/languages.ts'
import { MINUTE_MS } from '#shared/time.ts'

/** Unused for so long, a workshop on a phone that several people share is shut (docs/promises.md 6). */
export const SHARED_IDLE_MS = 15 * MINUTE_MS

/** Undefined: the person or the phone was taken out, or the phone waits after a restore. */
export async function readWorkshop(
  db: Db,
  { account_id, device_id }: { account_id: string; device_id: string | null },
): Promise<{ language: Language; workshop: NonNullable<Session['workshop']> } | undefined> {
  const row = await db
    .selectFrom('producer_people as person')
    .innerJoin('producers as producer', 'producer.id', 'person.producer_id')
    .leftJoin('workshop_devices as device', (join) => join.on('device.id', '=', sql.val(device_id)))
    .select(['person.name', 'person.language', 'person.helper', 'person.created_at'])
    .select(['producer.id as producer_id', 'producer.name as producer_name', 'producer.suspended_at'])
    .select(['device.shared', 'device.paused'])
    .where('person.id', '=', account_id)
    .executeTakeFirst()
  if (!row || (device_id !== null && row.paused !== 0)) return undefined
  const workshop = {
    ...{ name: row.name, isHelper: row.helper === 1, since: new Date(row.created_at) },
    producer: { id: row.producer_id, name: row.producer_name, isSuspended: row.suspended_at !== null },
    device: device_id === null ? null : { id: device_id, isShared: row.shared === 1 },
  }
  return { language: row.language, workshop }
}
