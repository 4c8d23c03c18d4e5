import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { checkpoint } from '#kernel/db/checkpoint.ts'
import { BackupRefused } from './manifest.ts'

const BUSY_TIMEOUT_MS = 10_000

/** Where rows name uploaded pictures: as JSON or as a link. */
const pictureColumns = [
  ['products', 'images'],
  ['order_lines', 'images'],
  ['producer_applications', 'profile_image_url'],
  ['producer_applications', 'cover_image_url'],
] as const
const pictureKey = /(?:product|producer)-[0-9a-f]{24}/g

/**
 * Copies the database of a running shop as it is at one moment, all or nothing of each transaction. VACUUM INTO reads within
 * one transaction, which neither waits for writers nor holds them up; node:sqlite's backup() copies in steps and starts again
 * with each write of another process.
 */
export async function takeSnapshot(databaseFile: string, snapshotFile: string) {
  // VACUUM INTO fills an empty file: this one only its owner may read.
  await (await open(snapshotFile, 'wx', 0o600)).close()
  const database = new DatabaseSync(databaseFile, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    database.prepare('VACUUM INTO ?').run(snapshotFile)
  } finally {
    database.close()
  }
  checkpoint(databaseFile)
}

/** Checks a database that nobody uses. Says what was applied to it and which pictures it names. Throws BackupRefused. */
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
    const named = pictureColumns
      .filter(([table]) => tables.has(table))
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
