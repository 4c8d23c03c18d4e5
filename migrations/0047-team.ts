import { type Kysely, sql } from 'kysely'

export const besideOldVersion = false
export const whyNot = 'it would let whoever comes into the team do everything'

/** The shop's people have names, and others are invited: whoever is invited is none of them before the link is opened. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table sellers add column name text not null default ''`.execute(db)
  await sql`create table team_invitations (id text primary key not null, email text not null constraint team_invitations_one unique,
    name text not null, rights text not null, token_hash text not null, invited_by text not null, expires_at bigint not null)`.execute(
    db,
  )
}
