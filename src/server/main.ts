import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { ensureSeller } from '#features/auth/server/auth.service.ts'
import { deleteOldSessions } from '#features/auth/server/sessions.ts'
import { seedDemoCatalogue } from '#features/catalog/server/demo-catalogue.ts'
import { endDeadImports } from '#features/catalog/server/import-products.ts'
import { deleteOldKeys } from '#features/orders/server/idempotency-key.ts'
import { deleteOldEvents } from '#features/payments/server/mark-paid.ts'
import { removeUnusedUploads } from '#features/producers/server/uploads.ts'
import { HOUR_MS, SECOND_MS } from '#shared/time.ts'
import { createApp } from './app.ts'
import { checkInBackground } from './check-database.ts'
import { readConfig, WrongSetting } from './config.ts'
import { CannotStart, openDataDir } from './data-dir.ts'
import { openDatabase } from './db/database.ts'
import { databaseFailure } from './db/failures.ts'
import { migrate } from './db/migrate.ts'
import { reachDatabase } from './db/reach-database.ts'
import { drain } from './drain.ts'
import { createLog, hideSecrets } from './log.ts'
import { standardOutput } from './log-output.ts'
import { deleteOldMails } from './mail.ts'
import { addPages } from './pages.ts'

/** Work in the background that has not ended by then is taken up again at the next start. */
const EXIT_DEADLINE_MS = 9.5 * SECOND_MS

/** Is the port free? Asked before anything is made. */
function checkPort(port: number, host: string) {
  return new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(cannotListen(error, port, host)))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

const cannotListen = (error: NodeJS.ErrnoException, port: number, host: string) =>
  new CannotStart(
    error.code === 'EADDRINUSE' ? `PORT: port ${port} is in use` : `HOST ${host}, PORT ${port}: ${error.message}`,
  )

async function start() {
  // React and the page bundle ask for it too; what is not said to be development is production.
  process.env.NODE_ENV ??= 'production'
  const config = readConfig(process.env)
  await checkPort(config.port, config.host)
  // On a terminal the first lines are what one wants to read; everywhere else the log is kept.
  const log = createLog(config.logLevel ?? (process.stdout.isTTY ? 'warn' : 'info'), standardOutput())
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the shop has crashed')
    process.exit(1)
  })
  const dataDir = await openDataDir(config.dataDir)
  const db = openDatabase(config.databaseUrl ?? dataDir.databaseFile, (error) =>
    log.warn({ err: error }, 'a database connection broke'),
  )
  await reachDatabase(db).catch((error) => {
    if (!config.databaseUrl) throw error
    throw new CannotStart(`DATABASE_URL: the database cannot be reached: ${error.message || error.code}`)
  })
  await migrate(db)
  const app = await createApp({ config, db, log })
  await ensureSeller(app.deps)
  if (config.demo) await seedDemoCatalogue(app.deps)
  await addPages(app)
  await app.listen({ port: config.port, host: config.host }).catch((error) => {
    throw cannotListen(error, config.port, config.host)
  })
  if (dataDir.isUnchecked && !config.databaseUrl) checkInBackground(dataDir.databaseFile, log)
  // The next start is quicker, also after a crash (NODE_COMPILE_CACHE).
  flushCompileCache()
  app.deps.mailer.wake()
  app.deps.payments.wake()
  const tidyUp = () =>
    Promise.all([
      ...[deleteOldSessions, removeUnusedUploads, deleteOldMails, deleteOldKeys, deleteOldEvents, endDeadImports].map(
        (tidy) => tidy(app.deps),
      ),
      app.deps.limits.tidy(),
    ]).catch((error) => log.warn({ err: error }, 'tidying up failed'))
  const tidy = setInterval(tidyUp, HOUR_MS)
  tidy.unref()

  async function stop() {
    if (app.drain.isOn) return
    setTimeout(() => process.exit(), EXIT_DEADLINE_MS).unref()
    // Nobody is sent elsewhere while developing.
    await drain(app, config.isDevelopment ? { noticeMs: 0, lingerMs: 0 } : {})
    await db.destroy()
    dataDir.release()
    process.exit()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  console.log(`${config.storeName} is open at ${config.publicUrl}`)
  if (config.seller?.isDemo) console.log(`Seller login: ${config.seller.email} / ${config.seller.password} (demo)`)
  if (!config.seller) console.log('The seller area is closed. Set SELLER_EMAIL and SELLER_PASSWORD to open it.')
  if (config.payment?.kind === 'test')
    console.log('Payment online is a test checkout: no money moves. Set STRIPE_SECRET_KEY to take cards.')
  if (config.payment?.kind === 'stripe' && !config.payment.webhookSecret)
    console.log(
      'STRIPE_WEBHOOK_SECRET is missing: payments are seen when the shopper comes back, or some minutes later.',
    )
  if (!config.rateLimit) console.log('RATE_LIMIT=off: nothing slows down password guessing. For load tests only.')
}

start().catch((error: unknown) => {
  if (error instanceof CannotStart || error instanceof WrongSetting) console.error(error.message)
  else if (error instanceof Error && databaseFailure(error)) console.error(`The shop cannot start: ${error.message}`)
  else console.error(hideSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error)))
  process.exit(1)
})
