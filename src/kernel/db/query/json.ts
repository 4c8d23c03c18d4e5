import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../engine.ts'

export const withFields = <DB>(db: Kysely<DB>, column: string, fields: Record<string, string>) =>
  isPostgres(db)
    ? sql<string>`cast(cast(${sql.ref(column)} as jsonb) || cast(${JSON.stringify(fields)} as jsonb) as text)`
    : sql<string>`json_patch(${sql.ref(column)}, ${JSON.stringify(fields)})`

export const fieldOf = <DB>(db: Kysely<DB>, column: string, field: string) =>
  isPostgres(db)
    ? sql<string>`(cast(${sql.ref(column)} as jsonb) ->> ${sql.lit(field)})`
    : sql<string>`(${sql.ref(column)} ->> ${sql.lit(field)})`

/** The number at this place of a JSON column: `[0, 'width']` is the first one's width. Null where there is none. */
export const numberAt = <DB>(db: Kysely<DB>, column: string, place: readonly (string | number)[]) =>
  isPostgres(db)
    ? sql<number | null>`cast(cast(${sql.ref(column)} as jsonb) #>> ${sql.lit(`{${place.join(',')}}`)} as integer)`
    : sql<
        number | null
      >`(${sql.ref(column)} ->> ${sql.lit(`$${place.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}`)})`

/** The rows of a query as one JSON list, so that a statement can give them beside other rows. */
export const rowsAsJson = <DB>(db: Kysely<DB>, columns: readonly string[], rows: RawBuilder<unknown>) => {
  const fields = sql.join(columns.flatMap((name) => [sql.lit(name), sql.ref(name)]))
  return isPostgres(db)
    ? sql<string>`(select cast(coalesce(json_agg(json_build_object(${fields})), '[]') as text) from (${rows}) as listed)`
    : sql<string>`(select json_group_array(json_object(${fields})) from (${rows}) as listed)`
}
