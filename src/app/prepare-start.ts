import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { CannotStart } from '#kernel/cannot-start.ts'
import type { Config } from '#kernel/config.ts'
import { exists, openDataDir } from '#kernel/db/data-dir.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { migrate, sayWhetherOldVersionMayRun } from '#kernel/db/migrate.ts'
import { reachDatabase } from '#kernel/db/postgres/reach-database.ts'
import { checkEncoding, explainRights } from '#kernel/db/postgres-refusals.ts'
import { removeUnfinishedMonth } from './demo/unfinished-month.ts'
import { isStopping, onStop } from './signals.ts'

/** PostgreSQL undoes a transaction that is open after this. */
const CLOSE_DEADLINE_MS = 500

/** Asked before anything is made. */
function checkPort(port: number, host: string) {
  return new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(cannotListen(error, port, host)))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** Known now rather than on the day when a backup is needed. Throws CannotStart. */
async function checkCanBackUp(dir: string) {
  const probe = path.join(dir, `.haat-${randomBytes(6).toString('hex')}`)
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await writeFile(probe, '')
  } catch (error) {
    throw new CannotStart(`BACKUP_DIR ${dir} cannot be written: ${error instanceof Error ? error.message : error}`)
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}

export const cannotListen = (error: NodeJS.ErrnoException, port: number, host: string) =>
  new CannotStart(
    error.code === 'EADDRINUSE' ? `PORT: port ${port} is in use` : `HOST ${host}, PORT ${port}: ${error.message}`,
  )

export const openShopDatabase = (where: string, log: FastifyBaseLogger, connections?: number) =>
  openDatabase(where, (error) => log.warn({ err: error }, 'a database connection broke'), connections)

/** A demo whose month fails opens without it. */
async function beginWithMonth(config: Config, log: FastifyBaseLogger, databaseFile: string) {
  // Loaded where needed: the first of several processes runs nothing of the shop.
  const { makeMonth } = await import('./demo/make-month.ts')
  await makeMonth(config, log, databaseFile).catch((error) =>
    log.error({ err: error }, 'the month of the demo’s past could not be made: the shop begins without it'),
  )
}

export type Prepared = Awaited<ReturnType<typeof prepareStart>>

/** Checks the port, takes DATA_DIR and migrates, once for all processes. A signal meanwhile rolls this back. Throws CannotStart. */
export async function prepareStart(config: Config, log: FastifyBaseLogger) {
  await checkPort(config.port, config.host)
  if (config.backups) await checkCanBackUp(config.backups.dir)
  const dataDir = await openDataDir(config.dataDir)
  await removeUnfinishedMonth(config.dataDir)
  if (config.demoMonth && !(await exists(dataDir.databaseFile))) await beginWithMonth(config, log, dataDir.databaseFile)
  const db = openShopDatabase(config.databaseUrl ?? dataDir.databaseFile, log)
  async function letGo() {
    await Promise.race([db.destroy(), setTimeout(CLOSE_DEADLINE_MS)])
    dataDir.release()
  }
  onStop(() => letGo().finally(() => process.exit()))
  try {
    await reachDatabase(db).catch((error) => {
      if (!config.databaseUrl) throw error
      throw new CannotStart(`DATABASE_URL: the database cannot be reached: ${error.message || error.code}`)
    })
    if (config.databaseUrl) await checkEncoding(db)
    const migrations = await migrate(db).catch(async (error) => {
      throw (config.databaseUrl && (await explainRights(db, error))) || error
    })
    if (migrations.length > 0) {
      const { mustStop, text } = await sayWhetherOldVersionMayRun(migrations)
      if (mustStop && config.databaseUrl) log.warn({ migrations }, text)
      else log.info({ migrations }, text)
    }
  } catch (error) {
    await letGo()
    throw error
  }
  // The signal's handler ends the process; nothing more may start.
  if (isStopping()) await new Promise<never>(() => {})
  return { dataDir, db }
}

export function announce(config: Config, notes: readonly string[]) {
  const processes = config.workers > 1 ? ` (${config.workers} processes)` : ''
  console.log(`${config.storeName} is open at ${config.publicUrl}${processes}`)
  for (const note of [...notes, ...config.doubtfulNames]) console.log(note)
  if (config.payment?.kind === 'test')
    console.log('Payment online is a test checkout: no money moves. Set STRIPE_SECRET_KEY to take cards.')
  if (config.payment?.kind === 'stripe' && !config.payment.webhookSecret)
    console.log(
      'STRIPE_WEBHOOK_SECRET is missing: payments are seen when the shopper comes back, or some minutes later.',
    )
  if (config.isReal)
    console.log(
      config.sampleRating
        ? 'SAMPLE_RATING=1: every product shows the same four stars, which nobody gave. A real shop is better without.'
        : 'SAMPLE_RATING is 0: products show no sample stars.',
    )
  if (!config.rateLimit) console.log('RATE_LIMIT=off: nothing slows down password guessing. For load tests only.')
}
