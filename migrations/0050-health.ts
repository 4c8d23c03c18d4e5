import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/** What of the shop itself is not well, since when, and whether the team was told. */
export async function up(db: Kysely<unknown>) {
  await sql`create table troubles (name text primary key not null, says text not null, since bigint not null, seen_at bigint not null, told_at bigint)`.execute(
    db,
  )
}
