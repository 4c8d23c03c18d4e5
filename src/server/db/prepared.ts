import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './database.ts'
import { isPostgres } from './engine.ts'

/** Stands in a statement for a value that comes later. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Any name leads to its slot. */
const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) })

/**
 * A statement that is put together once for each engine and from then on only given its values: for what is asked so often that
 * putting it together would cost more than the answer. `build` sees stand-ins, so it can put values into the statement and
 * nothing else.
 */
export function prepared<Values extends object, Row>(build: (db: Db, values: Values) => Compilable<Row>) {
  const known = new Map<boolean, CompiledQuery<Row>>()
  return async (db: Db, values: Values): Promise<Row[]> => {
    const engine = isPostgres(db)
    const query = known.get(engine) ?? build(db, slots as Values).compile()
    known.set(engine, query)
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? values[value.name as keyof Values] : value,
    )
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
