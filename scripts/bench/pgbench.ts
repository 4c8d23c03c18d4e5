import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '#kernel/db/database.ts'
import { percentile } from '../figures.ts'
import { findPostgres } from '../postgres.ts'
import { freshIds, TRACED, UUID } from './bare-order.ts'
import { ORDERED } from './seed.ts'
import type { Statement } from './trace.ts'

// PostgreSQL's own load generator sends what the shop sent: the limit of what the shop could do on this server.

const THREADS = 2
const MICROSECONDS = 1000

/** Undefined where it is not installed. */
export const findPgbench = () => findPostgres('pgbench')

const quoted = (text: string) =>
  `E'${text.replace(/[\\':;\n]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`

/** A text in which ids stand, as an expression of SQL that puts in other ones. */
const withIds = (text: string, ids: ReadonlyMap<string, string>) =>
  text
    .split(new RegExp(`(${UUID.source})`))
    .map((part) => ids.get(part) ?? quoted(part))
    .filter((part) => part !== quoted(''))
    .join(' || ') || quoted('')

/** The id that productId() and an order's own ids are written as: a number in the last part of a UUID. */
const idOf = (kind: string, variable: string) =>
  `(${quoted(`00000000-0000-${kind}-8000-`)} || lpad((:${variable})::text, 12, '0'))`

const inlined = ({ sql, parameters }: Statement, ids: ReadonlyMap<string, string>) =>
  `${sql.replace(/\$(\d+)/g, (_, number: string) => {
    const value = parameters[Number(number) - 1]
    return typeof value === 'string' ? withIds(value, ids) : String(value)
  })};`

/** The statements of an order as a script: other products and other ids each time. */
export function orderScript(statements: readonly Statement[], known: readonly string[]) {
  const fresh = freshIds(statements, known)
  const ids = new Map(fresh.map((id, at) => [id, idOf('4000', `fresh${at}`)]))
  ids.set(TRACED[0], idOf('7000', 'first')).set(TRACED[1], idOf('7000', 'second'))
  return [
    `\\set first random(${ORDERED.first.join(', ')})`,
    `\\set second random(${ORDERED.second.join(', ')})`,
    ...fresh.map((_, at) => `\\set fresh${at} random(1, 999999999999)`),
    'BEGIN;',
    ...statements.map((statement) => inlined(statement, ids)),
    'COMMIT;',
    '',
  ].join('\n')
}

/** One row by its key: the least that a database can be asked for. */
export const selectOf = (shopper: string) =>
  inlined({ sql: 'select name, email from users where id = $1', parameters: [shopper] }, new Map())

/** How many shoppers the lean orders are of. */
const LEAN_SHOPPERS = 1000

/** Tables with as much as an order needs, and no more: its products, itself, its lines, its shopper's cart. */
export async function makeLeanTables(databaseUrl: string, products: number) {
  const db = openDatabase(databaseUrl)
  const statements = [
    'create table lean_products (id int primary key, name text not null, price_paise bigint not null, stock int not null)',
    'create table lean_orders (id bigint primary key, user_id int not null, amount_paise bigint not null, address text not null, created_at timestamptz not null)',
    'create index on lean_orders (user_id, created_at)',
    'create table lean_lines (order_id bigint, position int, product_id int not null, price_paise bigint not null, quantity int not null, primary key (order_id, position))',
    'create table lean_carts (user_id int primary key, items text not null)',
    `insert into lean_products select n, 'Indigo Bowl no. ' || n, 50000, 1000000 from generate_series(0, ${products - 1}) n`,
    `insert into lean_carts select n, '{}' from generate_series(1, ${LEAN_SHOPPERS}) n`,
    'vacuum analyze lean_products, lean_carts',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await db.destroy()
}

/** The least that an order can be: products locked and priced, stock, order, lines, cart. On the tables that `makeLeanTables` makes. */
export const leanOrderScript = [
  `\\set first random(${ORDERED.first.join(', ')})`,
  `\\set second random(${ORDERED.second.join(', ')})`,
  `\\set shopper random(1, ${LEAN_SHOPPERS})`,
  '\\set number random(1, 999999999999999999)',
  'BEGIN;',
  'select id, name, price_paise, stock from lean_products where id in (:first, :second) order by id for update;',
  'update lean_products set stock = stock - 1 where id in (:first, :second);',
  `insert into lean_orders values (:number, :shopper, 102000, '{"street":"Flat 4B, Kaveri Residency","city":"Bengaluru","zipcode":"560038"}', now());`,
  'insert into lean_lines values (:number, 0, :first, 50000, 1), (:number, 1, :second, 50000, 1);',
  `update lean_carts set items = '{}' where user_id = :shopper;`,
  'COMMIT;',
  '',
].join('\n')

/** Runs a script for a while; gives transactions a second and how long they took, in ms. */
export function runPgbench(program: string, databaseUrl: string, script: string, connections: number, ms: number) {
  const folder = mkdtempSync(join(tmpdir(), 'haat-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    writeFileSync(file, script)
    const seconds = String(Math.max(1, Math.round(ms / 1000)))
    const threads = String(Math.min(THREADS, connections))
    // The protocol of the shop: each statement is parsed, bound and run, and none is kept.
    const protocol = ['--protocol', 'extended', '--no-vacuum', '--log', '--log-prefix', join(folder, 'log')]
    const load = ['--client', String(connections), '--jobs', threads, '--time', seconds, '--file', file]
    const { status, stdout, stderr } = spawnSync(program, [...protocol, ...load, databaseUrl], { encoding: 'utf8' })
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    if (status !== 0 || Number.isNaN(perSecond)) throw new Error(`pgbench: ${stderr}`)
    const times = readdirSync(folder)
      .filter((name) => name.startsWith('log'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
      .map((line) => Number(line.split(' ')[2]) / MICROSECONDS)
      .sort((a, b) => a - b)
    return { perSecond, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
