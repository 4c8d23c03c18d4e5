import { type Compilable, type CompiledQuery, type Expression, type OperationNodeSource, sql, ValueNode } from 'kysely'
import type { Db } from './database.ts'
import { isPostgres } from './engine.ts'
import { nameStatement } from './statement-names.ts'

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

/** What is made once for each engine and each length of the lists in the values. */
function keepForms<Values extends object, Form>(make: (db: Db, values: Slots<Values>) => Form) {
  const forms = new Map<string, Form>()
  return (db: Db, values: Values) => {
    let key = isPostgres(db) ? 'postgres' : 'sqlite'
    for (const value of Object.values(values)) if (Array.isArray(value)) key += ` ${value.length}`
    const known = forms.get(key)
    if (known) return known
    const form = make(db, placesIn(values) as Slots<Values>)
    if (forms.size >= MAX_FORMS) forms.clear()
    forms.set(key, form)
    return form
  }
}

function compile<Row>(query: Compilable<Row>) {
  const compiled = query.compile()
  nameStatement(compiled.sql)
  return compiled
}

async function run<Row>(db: Db, query: CompiledQuery<Row>, values: object): Promise<Row[]> {
  const parameters = query.parameters.map((value) => (value instanceof Place ? value.read(values) : value))
  return (await db.executeQuery<Row>({ ...query, parameters })).rows
}

/**
 * A query that is built once for each engine and each length of its lists, and from then on only given its values: for what is
 * asked so often that building it would cost more than the answer. `build` gets slots instead of values, so it can put them into
 * the query and do nothing else with them. Rows in a list all have the same columns.
 */
export function prepared<Values extends object, Row>(build: (db: Db, values: Slots<Values>) => Compilable<Row>) {
  const formOf = keepForms((db, values: Slots<Values>) => compile(build(db, values)))
  return (db: Db, values: Values): Promise<Row[]> => run(db, formOf(db, values), values)
}

/** A write as Kysely builds it. */
type Write = Compilable & OperationNodeSource

/**
 * Several writes of one transaction of which none needs what another one gives, prepared likewise. On PostgreSQL, where each statement has
 * to go there and back, they are one; SQLite does one after the other, as they stand. Tells how many rows came back from each
 * that has `returning`.
 */
export function preparedTogether<Values extends object>(
  build: (db: Db, values: Slots<Values>) => Record<string, Write>,
) {
  const formOf = keepForms((db, values: Slots<Values>) => {
    const writes = Object.entries(build(db, values))
    return isPostgres(db)
      ? { whole: compile({ compile: () => asOne(writes).compile(db) }) }
      : { parts: writes.map(([name, write]) => [name, compile(write)] as const) }
  })
  return async (db: Db, values: Values): Promise<Record<string, number>> => {
    const { whole, parts = [] } = formOf(db, values)
    if (whole) return (await run(db, whole, values))[0] ?? {}
    const counts: Record<string, number> = {}
    for (const [name, query] of parts) counts[name] = (await run(db, query, values)).length
    return counts
  }
}

const givesRows = (write: Write) => 'returning' in write.toOperationNode()

function asOne(writes: readonly [string, Write][]) {
  const each = writes.map(([name, write]) => sql`${sql.id(name)} as (${write})`)
  const counts = writes
    .filter(([, write]) => givesRows(write))
    .map(([name]) => sql`(select count(*) from ${sql.id(name)}) as ${sql.id(name)}`)
  return sql<Record<string, number>>`with ${sql.join(each)} select ${sql.join([sql`1 as written`, ...counts])}`
}
