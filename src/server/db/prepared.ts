import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './database.ts'
import { isPostgres } from './engine.ts'

/** Forms of one statement that are kept: for each engine, and for each length of its lists. */
const MAX_FORMS = 200

/** Stands in a statement for a value that comes later. */
class Slot<Values> {
  readonly name: keyof Values
  readonly at: number | undefined
  constructor(name: keyof Values, at?: number) {
    this.name = name
    this.at = at
  }

  read(values: Values) {
    const value = values[this.name]
    return Array.isArray(value) && this.at !== undefined ? value[this.at] : value
  }
}

function slotsFor<Values extends object>(values: Values) {
  const names = Object.keys(values) as (keyof Values)[]
  const slots = names.map((name) => {
    const value = values[name]
    return [name, Array.isArray(value) ? value.map((_, at) => new Slot(name, at)) : new Slot(name)]
  })
  return Object.fromEntries(slots) as Values
}

/**
 * A statement that is put together once for each engine, and each length of its lists, and from then on only given its values: for
 * what is asked so often that putting it together would cost more than the answer. `build` sees stand-ins, so it can put
 * values into the statement and nothing else.
 */
export function prepared<Values extends object, Row>(build: (db: Db, values: Values) => Compilable<Row>) {
  const forms = new Map<string, CompiledQuery<Row>>()
  return async (db: Db, values: Values): Promise<Row[]> => {
    let form = isPostgres(db) ? 'postgres' : 'sqlite'
    for (const value of Object.values(values)) if (Array.isArray(value)) form += ` ${value.length}`
    const query = forms.get(form) ?? build(db, slotsFor(values)).compile()
    if (forms.size >= MAX_FORMS) forms.clear()
    forms.set(form, query)
    const parameters = query.parameters.map((value) => (value instanceof Slot ? value.read(values) : value))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
