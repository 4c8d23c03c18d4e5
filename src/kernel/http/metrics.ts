import cluster from 'node:cluster'
import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '#kernel/db/database.ts'
import { stateOfOutbox } from '#kernel/mail/outbox.ts'
import type { Storage } from '#kernel/storage/storage.ts'
import { version } from '#kernel/version.ts'
import { notFound } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { SECOND_MS } from '#shared/time.ts'
import { pingDatabase } from './health.ts'
import { implement } from './implement.ts'
import { routeOf } from './request-log.ts'
import { shareMetrics } from './worker-metrics.ts'

/** Bounds of the histogram, in seconds. */
const DURATION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A database that takes longer is reported as down, so that the other numbers still come. */
const DATABASE_TIMEOUT_MS = SECOND_MS

export type Metrics = ReturnType<typeof createMetrics>

/** What is counted. Few labels with few values each: a route is a pattern, a status its first digit. */
export function createMetrics() {
  const registry = new Registry()
  // Several processes share a port: each counts for itself, whichever is asked tells of all (worker-metrics.ts).
  if (cluster.worker) registry.setDefaultLabels({ worker: String(cluster.worker.id) })
  const registers = [registry]
  const shop = new Registry()
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [shop] })
  new Gauge({ name: 'haat_build_info', help: 'The version that runs.', labelNames: ['version'], registers }).set(
    { version },
    1,
  )
  return {
    /** Of this process. */
    registry,
    /** Of the shop: the same whoever is asked. */
    shop,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer. Calls that a page makes in-process count too.',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    ordersPlaced: new Counter({
      name: 'haat_orders_placed_total',
      help: 'Orders placed since the process started. Online: paid or not yet.',
      labelNames: ['payment_type'],
      registers,
    }),
    pictures: new Counter({
      name: 'haat_pictures_stored_total',
      help: 'Files of uploaded pictures written to the storage, every width and format.',
      labelNames: ['result'],
      registers,
    }),
    catalogueReads: new Counter({
      name: 'haat_catalogue_reads_total',
      help: 'Reads of the catalogue for what is kept, by the database that answered; only with a standby.',
      labelNames: ['database'],
      registers,
    }),
    databaseUp: gauge('haat_database_up', '1 while the database answers.'),
    databaseSeconds: gauge('haat_database_ping_seconds', 'How long the database took to answer just now.'),
    mailsWaiting: gauge('haat_outbox_unsent', 'Mails that are still to be sent.'),
    oldestMailSeconds: gauge('haat_outbox_oldest_unsent_seconds', 'Age of the oldest mail that is still to be sent.'),
    mailsGivenUp: gauge(
      'haat_outbox_given_up',
      'Mails that were refused for good, or tried for five days; kept for 30.',
    ),
    mailsHeld: gauge('haat_outbox_held', 'Mails that a restored backup left: they wait until a person lets them go.'),
    backups: new Counter({
      name: 'haat_backups_total',
      help: 'Regular backups since the process started.',
      labelNames: ['result'],
      registers: [shop],
    }),
    ledgerOk: gauge('haat_ledger_ok', '1 while the last check of the ledger found all of it right.'),
    ledgerEntries: gauge('haat_ledger_entries', 'Entries of the ledger at its last check.'),
    ledgerChecked: gauge('haat_ledger_checked_timestamp_seconds', 'When the last check of the ledger ended.'),
    newestBackup: gauge('haat_backup_newest_timestamp_seconds', 'When the newest regular backup was made.'),
  }
}

/** Counts a request that has been answered. */
export function observeRequest(
  { requests }: Metrics,
  { method, route, status, ms }: { method: string; route: string; status: number; ms: number },
) {
  requests.observe({ method, route, status: `${String(status)[0]}xx` }, ms / SECOND_MS)
}

/** Counts what is written to the storage. */
export function countPictures(storage: Storage, { pictures }: Metrics): Storage {
  return {
    ...storage,
    async put(name, content) {
      try {
        await storage.put(name, content)
        pictures.inc({ result: 'stored' })
      } catch (error) {
        pictures.inc({ result: 'failed' })
        throw error
      }
    },
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const readMetrics = endpoint('GET', '/metrics', {
  access: 'public',
  isVital: true,
  summary: 'Numbers for Prometheus',
  file: Registry.PROMETHEUS_CONTENT_TYPE,
})

/** To the bearer of METRICS_TOKEN; nobody else learns that it is there. */
export function metricsRoutes(app: FastifyInstance) {
  const { config, db, metrics } = app.deps
  if (config.metricsToken === undefined) {
    implement(app, { readMetrics }, { readMetrics: () => Promise.reject(notFound('This address')) })
    return
  }
  const ask = shareQuery(db)
  const expected = digest(`Bearer ${config.metricsToken}`)
  collectDefaultMetrics({ register: metrics.registry })
  new Gauge({
    name: 'haat_requests_open',
    help: 'Requests that are not answered yet, this one included.',
    registers: [metrics.registry],
    collect() {
      this.set(app.drain.open)
    },
  })
  const readProcesses = cluster.isWorker ? shareMetrics(metrics.registry) : () => metrics.registry.metrics()
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    observeRequest(metrics, { method, route: routeOf(request), status: reply.statusCode, ms: reply.elapsedTime })
    done()
  })
  async function write({ headers }: FastifyRequest) {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected)) throw notFound('This address')
    await readGauges(app, ask)
    const [processes, shop] = await Promise.all([readProcesses(), metrics.shop.metrics()])
    return { content: `${processes}\n${shop}` }
  }
  implement(app, { readMetrics }, { readMetrics: ({ request }) => write(request) })
}

type SharedQuery = ReturnType<typeof shareQuery>

/** Never runs twice at once: with a database that hangs, queries would pile up. */
function shareQuery(db: Db) {
  let asked: Promise<{ pingMs: number; outbox: Awaited<ReturnType<typeof stateOfOutbox>> }> | undefined
  async function ask() {
    const begin = performance.now()
    await pingDatabase(db)
    return { pingMs: performance.now() - begin, outbox: await stateOfOutbox(db) }
  }
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined
    })
    return asked
  }
}

async function timeout(): Promise<never> {
  await setTimeout(DATABASE_TIMEOUT_MS, undefined, { ref: false })
  throw new Error(`No answer within ${DATABASE_TIMEOUT_MS} ms`)
}

/** Sets the gauges that are read on demand: the database and the outbox. */
async function readGauges({ deps: { metrics, now, log } }: FastifyInstance, ask: SharedQuery) {
  try {
    const { pingMs, outbox } = await Promise.race([ask(), timeout()])
    metrics.databaseUp.set(1)
    metrics.databaseSeconds.set(pingMs / SECOND_MS)
    metrics.mailsWaiting.set(outbox.waiting)
    metrics.oldestMailSeconds.set(outbox.oldest === null ? 0 : Math.max(0, now().getTime() - outbox.oldest) / SECOND_MS)
    metrics.mailsGivenUp.set(outbox.givenUp)
    metrics.mailsHeld.set(outbox.held)
  } catch (error) {
    log.warn({ err: error }, 'the database does not answer')
    metrics.databaseUp.set(0)
    const { databaseSeconds, mailsWaiting, oldestMailSeconds, mailsGivenUp, mailsHeld } = metrics
    const unknown = [databaseSeconds, mailsWaiting, oldestMailSeconds, mailsGivenUp, mailsHeld]
    for (const gauge of unknown) gauge.remove()
  }
}
