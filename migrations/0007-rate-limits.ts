import type { Kysely } from 'kysely'
import { passingTable } from './frozen/engine.ts'

export const besideOldVersion = true

/** Tries counted for all processes. The embedded database has one process, which counts in memory, and leaves it empty. */
export async function up(db: Kysely<unknown>) {
  await passingTable(db, 'rate_tallies')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('rate_tallies_end').on('rate_tallies').column('ends_at').execute()
}
