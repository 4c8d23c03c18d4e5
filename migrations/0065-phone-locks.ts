import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/** A bound phone opens the workshop with its own lock, in place of a PIN or beside it. */
export async function up(db: Kysely<unknown>) {
  for (const column of ['credential_id text', 'public_key text', 'uses bigint not null default 0'])
    await sql.raw(`alter table workshop_bindings add column ${column}`).execute(db)
}
