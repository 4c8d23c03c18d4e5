import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './database.ts'
import { isPostgres } from './engine.ts'

/** Forms of one statement that are kept: for each engine, and for each length of its lists. */
const MAX_FORMS = 200

type Path = readonly (string | number)[]

/** Stands in a statement for a value that comes later: where it is found. */
class Slot {
  readonly path: Path
  constructor(path: Path) {
    this.path = path
  }

  read(values: unknown) {
    return this.path.reduce((value, step) => (value as Record<string | number, unknown>)[step], values)
  }
}

/** The same lists and rows, with a slot for each value. */
function slotsFor(value: unknown, path: Path = []): unknown {
  if (Array.isArray(value)) return value.map((item, at) => slotsFor(item, [...path, at]))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return new Slot(path)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, slotsFor(item, [...path, name])]))
}

/**
 * A statement that is put together once for each engine, and each length of its lists, and from then on only given its values: for
 * what is asked so often that putting it together would cost more than the answer. `build` sees stand-ins, so it can put
 * values into the statement and nothing else. Rows in a list all have the same columns.
 */
export function prepared<Values extends object, Row>(build: (db: Db, values: Values) => Compilable<Row>) {
  const forms = new Map<string, CompiledQuery<Row>>()
  return async (db: Db, values: Values): Promise<Row[]> => {
    let form = isPostgres(db) ? 'postgres' : 'sqlite'
    for (const value of Object.values(values)) if (Array.isArray(value)) form += ` ${value.length}`
    let query = forms.get(form)
    if (!query) {
      query = build(db, slotsFor(values) as Values).compile()
      if (forms.size >= MAX_FORMS) forms.clear()
      forms.set(form, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Slot ? value.read(values) : value))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
