import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyBaseLogger, FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'
import { createApp } from '#app/app.ts'
import { mailKinds } from '#app/features.ts'
import { servePages } from '#app/pages/pages.ts'
import type { PageHandler } from '#app/pages/render-page.ts'
import { addAddress } from '#features/addresses/addresses.contract.ts'
import { register, sellerLogin } from '#features/auth/auth.contract.ts'
import { ensureSeller } from '#features/auth/server/auth.service.ts'
import { type NewProduct, toRow } from '#features/catalog/server/products.ts'
import { type Clock, plainClock } from '#kernel/clock.ts'
import { readConfig } from '#kernel/config.ts'
import { openDataDir } from '#kernel/db/data-dir.ts'
import { type Db, listenToStatements, openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { mailWriter } from '#kernel/mail/mail-kinds.ts'
import { createApi } from '#shared/api-client.ts'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import type { OwnHtml } from '#shared/page-parts.ts'
import { MINUTE_MS } from '#shared/time.ts'

function noServer(): never {
  throw new Error('only PostgreSQL takes a second process')
}

/** What new databases of a server are copies of: with-postgres.ts has put all tables into this one, which takes a second for each otherwise. */
const WITH_TABLES = 'template1'
/** PostgreSQL's own, which nobody can change. */
const EMPTY = 'template0'

/** A fresh database of its own on TEST_DATABASE_URL, or a fresh SQLite in memory. `isEmpty`: without tables. */
async function freshDatabase(server: string | undefined, isEmpty: boolean) {
  if (!server) return { db: openDatabase(':memory:'), connect: noServer, drop: async () => {}, url: undefined }
  const { href, drop } = await freshPostgres(server, isEmpty ? EMPTY : WITH_TABLES)
  const connect = () => openDatabase(href)
  return { db: connect(), connect, drop, url: href }
}

/** A database without tables, of the kind that the tests run on. */
export async function emptyDatabase() {
  const { db, drop } = await freshDatabase(process.env.TEST_DATABASE_URL, true)
  const close = async () => {
    await db.destroy()
    await drop()
  }
  return { db, close }
}

/** A new database on a server, TEST_DATABASE_URL unless another is named. It is empty, unless it is to be a copy of another one. */
export async function freshPostgres(url = process.env.TEST_DATABASE_URL ?? noServer(), template = EMPTY) {
  const name = `test_${newId().replaceAll('-', '')}`
  const admin = openDatabase(url)
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(admin)
  const own = new URL(url)
  own.pathname = `/${name}`
  const drop = async () => {
    await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
    await admin.destroy()
  }
  return { href: own.href, drop }
}

/** The address of a test's own database on TEST_DATABASE_URL, for the tools of PostgreSQL. */
export async function postgresAddress(db: Db) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return Object.assign(new URL(process.env.TEST_DATABASE_URL ?? noServer()), { pathname: `/${rows[0]?.name}` }).href
}

/** The database of this name on another server. */
const samePathAt = (server: string, url: string) =>
  Object.assign(new URL(server), { pathname: new URL(url).pathname }).href

/** How random tests begin, and how long they go on. */
export const randomTest = {
  seed: Number(process.env.TEST_SEED ?? 1),
  steps: Number(process.env.TEST_STEPS ?? 3000),
  /** A shop's days, and its orders a day: a month of a large shop is 30 and 300. */
  days: Number(process.env.TEST_DAYS ?? 3),
  orders: Number(process.env.TEST_ORDERS ?? 20),
  /** Months that are lived through, each with its own seed, the first one's `seed`; and their orders a day. */
  months: Number(process.env.TEST_MONTHS ?? 1),
  /** How often a start is killed in the middle of something. */
  kills: Number(process.env.TEST_KILLS ?? 1),
  /** Orders that the ledger is tried with. */
  ledgerOrders: Number(process.env.TEST_ORDERS ?? 60),
}

/** Do the tests run on PostgreSQL, which several processes can share? */
export const onPostgres = Boolean(process.env.TEST_DATABASE_URL)

export const ownOrigin = 'http://localhost:3000'

/** Tests never get 503 for a busy machine; overload has tests of its own. */
const noOverload = { waitMs: 10 * MINUTE_MS, longestWaitMs: 10 * MINUTE_MS }

/** A shop with these settings has a seller, as whom `shop.seller()` logs in. */
export const sellerSettings = { SELLER_EMAIL: 'seller@example.com', SELLER_PASSWORD: 'sell everything' }

/** Silent, unless TEST_LOG names a level. */
const quietLog = () => pino({ level: process.env.TEST_LOG ?? 'silent' })

/** The database in DATA_DIR, as a shop that was started has it. */
async function databaseOnDisk(folder: string) {
  const { databaseFile, release } = await openDataDir(folder)
  const connect = () => openDatabase(databaseFile)
  return { db: connect(), connect, drop: async () => release(), url: undefined }
}

export interface TestParts {
  log?: FastifyBaseLogger
  /** Number of processes that share the database and take turns in answering. */
  processes?: number
  /** A PostgreSQL of the test's own, and a standby of it, by their addresses; unlike TEST_DATABASE_URL. */
  servers?: { primary: string; standby: string }
  /** Keeps the data in this folder, which stays. */
  dataDir?: string
  /** Routes that a test needs besides the shop's own, such as the built pages. */
  addRoutes?: (app: FastifyInstance) => void | Promise<void>
  /** Stands in for the page bundle. */
  pages?: PageHandler
  /** Makes the database what an older version of the shop left. */
  before?: (db: Db) => Promise<void>
  /** In place of one that `setClock` stops. */
  clock?: Clock
  /** Makes shoppers' pages from those of visitors. */
  own?: OwnHtml
}

/** The real app on a fresh database, called in-process. Close it in the end. `settings` are environment variables. */
export async function testShop(settings: Record<string, string> = {}, parts: TestParts = {}) {
  const { processes = 1, log = quietLog(), pages, own: ownHtml } = parts
  const dataDir = parts.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'haat-test-')))
  const { db, connect, drop, url } = await (parts.dataDir
    ? databaseOnDisk(parts.dataDir)
    : freshDatabase(parts.servers?.primary ?? process.env.TEST_DATABASE_URL, parts.before !== undefined))
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    RATE_LIMIT: 'off',
    DEMO: '0',
    ...settings,
  })
  const standby = parts.servers && url ? openDatabase(samePathAt(parts.servers.standby, url)) : undefined
  await parts.before?.(db)
  await migrate(db)
  let clock: Date | undefined
  const ownClock = parts.clock ?? plainClock(() => clock ?? new Date())
  async function start(own: Db) {
    const process = await createApp({
      config,
      db: own,
      standby,
      log,
      clock: ownClock,
      overload: noOverload,
    })
    if (pages) await servePages(process, async () => pages, undefined, ownHtml)
    return process
  }
  const app = await start(db)
  const others = await Promise.all(Array.from({ length: processes - 1 }, () => start(db)))
  await parts.addRoutes?.(app)
  await ensureSeller(app.deps)
  for (const each of [app, ...others]) await each.ready()

  const writeMail = mailWriter(app.deps, mailKinds)
  let turn = 0
  function request(options: InjectOptions) {
    turn = (turn + 1) % processes
    return (others[turn - 1] ?? app).inject(options)
  }

  /** A browser with its own cookies; `api` throws AppError for a refusal, `send` gives the raw answer. */
  function browser() {
    const cookies = new Map<string, string>()
    async function send(options: InjectOptions) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await request({ ...options, headers: { ...(cookie ? { cookie } : {}), ...options.headers } })
      for (const { name, value, maxAge } of answer.cookies) {
        if (maxAge === 0) cookies.delete(name)
        else cookies.set(name, value)
      }
      return answer
    }
    const api = createApi(async (url, init) => {
      const { method, headers, body } = init
      const answer = await send({
        method: method as 'GET',
        url,
        headers: headers as Record<string, string>,
        ...(typeof body === 'string' ? { payload: body } : {}),
      })
      return new Response(answer.body, { status: answer.statusCode })
    })
    return { api, send, cookies }
  }

  let shoppers = 0
  return {
    app,
    others,
    db,
    dataDir,
    standby,
    deps: app.deps,
    request,
    browser,
    /** What is read from the database while `work` runs, besides the catalogue's version and mails to send. */
    async reads(work: () => Promise<unknown>) {
      const sent: string[] = []
      const stop = listenToStatements(db, ({ sql: text }) => void sent.push(text))
      await work()
      stop()
      return sent.filter((text) => /^\s*(select|with)\b/.test(text) && !/catalogue_version|outbox/.test(text))
    },
    /** Another process of this shop, with connections of its own. PostgreSQL only. */
    async anotherProcess() {
      const own = connect()
      const other = await start(own)
      await other.ready()
      const close = async () => {
        await other.close()
        await own.destroy()
      }
      return { app: other, request: (options: InjectOptions) => other.inject(options), close }
    },
    /** Stops the clock at this moment; undefined lets it run again. */
    setClock(time: Date | undefined) {
      clock = time
    },
    /** Puts a product into the catalogue. Prices in paise. */
    async product({ pricePaise, offerPricePaise, ...product }: AnyProduct = {}) {
      const prices = {
        pricePaise: pricePaise === undefined ? anyProduct.pricePaise : paise(pricePaise),
        offerPricePaise: offerPricePaise === undefined ? anyProduct.offerPricePaise : paise(offerPricePaise),
      }
      const row = toRow({ ...anyProduct, ...product, ...prices }, app.deps.now().getTime())
      await app.deps.db.insertInto('products').values(row).execute()
      return row.id
    },
    /** A registered shopper with an address, in a browser of their own. */
    async shopper(name = 'Ananya Rao') {
      const own = browser()
      shoppers += 1
      const email = `shopper${shoppers}@example.com`
      const { user } = await own.api(register, { body: { name, email, password: 'a good password' } })
      const { address } = await own.api(addAddress, { body: anyAddress })
      return { ...own, user, email, address }
    },
    /** The seller, logged in. Needs SELLER_EMAIL and SELLER_PASSWORD, or DEMO=1. `staysProved`: nothing asks again, however the clock moves. */
    async seller({ staysProved = false } = {}) {
      const own = browser()
      const { seller } = config
      if (!seller) throw new Error('this shop has no seller: give SELLER_EMAIL and SELLER_PASSWORD')
      await own.api(sellerLogin, { body: { email: seller.email, password: seller.password } })
      if (staysProved)
        await db
          .updateTable('sessions')
          .set({ proved_until: Date.UTC(9999, 0) })
          .where('role', '=', 'seller')
          .execute()
      return own
    },
    /** Writes a mail of the outbox as it would be sent now. */
    writeMail,
    /** What was queued for an address, or for all, sent or not, oldest first: written as it would be sent now. */
    async mailsTo(email?: string) {
      const rows = await db
        .selectFrom('outbox')
        .selectAll()
        .$if(email !== undefined, (mails) => mails.where('recipient', '=', email ?? ''))
        .orderBy('id')
        .execute()
      return Promise.all(
        rows.map(async (row) => {
          const { subject, text, html, headers = {} } = await writeMail(row)
          return { ...row, subject, text_body: text, html_body: html, headers: JSON.stringify(headers) }
        }),
      )
    },
    async close() {
      for (const each of [app, ...others]) await each.close()
      await standby?.destroy()
      await db.destroy()
      await drop()
      if (!parts.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
export type TestShop = Awaited<ReturnType<typeof testShop>>

/** What a test says of a product. Prices in paise, as plain numbers. */
export type AnyProduct = Partial<Omit<NewProduct, 'pricePaise' | 'offerPricePaise'>> & {
  pricePaise?: number
  offerPricePaise?: number
}

export const anyProduct: NewProduct = {
  name: 'Blue Pottery Bowl',
  category: 'Pottery-Ceramics',
  pricePaise: paise(1599_00),
  offerPricePaise: paise(1249_00),
  description: ['Thrown in Jaipur', 'Rinse by hand'],
  images: [],
  weight: null,
  inStock: true,
  stock: null,
}

export const anyAddress = {
  firstName: 'Ananya',
  lastName: 'Rao',
  email: 'ananya.rao@example.com',
  street: 'Flat 4B, Kaveri Residency, Indiranagar',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560038',
  country: 'India',
  phone: '98450 12345',
}
