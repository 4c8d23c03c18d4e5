import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '#kernel/db/database.ts'
import { freePort, root } from '#testing/program.ts'
import { undoLater } from '#testing/undo.ts'
import { databaseNamed } from '../postgres.ts'
import type { Place } from '../shop-process.ts'
import type { Engine } from './options.ts'
import { parentOf } from './processes.ts'
import { loadCode, ownCopy, type WorkingCopy } from './working-copy.ts'

/** On the disk of the project: /tmp may be memory, where a commit costs nothing. */
const FOLDER = join(root, 'build', 'bench')

export interface Ground {
  /** Of the shop that is measured. */
  place: Place
  /** Its database: a file or an address. */
  database: string
  /** A copy of it, for the limits and for tracing. */
  copyPlace: Place
  copy: string
  /** Pieces of all counted products. */
  pieces: number
  /** The PostgreSQL server, where it runs on this machine. */
  postgresPid: number | undefined
  /** What else the figures depend on. */
  facts: string
}

/** Fills an empty database, the way the code of its working copy does it. */
async function fill(code: Awaited<ReturnType<typeof loadCode>>, database: string, size: number) {
  const db = code.openDatabase(database)
  await code.migrate(db)
  await code.seedProducts(db, size)
  const { pieces } = await db
    .selectFrom('products')
    .select(sql<number>`sum(stock)`.as('pieces'))
    .executeTakeFirstOrThrow()
  return { db, pieces: Number(pieces) }
}

/** A fresh shop with so many products, and a copy of its database, until everything is undone. */
export async function makeGround(
  engine: Engine,
  size: number,
  testDatabaseUrl: string | undefined,
  workingCopy: WorkingCopy = ownCopy,
): Promise<Ground> {
  const code = await loadCode(workingCopy)
  const folder = join(FOLDER, workingCopy.name)
  const dropFolder = () => rm(folder, { recursive: true, force: true })
  await dropFolder()
  undoLater(dropFolder)
  const place = { dataDir: join(folder, 'shop'), port: await freePort() }
  const copyPlace = { ...place, dataDir: join(folder, 'copy') }
  await mkdir(copyPlace.dataDir, { recursive: true })

  if (engine === 'sqlite') {
    const { databaseFile, release } = await code.openDataDir(place.dataDir)
    const { db, pieces } = await fill(code, databaseFile, size)
    await db.destroy()
    release()
    const copy = join(copyPlace.dataDir, 'copy.sqlite')
    await cp(databaseFile, copy)
    const facts = `SQLite ${process.versions.sqlite}, WAL, synchronous=FULL`
    return { place, database: databaseFile, copyPlace, copy, pieces, postgresPid: undefined, facts }
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
  const { db, pieces } = await fill(code, database, size)
  await sql`vacuum analyze`.execute(db)
  await db.destroy()
  await sql`create database ${sql.id(copyName)} template ${sql.id(name)}`.execute(admin)
  const { rows } = await sql<{ version: string; fsync: string; commits: string; pid: number }>`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commits, pg_backend_pid() as pid`.execute(admin)
  const [about] = rows
  return {
    place: { ...place, databaseUrl: database },
    database,
    copyPlace: { ...copyPlace, databaseUrl: copy },
    copy,
    pieces,
    postgresPid: about && parentOf(about.pid),
    facts: `PostgreSQL ${about?.version}, fsync ${about?.fsync}, synchronous_commit ${about?.commits}`,
  }
}
