import { openSqlite } from '#kernel/db/sqlite.ts'
import { newId } from '#shared/ids.ts'
import { percentile } from '../figures.ts'
import { ORDERED, productId } from './seed.ts'
import type { Statement } from './trace.ts'

// The limits of an order: the statements that the shop sent for one, sent again without the shop around them.

export const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** The products of the order that was written down. */
export const TRACED = [productId(ORDERED.first[0]), productId(ORDERED.second[0])] as const

/** Ids that are new with each order: its own, its mail's, its key. Those of the shopper and the address stay. */
export function freshIds(statements: readonly Statement[], known: readonly string[]) {
  const found = statements.flatMap(({ parameters }) =>
    parameters.flatMap((value) => (typeof value === 'string' ? (value.match(UUID) ?? []) : [])),
  )
  return [...new Set(found)].filter((id) => !known.includes(id) && !TRACED.some((traced) => traced === id))
}

const between = ([from, to]: readonly [number, number]) => from + Math.floor(Math.random() * (to - from + 1))

/** Two products that orders take, never the same. */
export const anyTwo = () => [productId(between(ORDERED.first)), productId(between(ORDERED.second))]

/** Places orders in SQLite for a while, bare; gives orders a second and how long they took, in ms. */
export function bareOrders(file: string, statements: readonly Statement[], known: readonly string[], ms: number) {
  const connection = openSqlite(file)
  const fresh = freshIds(statements, known)
  const prepared = statements.map(({ sql, parameters }) => ({ statement: connection.prepare(sql), parameters }))
  const times: number[] = []
  const startedAt = performance.now()
  for (let at = startedAt; at < startedAt + ms; ) {
    const [first = '', second = ''] = anyTwo()
    const ids = new Map(fresh.map((id) => [id, newId()]))
    ids.set(TRACED[0], first).set(TRACED[1], second)
    connection.exec('begin immediate')
    for (const { statement, parameters } of prepared) {
      const values = parameters.map((value) =>
        typeof value === 'string' ? value.replace(UUID, (id) => ids.get(id) ?? id) : asNumber(value),
      )
      if (statement.columns().length > 0) statement.all(...values)
      else statement.run(...values)
    }
    connection.exec('commit')
    const now = performance.now()
    times.push(now - at)
    at = now
  }
  const seconds = (performance.now() - startedAt) / 1000
  connection.close()
  const sorted = times.toSorted((a, b) => a - b)
  return { perSecond: times.length / seconds, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) }
}

/** A parameter that is not text, as SQLite takes it. */
function asNumber(value: unknown) {
  if (typeof value === 'number' || value === null) return value
  throw new Error(`a parameter of an order is ${typeof value}`)
}
