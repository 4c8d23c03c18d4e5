import { type Kysely, sql } from 'kysely'
import { createSearchLists } from './frozen/name-search.ts'
import { createOrderCounts } from './frozen/order-counts.ts'
import { forgetSlowly } from './frozen/text-index.ts'

export const besideOldVersion = true

/** What a large shop is asked for is found in indexes, or counted beforehand: on SQLite all others wait for each statement. */
export async function up(db: Kysely<unknown>) {
  await createOrderCounts(db, ['payment_type', 'status', 'is_paid'])
  await db.schema
    .createIndex('orders_of_status')
    .on('orders')
    .columns(['status', 'created_at desc', 'id desc', 'payment_type', 'is_paid'])
    .execute()
  // What is about to sell out.
  await sql`create index products_low on products (archived, stock, created_at desc, id desc)
    where stock is not null`.execute(db)
  await createSearchLists(db)
  for (const index of ['product_words', 'order_texts']) await forgetSlowly(db, index)
}
