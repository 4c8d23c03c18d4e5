import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seedDemoCatalogue } from '#features/catalog/server/demo-catalogue.ts'
import { type Db, listenToStatements, openDatabase } from '#kernel/db/database.ts'
import { isPostgres } from '#kernel/db/engine.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { openSqlite } from '#kernel/db/sqlite/sqlite.ts'
import { freshPostgres, onPostgres } from '#testing/shop.ts'

/** The schema that shops had before migrations were one transaction on SQLite. */
const BEFORE = '0007-rate-limits'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'haat-migrate-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Everything the migrations have made, in words. */
async function schemaOf(db: Db) {
  const texts = isPostgres(db)
    ? sql<{ text: string }>`
        select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || coalesce(column_default, '') as text
          from information_schema.columns where table_schema = 'public'
        union all select indexdef from pg_indexes where schemaname = 'public'
        union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
        union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
        union all select name from kysely_migration
        order by 1`
    : sql<{ text: string }>`
        select type || ' ' || name || ' ' || coalesce(sql, '') as text from sqlite_schema
        union all select tbl || ' ' || idx || ' ' || stat from sqlite_stat1
        union all select name from kysely_migration
        order by 1`
  return (await texts.execute(db)).rows.map(({ text }) => text)
}

async function countProducts(db: Db) {
  const { products } = await db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('products'))
    .executeTakeFirstOrThrow()
  return products
}

async function firstStart(db: Db) {
  await migrate(db)
  await seedDemoCatalogue({ db, now: () => new Date() })
}

/** What the shop had when it was upgraded. */
async function addOrder(db: Db) {
  await sql`insert into users (id, name, email, password_hash, created_at)
    values ('meera', 'Meera', 'meera@example.com', '', 1)`.execute(db)
  await sql`insert into orders (id, user_id, subtotal_paise, tax_paise, amount_paise, address, payment_type, status, is_paid, created_at)
    values ('order', 'meera', 100, 2, 102, ${JSON.stringify(address)}, 'COD', 'Delivered', 1, 1)`.execute(db)
  await sql`insert into order_lines (order_id, position, product_id, name, category, price_paise, offer_price_paise, images, quantity, stock_taken)
    values ('order', 0, 'bowl', 'Bowl', 'Pottery-Ceramics', 100, 100, '[]', 1, 0)`.execute(db)
}
const address = {
  ...{ firstName: 'Meera', lastName: 'Rao', email: 'meera@example.com', street: '1 Road', city: 'Pune' },
  ...{ state: 'Maharashtra', zipcode: '411001', country: 'India', phone: '98450 12345' },
}
const keptOrders = (db: Db) => db.selectFrom('orders').select(['id', 'user_id', 'amount_paise', 'status']).execute()
const keptOrder = [{ id: 'order', user_id: 'meera', amount_paise: 102, status: 'Delivered' }]

describe('on SQLite', () => {
  const fileIn = (name: string) => path.join(folder, name)
  const open = (name: string) => openDatabase(fileIn(name))
  async function withDb<T>(name: string, work: (db: Db) => Promise<T>) {
    const db = open(name)
    return work(db).finally(() => db.destroy())
  }

  /**
   * Copies the files of a database after each statement of `work`, when they differ from the copy before: what a kill at that moment
   * would leave. Tells their names, and how many statements there were.
   */
  async function imagesWhile(name: string, work: (db: Db) => Promise<unknown>) {
    mkdirSync(fileIn('images'))
    const parts = ['', '-wal']
    const images: string[] = []
    let statements = 0
    let last = ''
    await withDb(name, async (db) => {
      listenToStatements(db, () => {
        statements += 1
        const hash = createHash('sha256')
        for (const part of parts) hash.update(readFileSync(fileIn(name + part)))
        const now = hash.digest('hex')
        if (now === last) return
        last = now
        const image = `images/${images.length}.sqlite`
        for (const part of parts) copyFileSync(fileIn(name + part), fileIn(image + part))
        images.push(image)
      })
      await work(db)
    })
    return { images, statements }
  }

  it('a first start that is killed after any statement is made good by the next one', async () => {
    const { images, statements } = await imagesWhile('first.sqlite', firstStart)
    const undisturbed = await withDb('first.sqlite', async (db) => [await countProducts(db), ...(await schemaOf(db))])
    expect(statements).toBeGreaterThan(60)
    expect(images.length).toBeGreaterThan(1)
    for (const image of images) {
      const next = await withDb(image, async (db) => {
        await firstStart(db)
        return [await countProducts(db), ...(await schemaOf(db))]
      })
      expect(next, image).toEqual(undisturbed)
    }
  })

  it('an upgrade that is killed after any statement is made good by the next start, with all its data', async () => {
    await withDb('shop.sqlite', async (db) => {
      await migrate(db, BEFORE)
      await addOrder(db)
    })
    const { images } = await imagesWhile('shop.sqlite', migrate)
    const undisturbed = await withDb('shop.sqlite', schemaOf)
    for (const image of images)
      await withDb(image, async (db) => {
        await migrate(db)
        expect(await schemaOf(db), image).toEqual(undisturbed)
        expect(await keptOrders(db), image).toEqual(keptOrder)
      })
  })

  it('a start that runs out of disk anywhere changes nothing, and the next one has room', async () => {
    await withDb('whole.sqlite', migrate)
    const undisturbed = await withDb('whole.sqlite', schemaOf)
    let failures = 0
    for (let pages = 2; ; pages += 7) {
      const limited = openDatabase(fileIn('full.sqlite'))
      await sql.raw(`pragma max_page_count = ${pages}`).execute(limited)
      const failure = await migrate(limited).then(
        () => undefined,
        (error: unknown) => error,
      )
      await limited.destroy()
      if (failure === undefined) break
      expect(databaseFailure(failure)).toBe('disk')
      failures += 1
    }
    expect(failures).toBeGreaterThan(5)
    expect(await withDb('full.sqlite', schemaOf)).toEqual(undisturbed)
  })

  it('a migration that is stopped by closing the database never took place', async () => {
    const db = open('stopped.sqlite')
    let statements = 0
    listenToStatements(db, () => {
      statements += 1
      if (statements === 30) void db.destroy()
    })
    await expect(migrate(db)).rejects.toThrow('not open')
    const left = openSqlite(fileIn('stopped.sqlite'))
    expect(left.prepare('select name from sqlite_schema').all()).toEqual([])
    left.close()
  })

  /** As the shop once did it: each statement by itself. */
  function migrateOneByOne(db: Db, upTo: string) {
    const folder = new URL('../../../migrations/', import.meta.url)
    const getMigrations = async () => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
      const loaded = names.map(async (name) => [name.replace('.ts', ''), await import(new URL(name, folder).href)])
      return Object.fromEntries(await Promise.all(loaded))
    }
    return new Migrator({ db, provider: { getMigrations }, disableTransactions: true }).migrateTo(upTo)
  }

  it('what an older version left of a first start, killed anywhere, is begun anew', async () => {
    const { images } = await imagesWhile('old.sqlite', (db) => migrateOneByOne(db, BEFORE))
    await withDb('whole.sqlite', migrate)
    const undisturbed = await withDb('whole.sqlite', schemaOf)
    // Not all of them: each is begun from nothing.
    for (const image of images.filter((_, at) => at % 5 === 0))
      await withDb(image, async (db) => {
        await migrate(db)
        expect(await schemaOf(db), image).toEqual(undisturbed)
      })
  })

  it('what an older version left of an upgrade of a shop that was in use is told in one line, and left as it is', async () => {
    await withDb('shop.sqlite', async (db) => {
      await migrate(db, '0006-catalogue-version')
      await addOrder(db)
      // Killed before it was noted.
      await sql`create table rate_tallies (key text primary key)`.execute(db)
    })
    const before = await readFile(fileIn('shop.sqlite'))
    await withDb('shop.sqlite', async (db) => {
      await expect(migrate(db)).rejects.toThrow(
        /^The database cannot be brought to this version.* Restore the backup.*$/,
      )
      expect(await keptOrders(db)).toEqual(keptOrder)
    })
    expect((await readFile(fileIn('shop.sqlite'))).equals(before)).toBe(true)
  })

  it('a database of a newer version is refused in one line and left as it is', async () => {
    await withDb('newer.sqlite', async (db) => {
      await migrate(db)
      await sql`insert into kysely_migration values ('9999-future', '2030-01-01T00:00:00.000Z')`.execute(db)
    })
    const before = await readFile(fileIn('newer.sqlite'))
    await expect(withDb('newer.sqlite', migrate)).rejects.toThrow(
      /^The database was made by a newer version of the shop \(9999-future\).*$/,
    )
    expect((await readFile(fileIn('newer.sqlite'))).equals(before)).toBe(true)
    expect(await readdir(folder)).toEqual(['newer.sqlite'])
  })
})

describe.runIf(onPostgres)('on PostgreSQL', () => {
  /** Not at each of some hundred messages, for each try begins with those before: a prime, so that every kind of message is met. */
  const STEP = 7
  let database: Awaited<ReturnType<typeof freshPostgres>>
  let db: Db
  beforeEach(async () => {
    database = await freshPostgres()
    db = openDatabase(database.href)
  })
  afterEach(async () => {
    await db.destroy()
    await database.drop()
  })

  /** Runs `work` through a connection that breaks with its n-th message to the server, as a kill breaks it. Did it get that far? */
  async function breaksAt(n: number, work: (db: Db) => Promise<unknown>) {
    const { hostname, port } = new URL(database.href)
    let messages = 0
    const proxy = createServer((client) => {
      const server = connect(Number(port), hostname)
      const cut = () => {
        client.destroy()
        server.destroy()
      }
      for (const socket of [client, server]) socket.on('error', cut).on('close', cut)
      client.on('data', (bytes) => {
        messages += 1
        server.write(bytes)
        if (messages >= n) cut()
      })
      server.on('data', (bytes) => client.write(bytes))
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const url = new URL(database.href)
    url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const broken = openDatabase(url.href)
    const isWhole = await work(broken).then(
      () => true,
      () => false,
    )
    await broken.destroy()
    proxy.close()
    return !isWhole
  }

  it('a first start whose connection breaks anywhere is made good by the next one', {
    timeout: 300_000,
  }, async () => {
    let n = 1
    while (await breaksAt(n, firstStart)) n += STEP
    expect(n).toBeGreaterThan(60)
    const left = [await countProducts(db), ...(await schemaOf(db))]
    const other = await freshPostgres()
    const undisturbed = openDatabase(other.href)
    await firstStart(undisturbed)
    expect(left).toEqual([await countProducts(undisturbed), ...(await schemaOf(undisturbed))])
    await undisturbed.destroy()
    await other.drop()
  })

  it('an upgrade whose connection breaks anywhere is made good by the next start, with all its data', {
    timeout: 300_000,
  }, async () => {
    await migrate(db, BEFORE)
    await addOrder(db)
    for (let n = 1; await breaksAt(n, migrate); n += STEP) expect(await keptOrders(db)).toEqual(keptOrder)
    expect(await keptOrders(db)).toEqual(keptOrder)
  })

  it('several that start at once bring it to the newest schema once', async () => {
    const starts = Array.from({ length: 4 }, () => openDatabase(database.href))
    await Promise.all(starts.map((start) => migrate(start)))
    for (const start of starts) await start.destroy()
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  })

  it('a database of a newer version is refused in one line and left as it is', async () => {
    await migrate(db)
    await sql`insert into kysely_migration values ('9999-future', '2030-01-01T00:00:00.000Z')`.execute(db)
    await expect(migrate(db)).rejects.toThrow(
      /^The database was made by a newer version of the shop \(9999-future\).*$/,
    )
  })
})
