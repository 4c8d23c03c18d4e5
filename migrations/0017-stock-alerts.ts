import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/** Who wants a mail when a product is back. */
export async function up(db: Kysely<unknown>) {
  const { schema } = db
  await schema
    .createTable('stock_alerts')
    // In the links of its mails.
    .addColumn('token', 'text', (column) => column.primaryKey())
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.id').onDelete('cascade'))
    .addColumn('email', 'text', (column) => column.notNull())
    // The shopper who asked when logged in; null: the address alone.
    .addColumn('account_id', 'text')
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    // Not before this time, where the limit of mails was reached.
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .addUniqueConstraint('stock_alerts_once', ['email', 'product_id'])
    .execute()
  await schema
    .createIndex('stock_alerts_waiting')
    .on('stock_alerts')
    .columns(['product_id', 'due_at'])
    .where(sql.ref('sent_at'), 'is', null)
    .execute()
  await schema.createIndex('stock_alerts_asked').on('stock_alerts').column('asked_at').execute()
}
