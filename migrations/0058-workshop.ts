import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/** Producers have people of their own, who come in by an invitation and open the workshop on a phone with a PIN. */
export async function up(db: Kysely<unknown>) {
  for (const statement of [
    `create table producer_people (id text primary key not null, producer_id text not null, name text not null,
      email text constraint producer_people_email unique, password_hash text, language text not null,
      helper integer not null default 0, created_at bigint not null)`,
    'create index producer_people_of on producer_people (producer_id)',
    `create table producer_invitations (id text primary key not null, producer_id text not null, person_id text, name text not null,
      email text, phone text, language text not null, helper integer not null, token_hash text not null constraint producer_invitations_token unique,
      invited_by text not null, invited_by_name text not null, expires_at bigint not null, wrong integer not null default 0)`,
    'create index producer_invitations_of on producer_invitations (producer_id)',
    `create table workshop_devices (id text primary key not null, token_hash text not null constraint workshop_devices_token unique,
      name text not null, created_at bigint not null, seen_at bigint not null, shared integer not null default 0,
      paused integer not null default 0)`,
    `create table workshop_bindings (device_id text not null, person_id text not null, pin_hash text not null,
      wrong integer not null default 0, bound_at bigint not null, used_at bigint not null,
      constraint workshop_bindings_one primary key (device_id, person_id))`,
    'create index workshop_bindings_of on workshop_bindings (person_id)',
    'alter table sessions add column device_id text',
    'create index sessions_device on sessions (device_id) where device_id is not null',
  ])
    await sql.raw(statement).execute(db)
}
