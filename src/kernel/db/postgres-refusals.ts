import { sql } from 'kysely'
import pg from 'pg'
import { CannotStart } from '#kernel/cannot-start.ts'
import type { Db } from './database.ts'

/** Other encodings lack Devanagari and would refuse single names. Throws CannotStart. */
export async function checkEncoding(db: Db) {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db)
  const encoding = rows[0]?.encoding
  if (encoding !== 'UTF8')
    throw new CannotStart(
      `DATABASE_URL: the database has the encoding ${encoding}, and the shop needs UTF8: create database … template template0 encoding 'UTF8'`,
    )
}

/** The role may not do it; it sees no schema; the statement came after a failed one. */
const MAY_BE_RIGHTS = ['42501', '3F000', '25P02']

export async function explainRights(db: Db, error: unknown) {
  if (!(error instanceof pg.DatabaseError) || !MAY_BE_RIGHTS.includes(error.code ?? '')) return undefined
  const asked = sql<{ schema: string | null; may: boolean | null }>`select current_schema() as schema,
    has_schema_privilege(current_schema(), 'create') as may`
  const { schema, may } = (await asked.execute(db)).rows[0] ?? { schema: null, may: null }
  if (may && error.code !== '42501') return undefined
  const why = may ? error.message : `permission denied for schema ${schema ?? 'public'}`
  return new CannotStart(
    `DATABASE_URL: its role may not make or change tables (${why}): make it the owner of the database and its tables, or grant it create on the schema`,
  )
}
