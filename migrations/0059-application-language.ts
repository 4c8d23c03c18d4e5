import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/** An application keeps the language in which it was written; the shop answers it, and the producer it becomes, in that one. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table producer_applications add column language text not null default 'en'`.execute(db)
}
