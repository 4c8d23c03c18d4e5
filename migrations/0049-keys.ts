import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/** Keys of programs: each does what its rights allow. */
export async function up(db: Kysely<unknown>) {
  await sql`create table api_keys (id text primary key not null, name text not null, rights text not null,
    key_hash text not null constraint api_keys_one unique, made_at bigint not null, made_by text not null,
    ends_at bigint, last_used_at bigint, paused integer not null default 0)`.execute(db)
}
