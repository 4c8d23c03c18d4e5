import type { Kysely } from 'kysely'

export const besideOldVersion = true

/** Numbers that were, or may have been, given out after a backup that was restored: nobody else gets them. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('number_gaps')
    // Orders, invoices …: src/features/numbers has them.
    .addColumn('series', 'text', (column) => column.notNull())
    .addColumn('first', 'bigint', (column) => column.notNull())
    .addColumn('last', 'bigint', (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('number_gaps_key', ['series', 'first'])
    .execute()
}
