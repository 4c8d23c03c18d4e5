import { readdir } from 'node:fs/promises'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './database.ts'
import { oneAfterTheOther } from './engine.ts'

const folder = new URL('../../../migrations/', import.meta.url)

export async function getMigrations() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const loaded = names.map(
    async (name): Promise<[string, Migration]> => [name.replace(/\.ts$/, ''), await import(new URL(name, folder).href)],
  )
  return Object.fromEntries(await Promise.all(loaded))
}

/** Brings the database to the newest schema. Safe when several processes start at once. Throws what a migration threw. */
export function migrate(db: Db) {
  return oneAfterTheOther(db, 'migrations', async (own) => {
    const { error } = await new Migrator({ db: own, provider: { getMigrations } }).migrateToLatest()
    if (error) throw error
  })
}
