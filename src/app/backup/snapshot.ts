import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { checkpoint } from '#kernel/db/sqlite/checkpoint.ts'
import { BackupRefused } from './manifest.ts'

const BUSY_TIMEOUT_MS = 10_000

const pictureColumns = [
  ['products', 'images'],
  ['products', 'marks'],
  ['order_lines', 'images'],
  ['producer_applications', 'profile_image_url'],
  ['producer_applications', 'cover_image_url'],
  ['producers', 'profile_image_url'],
  ['producers', 'cover_image_url'],
] as const
const pictureKey = /(?:product|producer|mark)-[0-9a-f]{24}/g

/** Copies a running shop's database in one transaction, which holds up no writer; node:sqlite's backup() starts again with each write. */
export async function takeSnapshot(databaseFile: string, snapshotFile: string) {
  // VACUUM INTO fills an empty file: only its owner may read this one.
  await (await open(snapshotFile, 'wx', 0o600)).close()
  const database = new DatabaseSync(databaseFile, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    database.prepare('VACUUM INTO ?').run(snapshotFile)
  } finally {
    database.close()
  }
  checkpoint(databaseFile)
}

/** Checks an unused database; gives its migrations and pictures. Throws BackupRefused. */
export function inspectDatabase(file: string) {
  const database = openOrRefuse(file)
  try {
    const check = database.prepare('PRAGMA quick_check(1)').get()
    if (check?.quick_check !== 'ok') throw damaged()
    const texts = (sql: string) =>
      database
        .prepare(sql)
        .all()
        .map((row) => String(Object.values(row)[0]))
    const tables = new Set(texts("select name from sqlite_schema where type = 'table'"))
    if (!tables.has('kysely_migration') || !tables.has('orders')) throw damaged()
    // A backup of an older version lacks columns that came later.
    const columnsOf = (table: string) => texts(`select name from pragma_table_info('${table}')`)
    const named = pictureColumns
      .filter(([table, column]) => tables.has(table) && columnsOf(table).includes(column))
      .flatMap(([table, column]) => texts(`select distinct ${column} from ${table}`))
    return {
      migrations: texts('select name from kysely_migration order by name'),
      pictureKeys: new Set(named.flatMap((text) => text.match(pictureKey) ?? [])),
    }
  } catch (error) {
    throw error instanceof BackupRefused ? error : damaged()
  } finally {
    database.close()
  }
}

const damaged = () => new BackupRefused('The database is damaged')

function openOrRefuse(file: string) {
  try {
    return new DatabaseSync(file, { readOnly: true })
  } catch {
    throw damaged()
  }
}
