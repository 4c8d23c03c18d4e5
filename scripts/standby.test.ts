import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { type Db, openDatabase } from '#kernel/db/database.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import { undoAll, undoLater } from '#testing/undo.ts'
import { findPostgres, startPostgres } from './postgres.ts'

afterAll(undoAll)

/** A server that is a standby, and one connection to it. */
async function openStandby() {
  const postgres = await startPostgres({ fsync: false })
  if (!postgres) throw new Error('there is no PostgreSQL')
  const primary = openDatabase(postgres.url)
  await sql`create table things (id integer)`.execute(primary)
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(primary)
  await primary.destroy()
  await postgres.stop('fast')
  await writeFile(join(rows[0]?.data_directory ?? '', 'standby.signal'), '')
  await postgres.start()
  const db = openDatabase(postgres.url, () => {}, 1)
  undoLater(() => db.destroy())
  return db
}

const write = (db: Db) => sql`insert into things values (1)`.execute(db)
async function session(db: Db) {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid
}

describe.runIf(findPostgres('initdb'))('a connection to a standby', () => {
  it('is kept while it reads, and dropped when it was to write, alone or in a transaction', async () => {
    const db = await openStandby()
    for (const tryToWrite of [() => write(db), () => db.transaction().execute((tx) => write(tx))]) {
      const before = await session(db)
      expect(await session(db)).toBe(before)
      const refusal = await tryToWrite().catch((error: unknown) => error)
      expect(databaseFailure(refusal)).toBe('away')
      // The moment in which the server ends it is an error, too.
      await vi.waitFor(async () => expect(await session(db)).not.toBe(before), { timeout: 20_000 })
    }
  })
})
