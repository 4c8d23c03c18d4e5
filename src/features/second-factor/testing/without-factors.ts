import type { Db } from '#kernel/db/database.ts'

const tables = [
  ...(['authenticators', 'passkeys', 'recovery_codes', 'code_tries', 'begun_logins', 'known_devices'] as const),
  'outbox' as const,
]

/** As before anybody set one up, and without the mails of it. */
export async function withoutFactors(db: Db) {
  for (const table of tables) await db.deleteFrom(table).execute()
  await db.updateTable('sellers').set({ factor_since: null }).execute()
}
