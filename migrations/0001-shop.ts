import { type Kysely, sql } from 'kysely'
import { autoNumber, startNumbersAt } from './frozen/engine.ts'
import { createNameIndex } from './frozen/name-search.ts'

export const besideOldVersion = true

/** Times are milliseconds since 1970, yes/no is 1/0, money is paise, lists are JSON text: the same in both engines. */
export async function up(db: Kysely<unknown>) {
  const { schema } = db

  await schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()

  await schema
    .createTable('sellers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()

  await schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('user', 'seller')`))
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('sessions_account').on('sessions').column('account_id').execute()
  await schema.createIndex('sessions_last_seen').on('sessions').column('last_seen_at').execute()

  const [numberType, asNumber] = autoNumber(db)
  await schema
    .createTable('products')
    .addColumn('number', numberType, asNumber)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_folded', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('price_paise', 'bigint', (column) => column.notNull())
    .addColumn('offer_price_paise', 'bigint', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('images', 'text', (column) => column.notNull())
    .addColumn('weight', 'text')
    .addColumn('in_stock', 'integer', (column) => column.notNull().check(sql`in_stock in (0, 1)`))
    .addColumn('stock', 'integer', (column) => column.check(sql`stock >= 0`))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('products_prices', sql`offer_price_paise > 0 and offer_price_paise <= price_paise`)
    .execute()
  await schema.createIndex('products_newest').on('products').columns(['created_at desc', 'id desc']).execute()
  await schema
    .createIndex('products_in_stock')
    .on('products')
    .columns(['in_stock', 'created_at desc', 'id desc'])
    .execute()
  await schema
    .createIndex('products_of_category')
    .on('products')
    .columns(['category', 'in_stock desc', 'created_at desc', 'id desc'])
    .execute()
  await createNameIndex(db)

  await schema
    .createTable('carts')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('items', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()

  await schema
    .createTable('addresses')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('street', 'text', (column) => column.notNull())
    .addColumn('city', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('zipcode', 'text', (column) => column.notNull())
    .addColumn('country', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('is_default', 'integer', (column) => column.notNull().check(sql`is_default in (0, 1)`))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('addresses_of_user').on('addresses').columns(['user_id', 'created_at desc']).execute()

  const [orderNumberType, asOrderNumber] = autoNumber(db)
  await schema
    .createTable('orders')
    .addColumn('number', orderNumberType, asOrderNumber)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    // Kept when the account is deleted, so no foreign key.
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('subtotal_paise', 'bigint', (column) => column.notNull())
    .addColumn('tax_paise', 'bigint', (column) => column.notNull())
    .addColumn('amount_paise', 'bigint', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('payment_type', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('is_paid', 'integer', (column) => column.notNull().check(sql`is_paid in (0, 1)`))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('orders_amount', sql`amount_paise = subtotal_paise + tax_paise`)
    .execute()
  // Four digits from the first order on: easy to read out on the phone.
  await startNumbersAt(db, 'orders', 1001)
  await schema.createIndex('orders_of_user').on('orders').columns(['user_id', 'created_at desc', 'id desc']).execute()
  await schema.createIndex('orders_newest').on('orders').columns(['created_at desc', 'id desc']).execute()

  await schema
    .createTable('order_lines')
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('price_paise', 'bigint', (column) => column.notNull())
    .addColumn('offer_price_paise', 'bigint', (column) => column.notNull())
    .addColumn('images', 'text', (column) => column.notNull())
    .addColumn('weight', 'text')
    .addColumn('quantity', 'integer', (column) => column.notNull().check(sql`quantity between 1 and 999`))
    .addColumn('stock_taken', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('order_lines_key', ['order_id', 'position'])
    .execute()

  await schema
    .createTable('idempotency_keys')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['user_id', 'key'])
    .execute()
  await schema.createIndex('idempotency_keys_age').on('idempotency_keys').column('created_at').execute()

  await schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('text_body', 'text', (column) => column.notNull())
    .addColumn('html_body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('last_error', 'text')
    .execute()
  // The key part of every mail still to be sent: the worker looks here only.
  await schema
    .createIndex('outbox_unsent')
    .on('outbox')
    .column('due_at')
    .where(sql.ref('sent_at'), 'is', null)
    .execute()
}
