import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/** Acts by which money leaves wait for a second person from the shop's amount on; those that did not need one are noted for a day. */
export async function up(db: Kysely<unknown>) {
  await sql`create table second_yeses (
    id text primary key not null,
    kind text not null,
    subject text not null,
    asked text not null,
    summary text not null,
    facts text not null,
    amount_paise bigint not null,
    key text,
    asked_by text not null,
    asked_name text not null,
    asked_email text not null,
    asked_at bigint not null,
    until_at bigint not null,
    state text not null,
    decided_by text,
    decided_name text,
    decided_at bigint,
    reason text)`.execute(db)
  await sql`create index second_yeses_waiting on second_yeses (until_at) where state = 'waiting'`.execute(db)
  await sql`create index second_yeses_of_person on second_yeses (asked_by, asked_at)`.execute(db)
  await sql`create index second_yeses_decided on second_yeses (decided_at)`.execute(db)
}
