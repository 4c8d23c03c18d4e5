import { type Kysely, sql } from 'kysely'

export const besideOldVersion = false
export const whyNot = 'it lists drafts as archived, and fails to bring one back'

/** Products that are not on sale yet, the seller's list in other orders, and what the log says of a change. */
export async function up(db: Kysely<unknown>) {
  const { schema } = db
  // Archived as well, so that whatever leaves archived products out leaves drafts out.
  await schema
    .alterTable('products')
    .addColumn('draft', 'integer', (column) =>
      column.notNull().defaultTo(0).check(sql`draft = 0 or (draft = 1 and archived = 1 and suspended = 0)`),
    )
    .execute()
  await schema
    .createIndex('products_drafts')
    .on('products')
    .columns(['created_at desc', 'id desc'])
    .where(sql.ref('draft'), '=', 1)
    .execute()
  // All of them, with those that are not counted last: what is about to sell out stands at its beginning.
  await schema.dropIndex('products_low').execute()
  await schema
    .createIndex('products_by_stock')
    .on('products')
    .columns(['archived', 'stock', 'created_at desc', 'id desc'])
    .execute()
  // JSON: field, old and new value. Null: the summary says it all.
  await schema.alterTable('audit_log').addColumn('changes', 'text').execute()
}
