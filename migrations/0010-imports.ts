import { type Kysely, sql } from 'kysely'
import { createCatalogueTriggers, dropCatalogueTriggers } from './frozen/catalogue-triggers.ts'
import { createSearchRows, dropSearchRows } from './frozen/name-search.ts'

export const besideOldVersion = false
export const whyNot = 'its imports write a column that is gone'

export async function up(db: Kysely<unknown>) {
  const { schema } = db

  // Imports no longer write products out of sight. What one that runs now has written so was never counted, and goes uncounted.
  await dropCatalogueTriggers(db)
  await sql`delete from products where import_id is not null`.execute(db)
  await sql`update product_imports set state = 'failed', message = 'The import was interrupted. Nothing was added'
    where state in ('checking', 'saving')`.execute(db)
  // They named lines of the file; errors now name rows of the spreadsheet.
  await sql`update product_imports set errors = '[]'`.execute(db)
  await dropSearchRows(db)
  await schema.dropIndex('products_of_import').execute()
  await schema.alterTable('products').dropColumn('import_id').execute()

  // Counted up by each edit of the seller's, not by orders: who saves an older one is told what changed meanwhile.
  await schema
    .alterTable('products')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // The import that changed it last: the log has imports, not each of their products.
  await schema.alterTable('products').addColumn('last_import', 'text').execute()
  await createCatalogueTriggers(db, 'first')
  await createSearchRows(db)
  // Who changed a product last?
  await schema.createIndex('audit_log_of_subject').on('audit_log').columns(['subject', 'number desc']).execute()

  await schema
    .alterTable('product_imports')
    .addColumn('seller_id', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  // JSON: the columns that the file has.
  await schema
    .alterTable('product_imports')
    .addColumn('file_columns', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  // Checked lines that wait to be written; JSON, so that one statement takes a whole part.
  await schema
    .createTable('import_parts')
    .addColumn('import_id', 'text', (column) => column.notNull().references('product_imports.id').onDelete('cascade'))
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('lines', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_parts_key', ['import_id', 'part'])
    .execute()
}
