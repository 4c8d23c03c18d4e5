import { type Kysely, sql } from 'kysely'

export const besideOldVersion = false
export const whyNot = 'it would let in by the password alone who has a second factor'

/** The shop's people may have a second factor: an authenticator app, and ten codes for when it is lost. */
export async function up(db: Kysely<unknown>) {
  for (const statement of [
    'alter table sellers add column factor_since bigint',
    `create table authenticators (person_id text primary key not null, secret text not null, confirmed_at bigint, last_step bigint not null)`,
    `create table recovery_codes (code_hash text primary key not null, person_id text not null)`,
    `create table code_tries (person_id text primary key not null, wrong bigint not null, ends_at bigint not null)`,
    `create table begun_logins (token_hash text primary key not null, person_id text not null, password_hash text not null,
      expires_at bigint not null)`,
    `create table known_devices (token_hash text not null, person_id text not null, seen_at bigint not null,
      constraint known_devices_one primary key (token_hash, person_id))`,
    'create index recovery_codes_of on recovery_codes (person_id)',
  ])
    await sql.raw(statement).execute(db)
}
