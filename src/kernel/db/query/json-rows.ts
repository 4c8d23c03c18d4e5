import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../engine.ts'

/** Rows given to a statement as one value, a JSON list of objects: its text is the same for any number of rows. `columns`: the type of each. */
export function jsonRows<Row extends object>(
  // biome-ignore lint/suspicious/noExplicitAny: works on any schema
  db: Kysely<any>,
  json: string,
  columns: Record<keyof Row & string, 'text' | 'integer' | 'bigint'>,
) {
  const fields = Object.entries<string>(columns)
  if (isPostgres(db)) {
    const typed = fields.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
    return sql<Row>`(select * from json_to_recordset(cast(${json} as json)) as given(${sql.join(typed)}))`
  }
  const read = fields.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
  return sql<Row>`(select ${sql.join(read)} from json_each(${json}))`
}
