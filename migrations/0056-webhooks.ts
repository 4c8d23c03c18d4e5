import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/** Programs are told of what happens: addresses, what was sent to each, and how far the journals have been read for them. */
export async function up(db: Kysely<unknown>) {
  await sql`create table webhooks (id text primary key not null, url text not null, kinds text not null, secret text not null,
    made_at bigint not null, made_by text not null, given_up integer not null default 0, paused_by text)`.execute(db)
  await sql`create table webhook_deliveries (id text primary key not null,
    webhook_id text not null references webhooks (id) on delete cascade, kind text not null, subject text not null,
    at bigint not null, tries integer not null default 0, due_at bigint, answer integer, problem text,
    tried_at bigint, arrived_at bigint)`.execute(db)
  await sql`create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at)`.execute(db)
  await sql`create index webhook_deliveries_by_time on webhook_deliveries (at)`.execute(db)
  await sql`create table webhook_cursors (journal text primary key not null, place bigint not null)`.execute(db)
  await sql`insert into webhook_cursors (journal, place) select 'products', place from last_product_place`.execute(db)
  await sql`insert into webhook_cursors (journal, place)
    select 'payouts', coalesce(max(number), 0) from ledger_entries`.execute(db)
  await sql`insert into journal_cursors (reader, place)
    select 'webhooks', place from journal_cursors where reader = ''`.execute(db)
}
