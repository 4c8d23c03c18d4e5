import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '#testing/program.ts'

/** A clone of the project, whose shop is measured. */
export interface WorkingCopy {
  /** What its folder and its databases are called. */
  name: string
  folder: string
}

export const ownCopy: WorkingCopy = { name: 'own', folder: root }

/** Another clone, made ready to run. Throws when it is none, or cannot be built. */
export function prepareCopy(folder: string): WorkingCopy {
  const copy = { name: 'beside', folder: resolve(folder) }
  const { status } = spawnSync('npm', ['run', 'build'], { cwd: copy.folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${copy.folder} cannot be made ready to run`)
  return copy
}

/** What makes the database of a working copy: its own code, since its tables may differ from ours. */
export async function loadCode({ folder }: WorkingCopy) {
  const urlOf = (file: string) => pathToFileURL(join(folder, file)).href
  const { openDataDir }: typeof import('#kernel/db/data-dir.ts') = await import(urlOf('src/kernel/db/data-dir.ts'))
  const { openDatabase }: typeof import('#kernel/db/database.ts') = await import(urlOf('src/kernel/db/database.ts'))
  const { migrate }: typeof import('#kernel/db/migrate.ts') = await import(urlOf('src/kernel/db/migrate.ts'))
  const { seedProducts }: typeof import('./seed.ts') = await import(urlOf('scripts/bench/seed.ts'))
  return { openDataDir, openDatabase, migrate, seedProducts }
}
