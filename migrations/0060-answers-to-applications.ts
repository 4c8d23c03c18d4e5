import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/** Who is rejected may be told why, in a sentence that the application keeps. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table producer_applications add column answer text`.execute(db)
}
