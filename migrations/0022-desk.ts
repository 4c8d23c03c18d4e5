import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/** What the desk looks through: more words of each order, which producers' goods are in it, and which cash is to come. */
export async function up(db: Kysely<unknown>) {
  const { schema } = db
  // 1: its text for searches is not made yet, or lacks words; a job makes it (src/features/orders/server/order-texts.ts).
  await schema
    .alterTable('orders')
    .addColumn('text_due', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await sql`create index orders_text_due on orders (number) where text_due = 1`.execute(db)
  await sql`create index order_lines_of_producer on order_lines (producer_id, order_id)
    where producer_id is not null`.execute(db)
  // Among many delivered orders the few whose cash is still to come, newest first.
  await sql`create index orders_cash_due on orders (created_at desc, id desc)
    where status = 'Delivered' and payment_type = 'COD' and is_paid = 0 and problem = 0`.execute(db)
}
