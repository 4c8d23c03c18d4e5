import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databaseFailure } from '../failures.ts'
import { openSqlite, sqliteDialect } from './sqlite.ts'

interface Tables {
  boxes: { content: Uint8Array }
}

/** A database whose disk has room for so many pages, a file where others look at it. */
async function openBoxes(file = ':memory:') {
  const connection = openSqlite(file)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(() => connection) })
  await sql`create table if not exists boxes (content blob unique)`.execute(db)
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

  it('looks at no number of rows before it has prepared a statement, so that one statement does for all of them', async () => {
    const { db } = await openBoxes()
    const { sql: text, parameters } = db.selectFrom('boxes').selectAll().limit(2).offset(1).compile()
    expect(text).toMatch(/limit cast\(\? as integer\) offset cast\(\? as integer\)$/)
    expect(parameters).toEqual([2, 1])
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

  it('answers a refusal after the commit of what it may rest on', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'haat-sqlite-'))
    const file = path.join(folder, 'boxes.sqlite')
    const { db, pack } = await openBoxes(file)
    const other = openSqlite(file)
    const failure = new Error('no more')
    const taken = pack(1)
    const seenByOther = await pack(2, failure).catch((error) => ({
      error,
      ...other.prepare('select count(*) as boxes from boxes').get(),
    }))
    expect(seenByOther).toEqual({ error: failure, boxes: 1 })
    await taken
    other.close()
    await db.destroy()
    await rm(folder, { recursive: true })
  })

  it('refuses nothing for a reason that is lost with a full disk: it says that the disk is full', async () => {
    const { db, connection, pack, insert, sizes } = await openBoxes()
    await pack(1)
    connection.exec('PRAGMA max_page_count = 4')
    const failure = new Error('no more')
    const refused = [pack(2, failure), insert(1), pack(1)]
    const results = await Promise.allSettled([...refused, pack(100_000)])
    for (const result of results) expect(result.status === 'rejected' && databaseFailure(result.reason)).toBe('disk')
    await expect(pack(2, failure)).rejects.toBe(failure)
    expect(await sizes()).toEqual([1])
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

  /** A database in a file that another process is writing to; a change waits so long for it. */
  async function openLocked(timeoutMs: number) {
    const folder = await mkdtemp(path.join(tmpdir(), 'haat-sqlite-'))
    const file = path.join(folder, 'boxes.sqlite')
    const { db: first, pack } = await openBoxes(file)
    await pack(1)
    await first.destroy()
    const other = openSqlite(file)
    const db = new Kysely<Tables>({ dialect: sqliteDialect(() => openSqlite(file), { timeoutMs, pauseMs: 1 }) })
    other.exec('begin immediate')
    return {
      db,
      other,
      insert: (bytes: number) =>
        db
          .insertInto('boxes')
          .values({ content: new Uint8Array(bytes) })
          .execute(),
      count: async () => (await db.selectFrom('boxes').selectAll().execute()).length,
      async close() {
        other.close()
        await db.destroy()
        await rm(folder, { recursive: true })
      },
    }
  }

  it('lets everybody else go on while a change waits for another process', async () => {
    const { db, other, insert, count, close } = await openLocked(60_000)
    let isDone = false
    const changes = Promise.all([
      insert(2),
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('boxes').execute()
        await tx
          .insertInto('boxes')
          .values({ content: new Uint8Array(3) })
          .execute()
      }),
      insert(4),
    ]).then(() => {
      isDone = true
    })
    for (let turn = 0; turn < 20; turn++) {
      expect(await count()).toBe(1)
      await setTimeout(1)
    }
    expect(isDone).toBe(false)
    other.exec('rollback')
    await changes
    expect([2, 3]).toContain(await count())
    await close()
  })

  it('says that it is busy when another process writes for too long, and works again after it', async () => {
    const { db, other, insert, count, close } = await openLocked(20)
    const change = () => db.transaction().execute((tx) => tx.deleteFrom('boxes').execute())
    for (const attempt of [() => insert(2), change, () => sql`create table more (content blob)`.execute(db)])
      expect(databaseFailure(await attempt().catch((error) => error))).toBe('busy')
    other.exec('rollback')
    await insert(2)
    expect(await count()).toBe(2)
    await close()
  })

  it('is not opened before it is asked for something, so that one nobody uses need not be closed', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'haat-sqlite-'))
    const db = new Kysely<Tables>({ dialect: sqliteDialect(() => openSqlite(path.join(folder, 'unused.sqlite'))) })
    await db.destroy()
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  })

  it('undoes a transaction that is going on when it is closed, and keeps those that wait for the disk', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'haat-sqlite-'))
    const file = path.join(folder, 'boxes.sqlite')
    const { db, pack, insert } = await openBoxes(file)
    const done = [pack(1), insert(3)]
    const undone = db.transaction().execute(async (tx) => {
      await tx
        .insertInto('boxes')
        .values({ content: new Uint8Array(2) })
        .execute()
      await db.destroy()
    })
    await expect(undone).rejects.toThrow()
    await Promise.all(done)
    const { db: left, sizes } = await openBoxes(file)
    expect(await sizes()).toEqual([1, 3])
    await left.destroy()
    await rm(folder, { recursive: true })
  })

  it('has content from the moment its file is there', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'haat-sqlite-'))
    const file = path.join(folder, 'new.sqlite')
    openSqlite(file).close()
    expect((await stat(file)).size).toBeGreaterThan(0)
    await rm(folder, { recursive: true })
  })
})
