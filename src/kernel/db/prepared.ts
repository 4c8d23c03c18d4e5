import { type Compilable, type CompiledQuery, type Expression, ValueNode } from 'kysely'
import type { Db } from './database.ts'
import { isPostgres } from './engine.ts'

/** Kept forms of one query: for each engine, and for each length of its lists. */
const MAX_FORMS = 200

type Path = readonly (string | number)[]

/**
 * Stands for a value while a query is built; Kysely takes it wherever it takes the value. It is declared as a symbol as well
 * because TypeScript refuses `+`, `<` and templates on symbols, while it would concatenate any other object.
 */
export type Slot<Value> = Expression<Value> & symbol

type Scalar = string | number | bigint | boolean | null | undefined | Date | Uint8Array
type SlotsIn<Value> = [Value] extends [Scalar]
  ? Slot<Exclude<Value, undefined>>
  : Value extends object
    ? Slots<Value>
    : Slot<Value>

/** The same lists and rows, with a slot for each value. */
export type Slots<Values extends object> = { [Name in keyof Values]: SlotsIn<Values[Name]> }

/** Where the value of a slot is found. */
class Place implements Expression<unknown> {
  readonly path: Path
  constructor(path: Path) {
    this.path = path
  }

  get expressionType() {
    return undefined
  }

  toOperationNode() {
    return ValueNode.create(this)
  }

  read(values: unknown) {
    return this.path.reduce((value, step) => (value as Record<string | number, unknown>)[step], values)
  }
}

function placesIn(value: unknown, path: Path = []): unknown {
  if (Array.isArray(value)) return value.map((item, at) => placesIn(item, [...path, at]))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return new Place(path)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, placesIn(item, [...path, name])]))
}

/**
 * A query that is built once for each engine and each length of its lists, and from then on only given its values: for what is
 * asked so often that building it would cost more than the answer. `build` gets slots instead of values, so it can put them into
 * the query and do nothing else with them. Rows in a list all have the same columns.
 */
export function prepared<Values extends object, Row>(build: (db: Db, values: Slots<Values>) => Compilable<Row>) {
  const forms = new Map<string, CompiledQuery<Row>>()
  return async (db: Db, values: Values): Promise<Row[]> => {
    let form = isPostgres(db) ? 'postgres' : 'sqlite'
    for (const value of Object.values(values)) if (Array.isArray(value)) form += ` ${value.length}`
    let query = forms.get(form)
    if (!query) {
      query = build(db, placesIn(values) as Slots<Values>).compile()
      if (forms.size >= MAX_FORMS) forms.clear()
      forms.set(form, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Place ? value.read(values) : value))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
