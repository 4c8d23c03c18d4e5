import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/**
 * Mails are written when they are sent: the outbox keeps their kind and what they say. A process of the version before may run beside
 * this one, and could only send such a mail empty; it looks at `due_at`, which is never for them, and this version at `try_at`.
 */
export async function up(db: Kysely<unknown>) {
  for (const name of ['kind', 'data'] as const) await db.schema.alterTable('outbox').addColumn(name, 'text').execute()
  await db.schema.alterTable('outbox').addColumn('try_at', 'bigint').execute()
  await sql`create index outbox_to_try on outbox (priority, try_at)
    where try_at is not null and sent_at is null and given_up_at is null and held = 0`.execute(db)
}
