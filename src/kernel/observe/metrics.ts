import cluster from 'node:cluster'
import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { notFound, sharedMessage } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { SECOND_MS } from '#shared/time.ts'
import type { Db } from '../db/database.ts'
import { implement } from '../http/implement.ts'
import { stateOfOutbox } from '../mail/outbox.ts'
import type { Storage } from '../storage/storage.ts'
import { version } from '../version.ts'
import { pingDatabase } from './health.ts'
import { routeOf } from './request-log.ts'
import { shareMetrics } from './worker-metrics.ts'

const DURATION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A slower database counts as down, so that the other numbers still come. */
const DATABASE_TIMEOUT_MS = SECOND_MS

export type Metrics = ReturnType<typeof createMetrics>

/** Few labels with few values each: a route is a pattern, a status its first digit. */
export function createMetrics() {
  const registry = new Registry()
  // Several processes share a port, so each number names its worker; any of them tells all (worker-metrics.ts).
  if (cluster.worker) registry.setDefaultLabels({ worker: String(cluster.worker.id) })
  const registers = [registry]
  const shop = new Registry()
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [shop] })
  new Gauge({ name: 'haat_build_info', help: 'The version that runs.', labelNames: ['version'], registers }).set(
    { version },
    1,
  )
  return {
    /** Numbers of this process. */
    registry,
    /** Numbers of the shop: the same in every process. */
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
    gatewayOk: gauge(
      'haat_gateway_ok',
      '1 while the last comparison with the payment service found that it has what the books have.',
    ),
    gatewayChecked: gauge('haat_gateway_checked_timestamp_seconds', 'When the payment service was last compared.'),
    newestBackup: gauge('haat_backup_newest_timestamp_seconds', 'When the newest regular backup was made.'),
  }
}

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

/** Only the bearer of METRICS_TOKEN learns that this exists. */
export function metricsRoutes(app: FastifyInstance) {
  const { config, db, metrics } = app.deps
  if (config.metricsToken === undefined) {
    implement(
      app,
      { readMetrics },
      { readMetrics: () => Promise.reject(notFound({ what: sharedMessage('THIS_ADDRESS') })) },
    )
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
    const labels = { method, route: routeOf(request), status: `${String(reply.statusCode)[0]}xx` }
    metrics.requests.observe(labels, reply.elapsedTime / SECOND_MS)
    done()
  })
  async function write({ headers }: FastifyRequest) {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected))
      throw notFound({ what: sharedMessage('THIS_ADDRESS') })
    await readGauges(app, ask)
    const [processes, shop] = await Promise.all([readProcesses(), metrics.shop.metrics()])
    return { content: `${processes}\n${shop}` }
  }
  implement(app, { readMetrics }, { readMetrics: ({ request }) => write(request) })
}

type SharedQuery = ReturnType<typeof shareQuery>

/** Queries would pile up on a database that hangs, so only one runs. */
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
