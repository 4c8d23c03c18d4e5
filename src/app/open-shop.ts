import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import type { FastifyBaseLogger } from 'fastify'
import { databaseTime, openClock, ownSources } from '#kernel/clock.ts'
import type { Config } from '#kernel/config.ts'
import { checkInBackground } from '#kernel/db/sqlite/check-database.ts'
import type { Deps } from '#kernel/deps.ts'
import { drain } from '#kernel/guard/drain.ts'
import { SECOND_MS } from '#shared/time.ts'
import { createApp } from './app.ts'
import { features } from './features.ts'
import { addPages } from './pages/pages.ts'
import { announce, cannotListen, openShopDatabase, type Prepared } from './prepare-start.ts'
import { onStop } from './signals.ts'
import { startNotes } from './start-notes.ts'
import type { Opened } from './workers.ts'

/** Background work that has not ended by then is taken up again at the next start. */
const EXIT_DEADLINE_MS = 9.5 * SECOND_MS
/** A worker with a socket of its own (SO_REUSEPORT) loses no waiting connection when another dies. Only Linux spreads connections over them. */
const listensItself = cluster.isWorker && process.platform === 'linux'
/** New connections that may wait. Beyond Node's 511 the system drops them, and clients, health checks too, try again after 1, 3 and 7 seconds. */
const MAX_BACKLOG = 8192
const STANDBY_CONNECTIONS = 8
/** With connections of its own, asking for the catalogue's version never waits behind orders. */
const VERSION_CONNECTIONS = 2

/** Opens the shop in this process; SIGTERM and SIGINT stop it. Without `prepared` it is one of several workers. Throws CannotStart. */
export async function openShop(
  config: Config,
  log: FastifyBaseLogger,
  prepared: Prepared | undefined,
  given: Partial<Deps> = {},
) {
  const { databaseUrl, readDatabaseUrl } = config
  const db = prepared?.db ?? openShopDatabase(databaseUrl ?? noDatabase(), log)
  const versionDb = databaseUrl ? openShopDatabase(databaseUrl, log, VERSION_CONNECTIONS) : db
  const standby = readDatabaseUrl ? openShopDatabase(readDatabaseUrl, log, STANDBY_CONNECTIONS) : undefined
  const clock = await openClock(databaseUrl ? { ...ownSources, database: () => databaseTime(versionDb) } : ownSources)
  const app = await createApp({ config, db, versionDb, standby, log, clock, given })
  for (const { prepare } of features) await prepare?.(app.deps)
  await addPages(app)
  // Fastify's types lack `reusePort`; it goes to net.Server.listen.
  const listening = { port: config.port, host: config.host, reusePort: listensItself, backlog: MAX_BACKLOG }
  await app.listen(listening).catch((error) => {
    throw cannotListen(error, config.port, config.host)
  })
  if (prepared?.dataDir.isUnchecked && !databaseUrl) checkInBackground(prepared.dataDir.databaseFile, log)
  // The next start is quicker, even after a crash (NODE_COMPILE_CACHE).
  flushCompileCache()

  onStop(async () => {
    setTimeout(() => process.exit(), EXIT_DEADLINE_MS).unref()
    await drain(app, config.isDevelopment ? { noticeMs: 0, lingerMs: 0 } : {})
    // Closing the last connection to SQLite writes its log (-wal) back into the file.
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
