import { type Kysely, sql } from 'kysely'
import { createCatalogueTriggers, dropCatalogueTriggers } from './frozen/catalogue-triggers.ts'

export const besideOldVersion = false
export const whyNot = 'it would sell goods that cannot be returned as if they could'

/** Which goods can be returned, and what shoppers ask to give back. */
export async function up(db: Kysely<unknown>) {
  const { schema } = db
  await dropCatalogueTriggers(db)
  for (const table of ['products', 'order_lines'])
    await schema
      .alterTable(table)
      .addColumn('returnable', 'integer', (column) => column.notNull().defaultTo(1).check(sql`returnable in (0, 1)`))
      .execute()
  // Food does not come back, unless it came damaged. What was ordered before stays as it was sold.
  await sql`update products set returnable = 0 where category = 'Food-Spices'`.execute(db)
  await sql`update catalogue_version set version = version + 1`.execute(db)
  await createCatalogueTriggers(db, 'returns')

  await schema
    .createTable('returns')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
    // JSON: position of the line -> pieces.
    .addColumn('quantities', 'text', (column) => column.notNull())
    .addColumn('wish', 'text', (column) => column.notNull().check(sql`wish in ('refund', 'exchange')`))
    .addColumn('reason', 'text', (column) => column.notNull())
    // JSON: keys of photos in the storage.
    .addColumn('photos', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    // What the shop answered; null: nothing yet, or nothing to say.
    .addColumn('answer', 'text')
    // 1: the maker's fault, so the maker's price is not owed for it.
    .addColumn('faulty', 'integer', (column) => column.notNull().defaultTo(0).check(sql`faulty in (0, 1)`))
    // The refund that settles it.
    .addColumn('refund_id', 'text', (column) => column.unique())
    // 1: the shop was told by mail that it was asked.
    .addColumn('shop_told', 'integer', (column) => column.notNull().defaultTo(0).check(sql`shop_told in (0, 1)`))
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('arrived_at', 'bigint')
    // The last step, and the seller who took it; null: the shopper, or the shop by itself.
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_by', 'text')
    .execute()
  await schema.createIndex('returns_of_order').on('returns').column('order_id').execute()
  await schema.createIndex('returns_newest').on('returns').columns(['state', 'asked_at desc', 'id desc']).execute()
  await sql`create index returns_untold on returns (asked_at) where shop_told = 0`.execute(db)
}
