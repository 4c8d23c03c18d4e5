import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { freshPostgres, onPostgres } from '#testing/shop.ts'
import { type Db, openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { prepared, type Slots } from '../query/prepared.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const findNotes = prepared((db, { keys }: Slots<{ keys: string[] }>) =>
  db
    .selectFrom('shop_notes')
    .select('value')
    .where(({ eb, ref }) => eb(ref('key'), 'in', sql<'restored-at'>`(${sql.join(keys)})`)),
)
const findWhole = prepared((db, { keys }: Slots<{ keys: string[] }>) =>
  db
    .selectFrom('shop_notes')
    .selectAll()
    .where(({ eb, ref }) => eb(ref('key'), 'in', sql<'restored-at'>`(${sql.join(keys)})`)),
)

/** One connection to a database with one note; `way` leads to it by a way round. */
async function openOne(way = async (href: string) => href) {
  const own = await freshPostgres()
  closing.push(own.drop)
  const db = openDatabase(await way(own.href), () => {}, 1)
  closing.push(() => db.destroy())
  await migrate(db)
  await db.insertInto('shop_notes').values({ key: 'restored-at', value: 'one' }).execute()
  return db
}

const kept = async (db: Db) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows
const read = (db: Db) => findNotes(db, { keys: ['restored-at'] })

/** What a pooler does that matters here: it tells its clients a number of its own for the process that serves them. */
async function tellAnotherNumber(href: string) {
  const { hostname, port } = new URL(href)
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    client.pipe(upstream)
    upstream.on('data', (bytes) => {
      const at = bytes.indexOf(Buffer.from('K\0\0\0\x0c', 'latin1'))
      if (at >= 0) bytes.writeUInt32BE(7, at + 5)
      client.write(bytes)
    })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => server.close())
  const address = server.address()
  return Object.assign(new URL(href), { port: String(typeof address === 'object' ? address?.port : '') }).href
}

describe.runIf(onPostgres)('a connection to PostgreSQL', () => {
  it('keeps what is sent often, but for what asks for all columns', async () => {
    const db = await openOne()
    for (let count = 0; count < 3; count++) expect(await read(db)).toEqual([{ value: 'one' }])
    await findWhole(db, { keys: ['restored-at'] })
    expect(await kept(db)).toMatchObject([{ statement: expect.stringContaining('select "value"') }])
  })

  it('keeps nothing where a pooler stands between', async () => {
    const db = await openOne(tellAnotherNumber)
    for (let count = 0; count < 3; count++) expect(await read(db)).toEqual([{ value: 'one' }])
    expect(await kept(db)).toEqual([])
  })

  it('goes on when a column is added, and with a new connection when one that is asked for has changed', async () => {
    const db = await openOne()
    await read(db)
    await sql`alter table shop_notes add column more text`.execute(db)
    expect(await read(db)).toEqual([{ value: 'one' }])
    await sql`alter table shop_notes alter column value type varchar(100)`.execute(db)
    await expect(read(db)).rejects.toThrow('cached plan')
    expect(await read(db)).toEqual([{ value: 'one' }])
  })

  it('begins a transaction with its first statement, and ends it when that one fails', async () => {
    const db = await openOne()
    const change = (value: string, then: (tx: Db) => Promise<unknown>) =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('shop_notes').set({ value }).execute()
        await then(tx)
      })
    await change('two', async () => {})
    await expect(change('three', (tx) => sql`select 1 / 0`.execute(tx))).rejects.toThrow('zero')
    await expect(db.transaction().execute((tx) => sql`select nothing`.execute(tx))).rejects.toThrow('nothing')
    expect(await read(db)).toEqual([{ value: 'two' }])
  })

  it('lets no transaction run without its BEGIN', async () => {
    const db = await openOne()
    const begins = db.transaction().execute(async (tx) => {
      // In the turn of BEGIN: its connection is ended before it is answered.
      const writes = tx.updateTable('shop_notes').set({ value: 'lost' }).execute()
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      await writes
    })
    await expect(begins).rejects.toThrow()
    expect(await read(db)).toEqual([{ value: 'one' }])
  })
})
