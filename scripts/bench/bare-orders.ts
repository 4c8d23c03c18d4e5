import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '#kernel/db/sqlite/sqlite.ts'
import { newId } from '#shared/ids.ts'
import { findPostgres } from '../postgres.ts'
import { percentilesOf } from './load.ts'
import { anyTwo } from './requests.ts'
import { ORDERED } from './seed.ts'
import { type Statement, TRACED, type Trace } from './trace.ts'

// The limits of an order: the statements that the shop sends for one, without the shop around them.

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const THREADS = 2
const MICROSECONDS = 1000

/** Ids that are new with each order: its own, its mail's, its key. */
function freshIds({ order, known }: Trace) {
  const found = order.flatMap(({ parameters }) =>
    parameters.flatMap((value) => (typeof value === 'string' ? (value.match(UUID) ?? []) : [])),
  )
  return [...new Set(found)].filter((id) => ![...known, ...TRACED].includes(id))
}

/** Places bare orders in SQLite for `ms`; gives orders a second and their times in ms. */
export function bareOrders(file: string, trace: Trace, ms: number) {
  const connection = openSqlite(file)
  const fresh = freshIds(trace)
  const prepared = trace.order.map(({ sql, parameters }) => ({ statement: connection.prepare(sql), parameters }))
  const times: number[] = []
  const startedAt = performance.now()
  for (let at = startedAt; at < startedAt + ms; ) {
    const [first = '', second = ''] = anyTwo()
    const ids = new Map(fresh.map((id) => [id, newId()]))
    ids.set(TRACED[0], first).set(TRACED[1], second)
    connection.exec('begin immediate')
    for (const { statement, parameters } of prepared) {
      const values = parameters.map((value) => {
        if (typeof value === 'string') return value.replace(UUID, (id) => ids.get(id) ?? id)
        if (typeof value === 'number' || value === null) return value
        throw new Error(`a parameter of an order is ${typeof value}`)
      })
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
  return { perSecond: times.length / seconds, ...percentilesOf(times) }
}

// PostgreSQL's own load generator sends what the shop sent: the most that the shop could do on this server.

export const findPgbench = () => findPostgres('pgbench')

const quoted = (text: string) =>
  `E'${text.replace(/[\\':;\n]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`

/** An expression of SQL for a text in which ids are replaced. */
const withIds = (text: string, ids: ReadonlyMap<string, string>) =>
  text
    .split(new RegExp(`(${UUID.source})`))
    .map((part) => ids.get(part) ?? quoted(part))
    .filter((part) => part !== quoted(''))
    .join(' || ') || quoted('')

/** As productId() and an order's own ids: a number in the last part of a UUID. */
const idOf = (kind: string, variable: string) =>
  `(${quoted(`00000000-0000-${kind}-8000-`)} || lpad((:${variable})::text, 12, '0'))`

const inlined = ({ sql, parameters }: Statement, ids: ReadonlyMap<string, string>) =>
  `${sql.replace(/\$(\d+)/g, (_, number: string) => {
    const value = parameters[Number(number) - 1]
    return typeof value === 'string' ? withIds(value, ids) : String(value)
  })};`

/** An order's statements as a script, with other products and ids each time. */
export function orderScript(trace: Trace) {
  const fresh = freshIds(trace)
  const ids = new Map(fresh.map((id, at) => [id, idOf('4000', `fresh${at}`)]))
  ids.set(TRACED[0], idOf('7000', 'first')).set(TRACED[1], idOf('7000', 'second'))
  return [
    `\\set first random(${ORDERED.first.join(', ')})`,
    `\\set second random(${ORDERED.second.join(', ')})`,
    ...fresh.map((_, at) => `\\set fresh${at} random(1, 999999999999)`),
    'BEGIN;',
    ...trace.order.map((statement) => inlined(statement, ids)),
    'COMMIT;',
    '',
  ].join('\n')
}

/** One row by its key: the least that a database can be asked for. */
export const selectOf = ({ known: [shopper] }: Trace) =>
  inlined({ sql: 'select name, email from users where id = $1', parameters: [shopper] }, new Map())

/** Gives transactions a second, and their times in ms. */
export function runPgbench(program: string, databaseUrl: string, script: string, connections: number, ms: number) {
  const folder = mkdtempSync(join(tmpdir(), 'haat-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    writeFileSync(file, script)
    const seconds = String(Math.max(1, Math.round(ms / 1000)))
    const threads = String(Math.min(THREADS, connections))
    // The shop's protocol: each statement is parsed, bound and run, and none is kept.
    const protocol = ['--protocol', 'extended', '--no-vacuum', '--log', '--log-prefix', join(folder, 'log')]
    const load = ['--client', String(connections), '--jobs', threads, '--time', seconds, '--file', file]
    const { status, stdout, stderr } = spawnSync(program, [...protocol, ...load, databaseUrl], { encoding: 'utf8' })
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    if (status !== 0 || Number.isNaN(perSecond)) throw new Error(`pgbench: ${stderr}`)
    const times = readdirSync(folder)
      .filter((name) => name.startsWith('log'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
      .map((line) => Number(line.split(' ')[2]) / MICROSECONDS)
    return { perSecond, ...percentilesOf(times) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
