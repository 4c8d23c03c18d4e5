import { spawnSync } from 'node:child_process'
import { cp, mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { openDatabase } from '#kernel/db/database.ts'
import { freePort, root } from '#testing/program.ts'
import { undoLater } from '#testing/undo.ts'
import { databaseNamed } from '../postgres.ts'
import { parentOf } from '../processes.ts'
import type { Place } from '../shop-process.ts'
import type { Engine } from './options.ts'

/** On the project's disk: /tmp may be memory, where a commit costs nothing. */
const FOLDER = join(root, 'build', 'bench')

/** A clone of the project, whose shop is measured. */
export interface WorkingCopy {
  /** Names its folder and its databases. */
  name: string
  folder: string
}

export const ownCopy: WorkingCopy = { name: 'own', folder: root }

/** Builds another clone. Throws when there is none, or it cannot be built. */
export function prepareCopy(folder: string): WorkingCopy {
  const copy = { name: 'beside', folder: resolve(folder) }
  const { status } = spawnSync('npm', ['run', 'build'], { cwd: copy.folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${copy.folder} cannot be made ready to run`)
  return copy
}

/** The copy's own code makes its database, since its tables may differ from ours. */
async function loadCode({ folder }: WorkingCopy) {
  const urlOf = (file: string) => pathToFileURL(join(folder, file)).href
  const { openDataDir }: typeof import('#kernel/db/data-dir.ts') = await import(urlOf('src/kernel/db/data-dir.ts'))
  const { openDatabase }: typeof import('#kernel/db/database.ts') = await import(urlOf('src/kernel/db/database.ts'))
  const { migrate }: typeof import('#kernel/db/migrate.ts') = await import(urlOf('src/kernel/db/migrate.ts'))
  const { seedProducts }: typeof import('./seed.ts') = await import(urlOf('scripts/bench/seed.ts'))
  return {
    openDataDir,
    async fill(database: string, size: number) {
      const db = openDatabase(database)
      await migrate(db)
      await seedProducts(db, size)
      return db
    },
  }
}

export interface Ground {
  place: Place
  /** A copy of the database, for the limits and for tracing. */
  copyPlace: Place
  copy: string
  /** The PostgreSQL server, where it runs on this machine. */
  postgresPid?: number | undefined
  facts: string
}

/** A fresh shop and a copy of its database, until everything is undone. */
export async function makeGround(
  engine: Engine,
  size: number,
  testDatabaseUrl: string | undefined,
  workingCopy: WorkingCopy,
): Promise<Ground> {
  const { openDataDir, fill } = await loadCode(workingCopy)
  const folder = join(FOLDER, workingCopy.name)
  const dropFolder = () => rm(folder, { recursive: true, force: true })
  await dropFolder()
  undoLater(dropFolder)
  const place = { dataDir: join(folder, 'shop'), port: await freePort() }
  const copyPlace = { ...place, dataDir: join(folder, 'copy') }
  await mkdir(copyPlace.dataDir, { recursive: true })

  if (engine === 'sqlite') {
    const { databaseFile, release } = await openDataDir(place.dataDir)
    const db = await fill(databaseFile, size)
    await db.destroy()
    release()
    const copy = join(copyPlace.dataDir, 'copy.sqlite')
    await cp(databaseFile, copy)
    return { place, copyPlace, copy, facts: `SQLite ${process.versions.sqlite}, WAL, synchronous=FULL` }
  }

  const server = testDatabaseUrl ?? ''
  const admin = openDatabase(server)
  const name = `haat_bench_${process.pid}_${workingCopy.name}`
  const copyName = `${name}_copy`
  undoLater(async () => {
    for (const database of [name, copyName])
      await sql`drop database if exists ${sql.id(database)} with (force)`.execute(admin)
    await admin.destroy()
  })
  await sql`create database ${sql.id(name)}`.execute(admin)
  const [database, copy] = [databaseNamed(server, name), databaseNamed(server, copyName)]
  const db = await fill(database, size)
  await sql`vacuum analyze`.execute(db)
  await db.destroy()
  await sql`create database ${sql.id(copyName)} template ${sql.id(name)}`.execute(admin)
  const { rows } = await sql<{ version: string; fsync: string; pid: number }>`
    select current_setting('server_version') as version, current_setting('fsync') as fsync, pg_backend_pid() as pid`.execute(
    admin,
  )
  const [about] = rows
  return {
    place: { ...place, databaseUrl: database },
    copyPlace: { ...copyPlace, databaseUrl: copy },
    copy,
    postgresPid: about && parentOf(about.pid),
    facts: `PostgreSQL ${about?.version}, fsync ${about?.fsync}`,
  }
}
