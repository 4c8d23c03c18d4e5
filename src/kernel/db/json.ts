import { type Kysely, sql } from 'kysely'
import { isPostgres } from './engine.ts'

/** A column of JSON objects with these fields replaced, as text; the others stay. */
export const withFields = <DB>(db: Kysely<DB>, column: string, fields: Record<string, string>) =>
  isPostgres(db)
    ? sql<string>`cast(cast(${sql.ref(column)} as jsonb) || cast(${JSON.stringify(fields)} as jsonb) as text)`
    : sql<string>`json_patch(${sql.ref(column)}, ${JSON.stringify(fields)})`

/** The text in a field of a column of JSON objects. */
export const fieldOf = <DB>(db: Kysely<DB>, column: string, field: string) =>
  isPostgres(db)
    ? sql<string>`(cast(${sql.ref(column)} as jsonb) ->> ${sql.lit(field)})`
    : sql<string>`(${sql.ref(column)} ->> ${sql.lit(field)})`
