import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/** Programs follow the journal: orders of before there was one, to which nothing happened since, come into it once. */
export async function up(db: Kysely<unknown>) {
  await sql`insert into order_events (order_id, at, actor, kind, details)
    select id, created_at, 'shop', 'LOOK_AGAIN', '{"reader":"programs"}' from orders
      where not exists (select 1 from order_events where order_events.order_id = orders.id) order by number`.execute(db)
}
