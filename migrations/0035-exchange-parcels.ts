import { type Kysely, sql } from 'kysely'

export const besideOldVersion = false
export const whyNot =
  "it would take an exchange's parcel for one of the order's own, and the order for one that is to be packed again"

/** Parcels of pieces that are sent once more in exchange for what came back. */
export async function up(db: Kysely<unknown>) {
  const { schema } = db
  // The return that it is sent for; null: it is one of the order's own.
  await schema.alterTable('parcels').addColumn('return_id', 'text').execute()
  // JSON: position of the line -> pieces that are in it; null: all lines of the order that have its number.
  await schema.alterTable('parcels').addColumn('quantities', 'text').execute()
  await sql`create index parcels_of_return on parcels (return_id) where return_id is not null`.execute(db)
}
