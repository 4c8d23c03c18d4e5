import { type Kysely, sql } from 'kysely'
import { autoNumber } from './frozen/engine.ts'

export const besideOldVersion = false
export const whyNot = 'it does not know orders that wait for their payment'

export async function up(db: Kysely<unknown>) {
  const { schema } = db

  await schema
    .alterTable('order_lines')
    .addColumn('refunded', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // A shopper has at most one order that awaits payment: a new one replaces it.
  await schema
    .createIndex('orders_awaiting_payment')
    .on('orders')
    .column('user_id')
    .unique()
    .where(sql.ref('status'), '=', 'Awaiting payment')
    .execute()

  const [eventNumberType, asEventNumber] = autoNumber(db)
  await schema
    .createTable('order_events')
    .addColumn('number', eventNumberType, asEventNumber)
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('seller_email', 'text')
    .addColumn('text', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('order_events_of_order').on('order_events').columns(['order_id', 'number']).execute()

  await schema
    .createTable('payments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().unique().references('orders.id').onDelete('cascade'))
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.unique())
    .addColumn('url', 'text')
    .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('open', 'paid', 'closed')`))
    .addColumn('reference', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('hold_until', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('payments_open')
    .on('payments')
    .column('due_at')
    .where(sql.ref('state'), '=', 'open')
    .execute()

  await schema
    .createTable('payment_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('payment_events_age').on('payment_events').column('received_at').execute()

  await schema
    .createTable('refunds')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('amount_paise', 'bigint', (column) => column.notNull().check(sql`amount_paise > 0`))
    .addColumn('quantities', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('queued', 'done', 'failed')`))
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('provider_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('refunds_of_order').on('refunds').column('order_id').execute()
  await schema
    .createIndex('refunds_queued')
    .on('refunds')
    .column('due_at')
    .where(sql.ref('state'), '=', 'queued')
    .execute()

  // What stands in for a payment service where none is configured.
  await schema
    .createTable('test_checkouts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('amount_paise', 'bigint', (column) => column.notNull())
    .addColumn('refunds', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('open', 'paid', 'expired')`))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('success_url', 'text', (column) => column.notNull())
    .addColumn('cancel_url', 'text', (column) => column.notNull())
    .execute()

  // Written after the orders, in their order and by one at a time, so that no number is left out.
  await schema
    .createTable('invoices')
    .addColumn('number', 'bigint', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().unique().references('orders.id').onDelete('cascade'))
    .addColumn('issued_at', 'bigint', (column) => column.notNull())
    .execute()
  // Which sales still need a number is asked often; it must not cost more with every order that has one.
  await schema
    .alterTable('orders')
    .addColumn('invoiced', 'integer', (column) => column.notNull().defaultTo(0).check(sql`invoiced in (0, 1)`))
    .execute()
  await sql`create index orders_without_invoice on orders (created_at, number)
    where invoiced = 0 and (is_paid = 1 or status not in ('Awaiting payment', 'Cancelled'))`.execute(db)
}
