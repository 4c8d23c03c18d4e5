import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { CannotStart } from '#kernel/cannot-start.ts'
import type { Config } from '#kernel/config.ts'
import { openDataDir } from '#kernel/db/data-dir.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { migrate, sayWhetherOldVersionMayRun } from '#kernel/db/migrate.ts'
import { reachDatabase } from '#kernel/db/reach-database.ts'
import { isStopping, onStop } from './signals.ts'

/** How long closing the database may take. PostgreSQL undoes a transaction that is still open then. */
const CLOSE_DEADLINE_MS = 500

/** Is the port free? Asked before anything is made. */
function checkPort(port: number, host: string) {
  return new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(cannotListen(error, port, host)))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

export const cannotListen = (error: NodeJS.ErrnoException, port: number, host: string) =>
  new CannotStart(
    error.code === 'EADDRINUSE' ? `PORT: port ${port} is in use` : `HOST ${host}, PORT ${port}: ${error.message}`,
  )

/** The shop's database: PostgreSQL, or the file in DATA_DIR. */
export const openShopDatabase = (where: string, log: FastifyBaseLogger, connections?: number) =>
  openDatabase(where, (error) => log.warn({ err: error }, 'a database connection broke'), connections)

export type Prepared = Awaited<ReturnType<typeof prepareStart>>

/**
 * What is done once, however many processes answer: checks the port, takes DATA_DIR, migrates the database. Until another handler is set
 * (`onStop`) a signal ends the process, and what was begun is rolled back. Throws CannotStart; then nothing is held.
 */
export async function prepareStart(config: Config, log: FastifyBaseLogger) {
  await checkPort(config.port, config.host)
  const dataDir = await openDataDir(config.dataDir)
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
    const migrations = await migrate(db)
    if (migrations.length > 0) {
      const { mustStop, text } = await sayWhetherOldVersionMayRun(migrations)
      if (mustStop && config.databaseUrl) log.warn({ migrations }, text)
      else log.info({ migrations }, text)
    }
  } catch (error) {
    await letGo()
    throw error
  }
  // Told to stop meanwhile: the process ends once it has let go, and must start nothing more.
  if (isStopping()) await new Promise<never>(() => {})
  return { dataDir, db }
}

/** What the operator reads first. `notes` are of the data (start-notes.ts). */
export function announce(config: Config, notes: readonly string[]) {
  const processes = config.workers > 1 ? ` (${config.workers} processes)` : ''
  console.log(`${config.storeName} is open at ${config.publicUrl}${processes}`)
  for (const note of notes) console.log(note)
  if (config.payment?.kind === 'test')
    console.log('Payment online is a test checkout: no money moves. Set STRIPE_SECRET_KEY to take cards.')
  if (config.payment?.kind === 'stripe' && !config.payment.webhookSecret)
    console.log(
      'STRIPE_WEBHOOK_SECRET is missing: payments are seen when the shopper comes back, or some minutes later.',
    )
  if (!config.rateLimit) console.log('RATE_LIMIT=off: nothing slows down password guessing. For load tests only.')
}
