import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databaseFailure } from './failures.ts'
import { openSqlite, sqliteDialect } from './sqlite.ts'

describe('the embedded database', () => {
  it('says that the disk is full, although the transaction is over by then, and goes on when there is room', async () => {
    const connection = openSqlite(':memory:')
    const db = new Kysely<{ boxes: { content: Uint8Array } }>({ dialect: sqliteDialect(connection) })
    await sql`create table boxes (content blob)`.execute(db)
    const pack = (bytes: number) =>
      db.transaction().execute((tx) =>
        tx
          .insertInto('boxes')
          .values({ content: new Uint8Array(bytes) })
          .execute(),
      )
    await pack(10)
    connection.exec('PRAGMA max_page_count = 2')
    expect(databaseFailure(await pack(100_000).catch((error) => error))).toBe('disk')
    expect(await db.selectFrom('boxes').selectAll().execute()).toHaveLength(1)
    connection.exec('PRAGMA max_page_count = 1000')
    await pack(100_000)
    expect(await db.selectFrom('boxes').selectAll().execute()).toHaveLength(2)
    await db.destroy()
  })

  it('has content from the moment its file is there', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'haat-sqlite-'))
    const file = path.join(folder, 'new.sqlite')
    openSqlite(file).close()
    expect((await stat(file)).size).toBeGreaterThan(0)
    await rm(folder, { recursive: true })
  })
})
