import type { Kysely } from 'kysely'
import { createCatalogueTriggers, dropCatalogueTriggers } from './frozen/catalogue-triggers.ts'

export const besideOldVersion = false
export const whyNot = 'a price that it raises would keep its offer'

/** Days of delivery, of products and of orders; and since when a price is a raised one. */
export async function up(db: Kysely<unknown>) {
  const { schema } = db
  await dropCatalogueTriggers(db)
  // '4-8'; null: the days of the shop.
  await schema.alterTable('products').addColumn('delivery_days', 'text').execute()
  // Null again when 30 days have passed.
  await schema.alterTable('products').addColumn('price_raised_at', 'bigint').execute()
  await schema
    .createIndex('products_raised')
    .on('products')
    .column('price_raised_at')
    .where('price_raised_at', 'is not', null)
    .execute()
  // 'YYYY-MM-DD', the dates that the shopper was told; older orders have none.
  await schema.alterTable('orders').addColumn('delivery_from', 'text').execute()
  await schema.alterTable('orders').addColumn('delivery_to', 'text').execute()
  await createCatalogueTriggers(db, 'delivery')
}
