import { open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { features, giveDeps, words } from '#app/features.ts'
import type { Jobs } from '#kernel/background.ts'
import { plainClock } from '#kernel/clock.ts'
import { type Config, readConfig } from '#kernel/config.ts'
import { type Db, openDatabase } from '#kernel/db/database.ts'
import { noteDemoMonth } from '#kernel/db/demo-month.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { createRateLimits } from '#kernel/guard/rate-limits.ts'
import { createMetrics } from '#kernel/observe/metrics.ts'
import { folderStorage } from '#kernel/storage/storage.ts'
import { wordedIn } from '#shared/messages.ts'
import { DAY_MS } from '#shared/time.ts'
import { liveMonth } from './live-month.ts'
import { DAYS } from './plan-month.ts'
import { removeUnfinishedMonth, unfinishedMonth } from './unfinished-month.ts'

const noJobs: Jobs = {
  add() {},
  begin() {},
  wake() {},
  run: async () => {},
  failing: () => [],
  stop: async () => {},
}

/** Left out: a demo begins without mails, sessions and counts. */
const passing = ['outbox', 'sessions', 'idempotency_keys', 'rate_tallies'] as const

const mediaIn = (folder: string) => path.join(folder, 'media')

/** Makes a demo's database with its month (docs/operations.md) in a file beside it, which takes its place when whole and on the disk. */
export async function makeMonth(config: Config, log: FastifyBaseLogger, databaseFile: string, now = new Date()) {
  const folder = path.dirname(databaseFile)
  const unfinished = unfinishedMonth(folder)
  await removeUnfinishedMonth(folder)
  await removePhotos(mediaIn(folder))
  const db = openDatabase(unfinished)
  try {
    await sql`pragma synchronous = off`.execute(db)
    await migrate(db)
    await fill(db, config, log, now)
  } finally {
    await db.destroy()
  }
  await flush(unfinished)
  await rename(unfinished, databaseFile)
  await flush(folder)
}

async function fill(db: Db, config: Config, log: FastifyBaseLogger, now: Date) {
  let at = new Date(now.getTime() - (DAYS + 1) * DAY_MS)
  const clock = plainClock(() => at)
  // Usual settings make the month the same in every shop.
  const usual = readConfig({ NODE_ENV: 'development', RATE_LIMIT: 'off', DATA_DIR: config.dataDir })
  const wordIn = wordedIn(words)
  const deps = await giveDeps({
    db,
    config: { ...usual, seller: config.seller, publicUrl: config.publicUrl },
    log,
    clock,
    now: clock.now,
    limits: createRateLimits(usual, db, clock.now),
    storage: folderStorage(mediaIn(config.dataDir)),
    jobs: noJobs,
    metrics: createMetrics(),
    word: wordIn('en'),
    wordIn,
  })
  try {
    for (const { prepare } of features) await prepare?.(deps)
    await liveMonth(deps, (to) => (at = to), now)
  } finally {
    await deps.papers.stop()
  }
  for (const table of passing) await db.deleteFrom(table).execute()
  await db.deleteFrom('shop_notes').where('key', '=', 'shop-mails-at').execute()
  await noteDemoMonth(db, await lastNumbers(db))
}

async function lastNumbers(db: Db) {
  const last = async (table: 'orders' | 'invoices' | 'credit_notes' | 'ledger_entries' | 'payout_runs') => {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.max('number').as('last'))
      .executeTakeFirst()
    return Number(row?.last ?? 0)
  }
  return {
    orders: await last('orders'),
    invoices: await last('invoices'),
    creditNotes: await last('credit_notes'),
    entries: await last('ledger_entries'),
    runs: await last('payout_runs'),
  }
}

/** Photos from a month that was not finished: a shop without a database has no returns. */
async function removePhotos(media: string) {
  const names = await readdir(media).catch((): string[] => [])
  const photos = names.filter((name) => name.startsWith('return-'))
  await Promise.all(photos.map((name) => rm(path.join(media, name), { recursive: true, force: true })))
}

async function flush(name: string) {
  const handle = await open(name)
  await handle.sync().finally(() => handle.close())
}
