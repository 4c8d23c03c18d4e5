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
 * A worker listens for itself, so that it closes its door as a single process does, and what waits there is not lost when another
 * worker dies. Only Linux spreads connections over such doors; elsewhere the process that started the workers hands them on.
 */
const hasOwnDoor = cluster.isWorker && process.platform === 'linux'
/**
 * So many new connections may wait to be taken, or as many as the system allows. Node's own bound is 511: where more come at the same
 * moment the system drops them in silence, and they try again after 1, 3 and 7 seconds, health checks among them.
 */
const WAITING_AT_THE_DOOR = 8192
/** Besides the pool: so that asking for the catalogue's version never waits behind orders. */
const VERSION_CONNECTIONS = 2
/** Also besides it: a page that holds a snapshot waits for connections of the pool. */
const SNAPSHOT_CONNECTIONS = 4

/**
 * Opens the shop in this process and has it stop on SIGTERM and SIGINT. Without `prepared` it is one of several workers: another
 * process has DATA_DIR and has brought the database up to date. Throws CannotStart.
 */
export async function openShop(config: Config, log: FastifyBaseLogger, prepared: Prepared | undefined) {
  const { databaseUrl } = config
  const where = databaseUrl ?? prepared?.dataDir.databaseFile ?? noDatabase()
  const db = prepared?.db ?? openShopDatabase(where, log)
  const versionDb = databaseUrl ? openShopDatabase(databaseUrl, log, VERSION_CONNECTIONS) : db
  const snapshotDb = openShopDatabase(where, log, SNAPSHOT_CONNECTIONS)
  const app = await createApp({ config, db, versionDb, snapshotDb, log })
  for (const { prepare } of features) await prepare?.(app.deps)
  await addPages(app)
  // Fastify hands on to Node what it does not know.
  const door = { port: config.port, host: config.host, reusePort: hasOwnDoor, backlog: WAITING_AT_THE_DOOR }
  await app.listen(door).catch((error) => {
    throw cannotListen(error, config.port, config.host)
  })
  if (prepared?.dataDir.isUnchecked && !databaseUrl) checkInBackground(prepared.dataDir.databaseFile, log)
  // The next start is quicker, also after a crash (NODE_COMPILE_CACHE).
  flushCompileCache()

  onStop(async () => {
    setTimeout(() => process.exit(), EXIT_DEADLINE_MS).unref()
    // Nobody is sent elsewhere while developing.
    await drain(app, config.isDevelopment ? { noticeMs: 0, lingerMs: 0 } : {})
    // The last connection to SQLite that is closed brings its log into its file.
    await Promise.all([...new Set([db, versionDb, snapshotDb])].map((each) => each.destroy()))
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
