import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { type Config, readConfig, WrongSetting } from '#kernel/config.ts'
import { DATABASE } from '#kernel/db/data-dir.ts'
import { openDatabase } from '#kernel/db/database.ts'

const migrationsFolder = new URL('../migrations/', import.meta.url)

/** Ends the process with one line. 2: another tool is the right one; 1: everything else. */
export function stopWith(message: string, code: 1 | 2 = 1): never {
  console.error(message)
  process.exit(code)
}

/** Ends the process when a setting is wrong. */
export function readSettings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof WrongSetting) stopWith(error.message)
    throw error
  }
}

/** For a short change, beside a running shop too. Ends the process when there is no database, or an older one. */
export async function openExistingDatabase(config: Config) {
  const file = path.join(config.dataDir, DATABASE)
  if (!config.databaseUrl && !existsSync(file))
    stopWith(`DATA_DIR ${config.dataDir} holds no Haat data: start the shop first, or set DATA_DIR`)
  const db = openDatabase(config.databaseUrl ?? file)
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db).catch((error) => {
    stopWith(`The database cannot be read: ${error.message || error.code}`)
  })
  const known = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.ts'))
  const names = new Set(applied.rows.map(({ name }) => name))
  if (known.some((name) => !names.has(name.replace(/\.ts$/, ''))))
    stopWith('The database is of an older version of the shop: start the shop once, which brings it up to date')
  return db
}
