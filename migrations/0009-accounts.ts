import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>) {
  // When a link in a mail to this address was opened; null: nobody knows yet whose address it is.
  await db.schema.alterTable('users').addColumn('email_confirmed_at', 'bigint').execute()
}
