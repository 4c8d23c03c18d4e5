import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { checkLedger } from '#features/ledger/server/check-ledger.ts'
import { checkPayouts } from '#features/payouts/server/check-payouts.ts'
import { DATABASE, takeLock } from '#kernel/db/data-dir.ts'
import { type Db, openDatabase, type Tx } from '#kernel/db/database.ts'
import { countUpFrom } from '#kernel/db/engine.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { lastCounted, listWholeTables, otherConnections, type WholeTable } from '#kernel/db/whole-tables.ts'
import { copyRows, sumOf } from './copy-rows.ts'

/** In one sentence, why nothing was moved. */
export class MoveRefused extends Error {}

/** What triggers keep from other tables, or migrations write: each engine has its own. */
const madeAnew = [
  ...['order_counts', 'product_counts', 'product_facts', 'product_search', 'search_parts', 'search_tokens'],
  ...['kysely_migration', 'kysely_migration_lock'],
]
/** Triggers write here while the others are filled. */
const last = ['catalogue_version', 'catalogue_changes', 'product_changes']
/** A database with a row in one of these belongs to a shop. */
const signs = [
  'sellers',
  'users',
  'orders',
  'products',
  'producer_applications',
  'producers',
  'ledger_entries',
] as const

export interface Moved {
  tables: number
  rows: number
  /** Of the ledger, on both sides. */
  entries: number
  lastHash: string | undefined
}

const appliedTo = async (db: Db) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  )

async function ledgerOf(db: Db) {
  const found = await checkLedger(db, { checkLeaving: checkPayouts })
  if (!found) throw new MoveRefused('The check of the ledger was broken off')
  if (found.fault) throw new MoveRefused(`Entry ${found.fault.number} of the ledger is off: see npm run ledger:check`)
  return { entries: found.entries, lastHash: found.lastHash ?? undefined }
}

async function refuseShop(to: Db) {
  for (const table of signs)
    if (await to.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst())
      throw new MoveRefused('There is a shop in the database that it is to be moved to: name an empty one')
}

/** Each behind those that it refers to, and last those that triggers write to meanwhile. */
export async function tablesToCopy(db: Db) {
  const tables = (await listWholeTables(db)).filter(({ name }) => !madeAnew.includes(name))
  return [false, true].flatMap((isLast) => tables.filter(({ name }) => last.includes(name) === isLast))
}

/** Of what migrations wrote. The ledger refuses to be cleared, also while it is empty. */
async function clear(to: Tx, table: string) {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(to)
  if (rows.length > 0) await sql`delete from ${sql.table(table)}`.execute(to)
}

/** Fills an empty database with all rows of another, and reads them again. Throws MoveRefused where they differ. */
async function copyAll(from: Db, to: Tx, tables: readonly WholeTable[]) {
  for (const { name } of tables.toReversed()) await clear(to, name)
  const sums = new Map<string, Awaited<ReturnType<typeof copyRows>>>()
  for (const table of tables) {
    if (last.includes(table.name)) await clear(to, table.name)
    sums.set(table.name, await copyRows(from, to, table))
  }
  for (const { name } of tables.filter(({ isCounted }) => isCounted))
    await countUpFrom(to, name, (await lastCounted(from, name)) + 1)
  let rows = 0
  for (const table of tables) {
    const [was, is] = [sums.get(table.name), await sumOf(to, table)]
    if (was?.rows !== is.rows || was.hash !== is.hash)
      throw new MoveRefused(`The rows of ${table.name} differ after the move: ${was?.rows} and ${is.rows}`)
    rows += is.rows
  }
  return rows
}

/**
 * Copies a closed shop's database into an empty one, of either engine, in one transaction: all of it or nothing. Rows are counted and hashed, and the
 * ledger is computed anew, on both sides. Throws MoveRefused.
 */
export async function copyShop(from: Db, to: Db): Promise<Moved> {
  if ((await otherConnections(from)) > 0)
    throw new MoveRefused('Other programs are connected to the database of the shop: stop all of its processes first')
  await migrate(to)
  const [here, there] = [await appliedTo(from), await appliedTo(to)]
  if (here.join() !== there.join())
    throw new MoveRefused('The database is of another version of the shop: start the shop once, then stop it')
  const before = await ledgerOf(from)
  const tables = await tablesToCopy(from)
  const rows = await to.transaction().execute(async (tx) => {
    await refuseShop(tx)
    return copyAll(from, tx, tables)
  })
  const after = await ledgerOf(to)
  if (after.lastHash !== before.lastHash)
    throw new MoveRefused('The ledgers differ after the move: do not use the copy')
  return { tables: tables.length, rows, ...before }
}

/** A file appears whole or not at all. */
async function moveToFile(from: Db, file: string) {
  if (existsSync(file))
    throw new MoveRefused(`There is a database in DATA_DIR already: move ${file} away first, and ${file}-wal with it`)
  const unfinished = `${file}.moving`
  const all = ['', '-wal', '-shm', '.new'].map((end) => unfinished + end)
  for (const one of all) await rm(one, { force: true })
  const to = openDatabase(unfinished)
  try {
    const moved = await copyShop(from, to)
    await to.destroy()
    await rename(unfinished, file)
    const folder = await open(path.dirname(file))
    await folder.sync().finally(() => folder.close())
    return moved
  } catch (error) {
    await to.destroy()
    for (const one of all) await rm(one, { force: true })
    throw error
  }
}

/**
 * Moves the database of a shop: from DATA_DIR to PostgreSQL, or from PostgreSQL (`databaseUrl`) to DATA_DIR, as `target` says: an address or 'sqlite'.
 * Pictures stay where they are. Throws MoveRefused, CannotStart.
 */
export async function moveShop(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string | undefined },
  target: string,
) {
  const file = path.join(dataDir, DATABASE)
  if (databaseUrl === undefined && !existsSync(file))
    throw new MoveRefused(`DATA_DIR ${dataDir} holds no database of a shop`)
  // A running shop has it, on PostgreSQL too.
  const lock = takeLock(dataDir)
  const from = openDatabase(databaseUrl ?? file, () => {}, 1)
  try {
    if (target === 'sqlite') return await moveToFile(from, file)
    const to = openDatabase(target, () => {}, 1)
    return await copyShop(from, to).finally(() => to.destroy())
  } finally {
    await from.destroy()
    lock.close()
  }
}
