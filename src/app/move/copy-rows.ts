import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { WholeTable } from '#kernel/db/whole-tables.ts'

const ROWS_READ = 500
/** SQLite takes at most 32,766 values in a statement. */
const VALUES_WRITTEN = 30_000

type Row = Record<string, unknown>

/** All rows of a table, some at a time; a table without a key is small, and comes at once. */
async function* rowsOf(db: Db, { name, key }: WholeTable) {
  const order = sql.join(key.map((column) => sql.ref(column)))
  let last: Row | undefined
  for (;;) {
    const from = last ? sql`where (${order}) > (${sql.join(key.map((column) => last?.[column]))})` : sql``
    const page = key.length > 0 ? sql`${from} order by ${order} limit ${sql.lit(ROWS_READ)}` : sql``
    const { rows } = await sql<Row>`select * from ${sql.table(name)} ${page}`.execute(db)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (key.length === 0 || rows.length < ROWS_READ) return
  }
}

export interface Sum {
  rows: number
  /** Of all rows, in whatever order they are read: two engines sort texts differently. */
  hash: bigint
}

function addTo(sum: Sum, rows: readonly Row[], columns: readonly string[]) {
  for (const row of rows) {
    const text = JSON.stringify(columns.map((column) => row[column]))
    sum.hash = BigInt.asUintN(256, sum.hash + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`))
    sum.rows += 1
  }
}

export async function sumOf(db: Db, table: WholeTable): Promise<Sum> {
  const sum = { rows: 0, hash: 0n }
  for await (const rows of rowsOf(db, table)) addTo(sum, rows, table.columns)
  return sum
}

/** Writes all rows of a table into the same table, which is empty, of another database; gives what was read. */
export async function copyRows(from: Db, to: Tx, table: WholeTable): Promise<Sum> {
  const sum = { rows: 0, hash: 0n }
  const atOnce = Math.max(1, Math.floor(VALUES_WRITTEN / table.columns.length))
  const columns = sql.join(table.columns.map((column) => sql.ref(column)))
  for await (const rows of rowsOf(from, table)) {
    addTo(sum, rows, table.columns)
    for (let at = 0; at < rows.length; at += atOnce) {
      const values = rows
        .slice(at, at + atOnce)
        .map((row) => sql`(${sql.join(table.columns.map((name) => row[name]))})`)
      await sql`insert into ${sql.table(table.name)} (${columns}) values ${sql.join(values)}`.execute(to)
    }
  }
  return sum
}
