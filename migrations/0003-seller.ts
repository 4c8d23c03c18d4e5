import { type Kysely, sql } from 'kysely'
import { autoNumber } from './frozen/engine.ts'
import { foldText } from './frozen/fold-text.ts'

export const besideOldVersion = false
export const whyNot = 'the name and PIN code on an order that it takes would not be found by search'

interface OrdersBefore {
  orders: { id: string; address: string; search_text: string }
}

export async function up(db: Kysely<OrdersBefore>) {
  const { schema } = db

  await schema
    .alterTable('products')
    .addColumn('archived', 'integer', (column) => column.notNull().defaultTo(0).check(sql`archived in (0, 1)`))
    .execute()
  // Every list of the shop leaves archived products out, so the indexes begin with it.
  const lists = {
    products_newest: [],
    products_in_stock: ['in_stock'],
    products_of_category: ['category', 'in_stock desc'],
    products_of_producer: ['producer_id'],
  } as const
  for (const [name, columns] of Object.entries(lists)) {
    await schema.dropIndex(name).execute()
    await schema
      .createIndex(name)
      .on('products')
      .columns(['archived', ...columns, 'created_at desc', 'id desc'])
      .execute()
  }
  // Set while an import is being written: nobody sees such a product before all of them are there.
  await schema.alterTable('products').addColumn('import_id', 'text').execute()
  await schema
    .createIndex('products_of_import')
    .on('products')
    .column('import_id')
    .where(sql.ref('import_id'), 'is not', null)
    .execute()

  // Name and PIN as the seller searches them.
  await schema
    .alterTable('orders')
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  const orders = await db.selectFrom('orders').select(['id', 'address']).execute()
  for (const { id, address } of orders) {
    const { firstName, lastName, zipcode } = JSON.parse(address)
    await db
      .updateTable('orders')
      .set({ search_text: foldText(`${firstName} ${lastName} ${zipcode}`) })
      .where('id', '=', id)
      .execute()
  }
  await schema.createIndex('order_lines_of_product').on('order_lines').column('product_id').execute()

  const [numberType, asNumber] = autoNumber(db)
  await schema
    .createTable('audit_log')
    .addColumn('number', numberType, asNumber)
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('seller_id', 'text', (column) => column.notNull())
    .addColumn('seller_email', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .execute()

  await schema
    .createTable('product_imports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('lines', 'integer', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('errors', 'text', (column) => column.notNull())
    .addColumn('bad_lines', 'integer', (column) => column.notNull())
    .addColumn('added', 'integer', (column) => column.notNull())
    .addColumn('changed', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('touched_at', 'bigint', (column) => column.notNull())
    .execute()
}
