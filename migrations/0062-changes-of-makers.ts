import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/** What makers want changed waits for the office, with the photos that they sent. */
export async function up(db: Kysely<unknown>) {
  for (const statement of [
    `create table maker_changes (id text primary key not null, kind text not null, subject text not null, producer_id text not null,
      version bigint, wanted text not null, before text, state text not null, edition integer not null default 1,
      asked_by text not null, asked_by_name text not null, asked_at bigint not null,
      decided_by_name text, decided_at bigint, message text not null default '')`,
    `create unique index maker_changes_open on maker_changes (subject) where state in ('waiting', 'sent back')`,
    'create index maker_changes_waiting on maker_changes (state, asked_at)',
    'create index maker_changes_of on maker_changes (producer_id)',
    `create table workshop_pictures (key text primary key not null, producer_id text not null, picture text not null,
      created_at bigint not null, change_id text)`,
    'create index workshop_pictures_of on workshop_pictures (producer_id)',
    'create index workshop_pictures_change on workshop_pictures (change_id)',
    'create index workshop_pictures_age on workshop_pictures (created_at) where change_id is null',
  ])
    await sql.raw(statement).execute(db)
}
