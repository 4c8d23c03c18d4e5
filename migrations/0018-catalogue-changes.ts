import type { Kysely } from 'kysely'
import { createCatalogueTriggers, dropCatalogueTriggers } from './frozen/catalogue-triggers.ts'

export const besideOldVersion = true

/** What each of the last versions of the catalogue changed, so that only what was made from that is made again. */
export async function up(db: Kysely<unknown>) {
  await dropCatalogueTriggers(db)
  await db.schema
    .createTable('catalogue_changes')
    .addColumn('version', 'bigint', (column) => column.notNull())
    // Of a product or a producer; null: more changed than are listed.
    .addColumn('id', 'text')
    .execute()
  await db.schema.createIndex('catalogue_changes_version').on('catalogue_changes').column('version').execute()
  await createCatalogueTriggers(db, 'changes')
}
