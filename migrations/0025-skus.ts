import { type Kysely, sql } from 'kysely'
import { comparedByCode } from './frozen/engine.ts'

export const besideOldVersion = false
export const whyNot = 'it would end an import by SKU, and add products anew whose SKU is known'

/** The seller's own numbers; imports that wait for a word, bring pictures, and can be undone. */
export async function up(db: Kysely<unknown>) {
  const { schema } = db
  await schema.alterTable('products').addColumn('sku', 'text').execute()
  // Without case and outer spaces. Sorted by character codes: a search looks for its beginning.
  await schema.alterTable('products').addColumn('sku_key', comparedByCode(db)).execute()
  await sql`create unique index products_sku on products (sku_key) where sku_key is not null`.execute(db)

  // JSON: what a checked import would do; null: it was not asked.
  await schema.alterTable('product_imports').addColumn('preview', 'text').execute()
  // From here on it may be undone for a day.
  await schema.alterTable('product_imports').addColumn('ended_at', 'bigint').execute()
  for (const name of ['undone', 'kept'])
    await schema
      .alterTable('product_imports')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  // JSON: the products that an undo has left as they are.
  await schema
    .alterTable('product_imports')
    .addColumn('kept_products', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()

  // What an import has written, to undo it.
  await schema
    .createTable('import_changes')
    .addColumn('import_id', 'text', (column) => column.notNull().references('product_imports.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (column) => column.notNull())
    // JSON: the columns of the file as they were before; null: it was added.
    .addColumn('before', 'text')
    .addColumn('version_before', 'integer')
    // As it was afterwards. Orders change the stock and not the version.
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('stock', 'integer')
    .addColumn('in_stock', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_changes_key', ['import_id', 'product_id'])
    .execute()
  await schema.createIndex('import_changes_of_product').on('import_changes').column('product_id').execute()

  // Stored pictures that an import may still put on a product, or its undo put back: nobody removes them meanwhile.
  await schema
    .createTable('import_pictures')
    .addColumn('import_id', 'text', (column) => column.notNull().references('product_imports.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    // Not there yet where the import adds it.
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_pictures_key', ['import_id', 'key'])
    .execute()
  await schema.createIndex('import_pictures_by_key').on('import_pictures').column('key').execute()
}
