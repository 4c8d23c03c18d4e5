import { type Compilable, type CompiledQuery, type Expression, type OperationNodeSource, sql, ValueNode } from 'kysely'
import type { Db } from '../database.ts'
import { isPostgres } from '../engine.ts'
import { nameStatement } from './statement-names.ts'

const MAX_FORMS = 200

type Path = readonly (string | number)[]

type Scalar = string | number | bigint | boolean | null | undefined | Date | Uint8Array

/** The same lists and rows with a slot in place of each value, which Kysely takes like the value. */
export type Slots<Values extends object> = {
  [Name in keyof Values]: [Values[Name]] extends [Scalar]
    ? Expression<Exclude<Values[Name], undefined>>
    : Values[Name] extends object
      ? Slots<Values[Name]>
      : Expression<Values[Name]>
}

class Place implements Expression<unknown> {
  readonly path: Path
  constructor(path: Path) {
    this.path = path
  }

  get expressionType() {
    return undefined
  }

  /** Anything calculated from a slot would be calculated once, without a value. */
  [Symbol.toPrimitive](): never {
    throw new Error('A slot can only be put into a query')
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

/** A query built once for each engine and each length of its lists, then only given values. `build` can only put its slots into the query. */
export function prepared<Values extends object, Row>(build: (db: Db, values: Slots<Values>) => Compilable<Row>) {
  const formOf = keepForms((db, values: Slots<Values>) => compile(build(db, values)))
  return (db: Db, values: Values): Promise<Row[]> => run(db, formOf(db, values), values)
}

type Write = Compilable & OperationNodeSource

/** Several independent writes: one statement on PostgreSQL, to save round trips. Gives how many rows each with `returning` gave. */
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
