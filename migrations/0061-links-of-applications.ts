import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/** An application has a page for whoever has its link; those of before have none. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table producer_applications add column token text`.execute(db)
  await sql`create index producer_applications_token on producer_applications (token)`.execute(db)
}
