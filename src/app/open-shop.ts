import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#kernel/config.ts'
import { checkInBackground } from '#kernel/db/check-database.ts'
import { drain } from '#kernel/http/drain.ts'
import { SECOND_MS } from '#shared/time.ts'
import { createApp } from './app.ts'
import { features } from './features.ts'
import { addPages } from './pages/pages.ts'
import { announce, cannotListen, openShopDatabase, type Prepared } from './prepare-start.ts'
import { onStop } from './signals.ts'
import { startNotes } from './start-notes.ts'
import type { Opened } from './workers.ts'

/** Work in the background that has not ended by then is taken up again at the next start. */
const EXIT_DEADLINE_MS = 9.5 * SECOND_MS
/**
 * A worker has a listening socket of its own (SO_REUSEPORT), so that it stops as a single process does, and connections that wait on it
 * are not lost when another worker dies. Only Linux spreads connections over such sockets; elsewhere the first process hands them on.
 */
const listensItself = cluster.isWorker && process.platform === 'linux'
/**
 * So many new connections may wait to be accepted, or as many as the system allows. Node's default is 511: beyond that the system drops
 * them without an answer, and clients, health checks among them, try again after 1, 3 and 7 seconds.
 */
const MAX_BACKLOG = 8192
/** Connections to a standby: what is kept is read seldom. */
const STANDBY_CONNECTIONS = 8
/** Connections besides the pool, so that asking for the catalogue's version never waits behind orders. */
const VERSION_CONNECTIONS = 2

/**
 * Opens the shop in this process and has it stop on SIGTERM and SIGINT. Without `prepared` it is one of several workers: another
 * process has DATA_DIR and has brought the database up to date. Throws CannotStart.
 */
export async function openShop(config: Config, log: FastifyBaseLogger, prepared: Prepared | undefined) {
  const { databaseUrl, readDatabaseUrl } = config
  const db = prepared?.db ?? openShopDatabase(databaseUrl ?? noDatabase(), log)
  const versionDb = databaseUrl ? openShopDatabase(databaseUrl, log, VERSION_CONNECTIONS) : db
  const standby = readDatabaseUrl ? openShopDatabase(readDatabaseUrl, log, STANDBY_CONNECTIONS) : undefined
  const app = await createApp({ config, db, versionDb, standby, log })
  for (const { prepare } of features) await prepare?.(app.deps)
  await addPages(app)
  // `reusePort` is not in Fastify's types; it passes it to net.Server.listen.
  const listening = { port: config.port, host: config.host, reusePort: listensItself, backlog: MAX_BACKLOG }
  await app.listen(listening).catch((error) => {
    throw cannotListen(error, config.port, config.host)
  })
  if (prepared?.dataDir.isUnchecked && !databaseUrl) checkInBackground(prepared.dataDir.databaseFile, log)
  // The next start is quicker, also after a crash (NODE_COMPILE_CACHE).
  flushCompileCache()

  onStop(async () => {
    setTimeout(() => process.exit(), EXIT_DEADLINE_MS).unref()
    // While developing there is no proxy that has to notice.
    await drain(app, config.isDevelopment ? { noticeMs: 0, lingerMs: 0 } : {})
    // Closing the last connection to SQLite writes its log (-wal) back into the database file.
    await Promise.all([...new Set([db, versionDb, standby])].map((each) => each?.destroy()))
    prepared?.dataDir.release()
    process.exit()
  })
  const notes = await startNotes(app.deps)
  if (cluster.isWorker) process.send?.({ notes } satisfies Opened)
  else announce(config, notes)
}

function noDatabase(): never {
  throw new Error('only PostgreSQL takes several processes')
}
