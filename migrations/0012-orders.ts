import { type Kysely, sql } from 'kysely'
import { createTextIndex } from './frozen/text-index.ts'

export const besideOldVersion = false
export const whyNot = 'it would give an order that is paid no time of payment'

export async function up(db: Kysely<unknown>) {
  const { schema } = db

  // When the money came, and whether the goods of a returned order were written off instead of put back into stock.
  await schema.alterTable('orders').addColumn('paid_at', 'bigint').execute()
  await schema
    .alterTable('orders')
    .addColumn('written_off', 'integer', (column) => column.notNull().defaultTo(0).check(sql`written_off in (0, 1)`))
    .execute()
  // Whose goods they are, as the product was linked when it was ordered; older lines do not know.
  await schema.alterTable('order_lines').addColumn('producer_id', 'text').execute()
  await schema.alterTable('order_lines').addColumn('producer_name', 'text').execute()
  // The status that the event led to; null where it changed none.
  await schema.alterTable('order_events').addColumn('status', 'text').execute()

  await schema
    .alterTable('refunds')
    .addColumn('method', 'text', (column) =>
      column.notNull().defaultTo('card').check(sql`method in ('card', 'upi', 'bank')`),
    )
    .execute()
  // What the transfer by UPI or bank is called; null for cards.
  await schema.alterTable('refunds').addColumn('reference', 'text').execute()
  // order: pieces of the order, or all of it; payment: money that did not fit the order and never paid for it.
  await schema
    .alterTable('refunds')
    .addColumn('purpose', 'text', (column) =>
      column.notNull().defaultTo('order').check(sql`purpose in ('order', 'payment')`),
    )
    .execute()
  await schema
    .alterTable('refunds')
    .addColumn('currency', 'text', (column) => column.notNull().defaultTo('inr'))
    .execute()
  await schema.alterTable('refunds').addColumn('done_at', 'bigint').execute()

  await sql`update order_events set status = case when text like 'Cancelled%' then 'Cancelled'
      when actor = 'payment' and text like '% paid' then 'Order Placed' else text end
    where text in ('Confirmed', 'Packed', 'Shipped', 'Delivered') or text like 'Cancelled%'
      or (actor = 'payment' and text like '% paid')`.execute(db)
  await sql`update orders set paid_at = coalesce((select min(order_events.at) from order_events
      where order_events.order_id = orders.id and (order_events.text = 'Cash received'
        or order_events.text like '% paid' or order_events.text like '% paid after the order was cancelled')), created_at)
    where is_paid = 1`.execute(db)
  await sql`update refunds set done_at = coalesce((select min(order_events.at) from order_events
      where order_events.order_id = refunds.order_id and order_events.at >= refunds.created_at
        and order_events.actor = 'payment' and order_events.text like '% paid back'), created_at)
    where state = 'done'`.execute(db)

  // The seller's list finds its page and its counts here alone, whatever is filtered by.
  await schema.dropIndex('orders_newest').execute()
  await schema
    .createIndex('orders_newest')
    .on('orders')
    .columns(['created_at desc', 'id desc', 'payment_type', 'status', 'is_paid'])
    .execute()
  await schema.createIndex('orders_counted').on('orders').columns(['payment_type', 'status', 'is_paid']).execute()
  await createTextIndex(db, { table: 'orders', column: 'search_text', name: 'order_texts' })
  // Money on the day it came, and on the day it went back.
  await schema
    .createIndex('orders_paid')
    .on('orders')
    .columns(['paid_at', 'amount_paise'])
    .where(sql.ref('paid_at'), 'is not', null)
    .execute()
  await sql`create index refunds_done on refunds (done_at, amount_paise)
    where state = 'done' and purpose = 'order'`.execute(db)
  // Cash that an account still owes goods for: an order counts them.
  await sql`create index orders_open_cod on orders (user_id)
    where payment_type = 'COD' and status in ('Order Placed', 'Confirmed', 'Packed')`.execute(db)
}
