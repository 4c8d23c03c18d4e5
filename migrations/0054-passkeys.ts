import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/** Passkeys of the shop's people, and the questions that they sign. */
export async function up(db: Kysely<unknown>) {
  for (const statement of [
    `create table passkeys (id text primary key not null, person_id text not null, credential_id text not null constraint passkeys_one unique,
      public_key text not null, uses bigint not null, transports text not null, name text not null, added_at bigint not null, used_at bigint)`,
    'create index passkeys_of on passkeys (person_id)',
    `create table passkey_questions (question_hash text primary key not null, person_id text, expires_at bigint not null)`,
  ])
    await sql.raw(statement).execute(db)
}
