import { readdir } from 'node:fs/promises'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './database.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/** Brings the database to the newest schema. Safe when several processes start at once. Throws what a migration threw. */
export async function migrate(db: Db) {
  const migrator = new Migrator({
    db,
    provider: {
      async getMigrations() {
        const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
        const loaded = names.map(async (name): Promise<[string, Migration]> => [name.replace(/\.ts$/, ''), await import(new URL(name, folder).href)])
        return Object.fromEntries(await Promise.all(loaded))
      },
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
