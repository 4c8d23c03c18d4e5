import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen/engine.ts'

export const besideOldVersion = false
export const whyNot = 'it would write what happened to orders as sentences'

/** What happened to an order is a kind and its values; what was told as a sentence before is shown as it is. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table order_events add column kind text not null default 'TOLD'`.execute(db)
  await sql`alter table order_events add column details text`.execute(db)
  await (isPostgres(db)
    ? sql`update order_events set details = json_build_object('text', text)::text`
    : sql`update order_events set details = json_object('text', text)`
  ).execute(db)
  await sql`alter table order_events drop column text`.execute(db)
}
