import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databaseFailure } from './failures.ts'
import { openSqlite, sqliteDialect } from './sqlite.ts'

interface Tables {
  boxes: { content: Uint8Array }
}

/** A database whose disk has room for so many pages, a file where others look at it. */
async function openBoxes(file = ':memory:') {
  const connection = openSqlite(file)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
  await sql`create table boxes (content blob unique)`.execute(db)
  const insert = (to: Kysely<Tables>, bytes: number) =>
    to
      .insertInto('boxes')
      .values({ content: new Uint8Array(bytes) })
      .execute()
  return {
    db,
    connection,
    insert: (bytes: number) => insert(db, bytes),
    pack: (bytes: number, thenFail?: Error) =>
      db.transaction().execute(async (tx) => {
        await insert(tx, bytes)
        if (thenFail) throw thenFail
      }),
    sizes: async () => {
      const rows = await db.selectFrom('boxes').selectAll().execute()
      return rows.map(({ content }) => content.length)
    },
  }
}

describe('the embedded database', () => {
  it('says that the disk is full, although the transaction is over by then, and goes on when there is room', async () => {
    const { db, connection, pack, sizes } = await openBoxes()
    await pack(10)
    connection.exec('PRAGMA max_page_count = 4')
    expect(databaseFailure(await pack(100_000).catch((error) => error))).toBe('disk')
    expect(await sizes()).toEqual([10])
    connection.exec('PRAGMA max_page_count = 1000')
    await pack(100_000)
    expect(await sizes()).toEqual([10, 100_000])
    await db.destroy()
  })

  it('has changes that are asked for together go to the disk together', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'haat-sqlite-'))
    const file = path.join(folder, 'boxes.sqlite')
    const { db, pack, insert } = await openBoxes(file)
    const other = openSqlite(file)
    const seenByOther = () => other.prepare('select count(*) as boxes from boxes').get()
    const seen = await Promise.all([pack(1), insert(2), pack(3)].map((change) => change.then(seenByOther)))
    expect(seen).toEqual([{ boxes: 3 }, { boxes: 3 }, { boxes: 3 }])
    other.close()
    await db.destroy()
    await rm(folder, { recursive: true })
  })

  it('undoes one of them without the others', async () => {
    const { db, pack, insert, sizes } = await openBoxes()
    const failure = new Error('no more')
    const changes = await Promise.allSettled([pack(1), pack(2, failure), insert(1), pack(3), pack(1), insert(4)])
    expect(changes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(await sizes()).toEqual([1, 3, 4])
    await db.destroy()
  })

  it('acknowledges none of them when the disk is full, nor lets anybody read what is lost', async () => {
    const { db, connection, pack, insert, sizes } = await openBoxes()
    await pack(1)
    connection.exec('PRAGMA max_page_count = 4')
    const read: number[][] = []
    const look = async () => void read.push(await sizes())
    const changes = [pack(2), insert(3), pack(100_000)]
    const looks = [look(), look()]
    for (const result of await Promise.allSettled(changes)) {
      expect(result.status === 'rejected' && databaseFailure(result.reason)).toBe('disk')
    }
    await Promise.all(looks)
    expect(read).toEqual([[1], [1]])
    await pack(5)
    expect(await sizes()).toEqual([1, 5])
    await db.destroy()
  })

  it('lets a statement that cannot be part of a transaction come between them', async () => {
    const { db, pack, sizes } = await openBoxes()
    await Promise.all([pack(1), sql`vacuum`.execute(db), pack(2), sql`pragma optimize`.execute(db), pack(3)])
    expect(await sizes()).toEqual([1, 2, 3])
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
