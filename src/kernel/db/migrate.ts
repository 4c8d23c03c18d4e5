import { readdir } from 'node:fs/promises'
import { type Migration, Migrator } from 'kysely/migration'
import { CannotStart } from '#kernel/cannot-start.ts'
import type { Db, Tx } from './database.ts'
import { hasTable, oneAfterTheOther } from './engine.ts'
import { dropHalfMade, isLeftOver } from './half-made.ts'

const folder = new URL('../../../migrations/', import.meta.url)
const TABLE = 'kysely_migration'

const listMigrations = async () =>
  (await readdir(folder))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort()

export interface ShopMigration extends Migration {
  /** Can processes of the version before go on meanwhile and afterwards? */
  besideOldVersion: boolean
  /** What the old version would do wrong, worded to follow a colon. */
  whyNot?: string
  fills?: readonly string[]
}

export async function getMigrations(): Promise<Record<string, ShopMigration>> {
  const loaded = (await listMigrations()).map(
    async (name): Promise<[string, ShopMigration]> => [name, await import(`../../../migrations/${name}.ts`)],
  )
  return Object.fromEntries(await Promise.all(loaded))
}

async function listApplied(db: Db) {
  if (!(await hasTable(db, TABLE))) return []
  const rows = await db.withTables<{ [TABLE]: { name: string } }>().selectFrom(TABLE).select('name').execute()
  return rows.map(({ name }) => name)
}

/**
 * Migrates to the newest schema, or to `upTo`, in one transaction; safe from several processes. Gives the missing migrations. Throws
 * CannotStart.
 */
export async function migrate(db: Db, upTo?: string): Promise<string[]> {
  const known = await listMigrations()
  const applied = await listApplied(db)
  const unknown = applied.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new CannotStart(
      `The database was made by a newer version of the shop (${unknown}): run that version, or restore a backup made before it`,
    )
  const missing = known.filter((name) => !applied.includes(name))
  if (upTo === undefined && missing.length === 0) return []
  try {
    await oneAfterTheOther(db, 'migrations', (tx) => apply(tx, upTo))
  } catch (error) {
    if (!isLeftOver(error)) throw error
    await oneAfterTheOther(db, 'migrations', async (tx) => {
      const filled = Object.values(await getMigrations()).flatMap(({ fills = [] }) => fills)
      if (!(await dropHalfMade(tx, filled))) throw halfChanged(error)
      await apply(tx, upTo)
    })
  }
  return applied.length > 0 ? missing : []
}

export async function sayWhetherOldVersionMayRun(names: readonly string[]) {
  const migrations = await getMigrations()
  const reasons = names.flatMap((name) => (migrations[name]?.besideOldVersion ? [] : [migrations[name]?.whyNot]))
  const now = `the database was brought to this version of the shop (${names.join(', ')})`
  return reasons.length === 0
    ? { mustStop: false, text: `${now}. Processes of the version before may go on until they are replaced` }
    : { mustStop: true, text: `${now}. Stop what still runs of the version before: ${reasons.join('; ')}` }
}

async function apply(tx: Tx, upTo: string | undefined) {
  const migrator = new Migrator({ db: tx, provider: { getMigrations } })
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error) throw error
}

const halfChanged = ({ message }: Error) =>
  new CannotStart(
    `The database cannot be brought to this version of the shop (${message}), and nothing was changed. Restore the backup made before an upgrade that was broken off`,
  )
