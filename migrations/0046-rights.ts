import type { Kysely } from 'kysely'

export const besideOldVersion = true

/** What each of the shop's people may do. Who is there already may do everything, as before. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('sellers')
    .addColumn('rights', 'text', (column) => column.notNull().defaultTo('catalogue orders producers money team'))
    .execute()
}
