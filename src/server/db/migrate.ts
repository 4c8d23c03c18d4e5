import { readdir } from 'node:fs/promises'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './database.ts'
import { oneAfterTheOther } from './engine.ts'

const folder = new URL('../../../migrations/', import.meta.url)

async function getMigrations() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const loaded = names.map(
    async (name): Promise<[string, Migration]> => [name.replace(/\.ts$/, ''), await import(new URL(name, folder).href)],
  )
  return Object.fromEntries(await Promise.all(loaded))
}

/**
 * Brings the database to the newest schema, or to that of an older version: the one after the migration `upTo`. Safe when several
 * processes start at once. Throws what a migration threw.
 */
export function migrate(db: Db, upTo?: string) {
  return oneAfterTheOther(db, 'migrations', async (own) => {
    const migrator = new Migrator({ db: own, provider: { getMigrations } })
    const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
    if (error) throw error
  })
}
