import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

export async function up(db: Kysely<unknown>) {
  const { schema } = db

  await schema
    .createTable('producer_applications')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('country', 'text', (column) => column.notNull())
    .addColumn('story', 'text', (column) => column.notNull())
    .addColumn('profile_image_url', 'text', (column) => column.notNull())
    .addColumn('cover_image_url', 'text', (column) => column.notNull())
    .addColumn('years_in_business', 'integer', (column) => column.notNull())
    .addColumn('specialties', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('mobile_number', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull().check(sql`status in ('pending', 'approved', 'rejected')`))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('decided_at', 'bigint')
    .addColumn('decided_by', 'text')
    .execute()
  await schema
    .createIndex('producer_applications_newest')
    .on('producer_applications')
    .columns(['status', 'created_at desc', 'id desc'])
    .execute()

  // A slug for the sample producers, an application's id for approved ones.
  await schema.alterTable('products').addColumn('producer_id', 'text').execute()
  await schema
    .createIndex('products_of_producer')
    .on('products')
    .columns(['producer_id', 'created_at desc', 'id desc'])
    .execute()

  await schema
    .createTable('uploaded_pictures')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('kept', 'integer', (column) => column.notNull().check(sql`kept in (0, 1)`))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()

  await schema
    .createTable('newsletter_subscriptions')
    .addColumn('email', 'text', (column) => column.primaryKey())
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('subscribed_at', 'bigint', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    .execute()

  await schema
    .createTable('password_resets')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()

  // JSON: further headers, such as List-Unsubscribe.
  await schema.alterTable('outbox').addColumn('headers', 'text').execute()
  // What the browser called itself at login, for the list of one's devices.
  await schema
    .alterTable('sessions')
    .addColumn('user_agent', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
