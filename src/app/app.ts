import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { watchCatalogueVersion } from '#features/catalog/server/catalogue-version.ts'
import { type AnswerCache, createAnswerCache } from '#kernel/answers/answer-cache/answer-cache.ts'
import { type CatalogueReads, createCatalogueReads } from '#kernel/answers/answer-cache/catalogue-reads.ts'
import { type CatalogueSource, createCatalogueSource } from '#kernel/answers/answer-cache/catalogue-source.ts'
import type { CatalogueVersion } from '#kernel/answers/answer-cache/catalogue-version.ts'
import { cdnPurges } from '#kernel/answers/cdn-purge.ts'
import { addCompression } from '#kernel/answers/compression.ts'
import { createJobs } from '#kernel/background.ts'
import { type Clock, plainClock } from '#kernel/clock.ts'
import type { Config } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { createCallerId } from '#kernel/guard/caller-id.ts'
import { prepareDrain } from '#kernel/guard/drain.ts'
import { limitHeavyWork } from '#kernel/guard/heavy-work.ts'
import { type OverloadLimits, shedOverload } from '#kernel/guard/overload.ts'
import { warnOfUnknownProxy } from '#kernel/guard/proxy-warning.ts'
import { createRateLimits } from '#kernel/guard/rate-limits.ts'
import { addSecurity, pathOf, securityHeaders } from '#kernel/guard/security.ts'
import { cutSlowClients, UPLOAD_MAX_MS } from '#kernel/guard/slow-clients.ts'
import { answerBrokenRequest, errorAnswers } from '#kernel/http/errors.ts'
import { languageOf } from '#kernel/http/language.ts'
import { apiDescription } from '#kernel/http/openapi.ts'
import { readMissingBodies, removeLeftUploads } from '#kernel/http/read-body.ts'
import { mailJobs } from '#kernel/mail/mailer.ts'
import { deleteOldMails } from '#kernel/mail/outbox.ts'
import { healthRoutes } from '#kernel/observe/health.ts'
import { countPictures, createMetrics, metricsRoutes } from '#kernel/observe/metrics.ts'
import { addRequestLog, withTrace } from '#kernel/observe/request-log.ts'
import { openStorage } from '#kernel/storage/open-storage.ts'
import { bucketRoutes } from '#kernel/storage/storage.ts'
import { notFound, sharedMessage } from '#shared/app-error.ts'
import { wordedIn } from '#shared/messages.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { backupJob } from './backup/scheduled-backups.ts'
import { connectYourSystem } from './connect.ts'
import { features, featuresByName, giveDeps, mailKinds, words } from './features.ts'

const MAX_BODY_BYTES = 1024 * 1024
const HEADERS_TIMEOUT_MS = 10_000
const CHECK_CONNECTIONS_MS = 1000

declare module 'fastify' {
  interface FastifyInstance {
    answers: AnswerCache
    catalogueVersion: CatalogueVersion
    reads: CatalogueReads
    catalogue: CatalogueSource
  }
  interface FastifyRequest {
    isInProcess: boolean
  }
}

interface Parts {
  config: Config
  db: Db
  versionDb?: Db
  /** A database that replays what happens in `db`; the catalogue is read there. */
  standby?: Db | undefined
  log: FastifyBaseLogger
  clock?: Clock
  overload?: OverloadLimits
  /** In place of what features give, in tests. */
  given?: Partial<Deps>
}

function refuseSchema(): never {
  throw new Error('A route has a JSON schema: give it a contract (implement.ts)')
}

/** All begin at once, so that one that fails keeps no other from its work. */
async function tidyUp(deps: Deps) {
  // By a wrong date everything is old.
  if (deps.clock.doubt()) return
  const tidying = [...features.map(({ tidy }) => tidy?.(deps)), deleteOldMails(deps), deps.limits.tidy()]
  await Promise.all(tidying)
}

/** Puts the shop together: security, then every feature's routes. The pages come on top (pages.ts). */
export async function createApp({
  config,
  db,
  versionDb = db,
  standby,
  log,
  clock = plainClock(() => new Date()),
  overload,
  given,
}: Parts): Promise<FastifyInstance> {
  const { now } = clock
  const callerId = createCallerId()
  const wordIn = wordedIn(words)
  const word = wordIn('en')
  const answerError = errorAnswers(wordIn)
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: withTrace,
    genReqId: ({ headers }) => callerId.idOf(headers) ?? randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy ?? false,
    bodyLimit: MAX_BODY_BYTES,
    // The longest that an upload may take; cutSlowClients looks after everything else.
    requestTimeout: UPLOAD_MAX_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
      // Node's own refusal has neither text nor headers (security.ts refuses it).
      requireHostHeader: false,
      // Ending the empty stream of a request without body step by step takes a tenth of a kept answer (read-body.ts).
      optimizeEmptyRequests: true,
    },
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    // While the shop drains, it still answers.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      answerError(error, request, reply.headers({ ...securityHeaders(config), 'x-request-id': request.id })),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, config, word),
    // Contracts check input and write answers (implement.ts), so Fastify's own compilers need not be loaded.
    schemaController: {
      compilersFactory: { buildValidator: () => refuseSchema, buildSerializer: () => refuseSchema },
    },
  })
  const metrics = createMetrics()
  const storage = await openStorage(config, log)
  const deps = await giveDeps({
    db,
    config,
    log,
    now,
    clock,
    metrics,
    limits: createRateLimits(config, db, now),
    storage: countPictures(storage, metrics),
    jobs: createJobs(log),
    word,
    wordIn,
  })
  Object.assign(deps, given)
  app.decorate('deps', deps)
  app.decorate('endpoints', [])
  app.decorate('catalogueReads', new Map())
  app.decorate('callerId', callerId)
  const catalogueVersion = watchCatalogueVersion(db, versionDb, log)
  app.decorate('catalogueVersion', catalogueVersion)
  const catalogue = createCatalogueSource({ db, standby, version: catalogueVersion, log, metrics })
  app.decorate('catalogue', catalogue)
  const reads = createCatalogueReads(catalogueVersion, catalogue)
  app.decorate('reads', reads)
  const keeping = { maxBytes: config.keptAnswersBytes, hasCdn: config.cdnPurgeUrl !== undefined, now }
  app.decorate('answers', createAnswerCache(catalogueVersion, reads, keeping))
  app.addHook('onClose', () => catalogueVersion.stop())
  app.decorateRequest('session', undefined)
  app.decorateRequest('language', {
    getter() {
      return languageOf(this)
    },
  })
  app.decorateRequest('admittedAt', 0)
  app.decorateRequest('isInProcess', {
    getter() {
      return callerId.idOf(this.headers) !== undefined
    },
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) =>
    answerError(notFound({ what: sharedMessage('THIS_ADDRESS') }), request, reply),
  )
  // An Expect header that Node does not know is ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  const { jobs } = deps
  jobs.add(
    {
      name: 'uploads that a crash left',
      first: 'ready',
      work: () => removeLeftUploads(config.dataDir, now()),
    },
    ...mailJobs(deps, mailKinds),
    ...features.flatMap((feature) => feature.jobs?.(deps) ?? []),
    { name: 'tidying up', everyMs: HOUR_MS, work: () => tidyUp(deps) },
    { name: 'the clock', everyMs: MINUTE_MS, work: clock.compare },
    ...(config.cdnPurgeUrl ? [cdnPurges({ url: config.cdnPurgeUrl, version: catalogueVersion, log })] : []),
    ...(config.backups ? [backupJob(deps, config.backups)] : []),
  )
  app.addHook('onReady', async () => jobs.begin('ready'))
  app.addHook('onListen', async () => jobs.begin('listening'))
  app.addHook('onClose', jobs.stop)

  addRequestLog(app, { withAddress: config.logAddress })
  cutSlowClients(app)
  addSecurity(app, config)
  readMissingBodies(app)
  warnOfUnknownProxy(app)
  prepareDrain(app)
  shedOverload(app, overload)
  limitHeavyWork(app)
  await app.register(cookie)
  await addCompression(app)

  healthRoutes(app)
  metricsRoutes(app)
  bucketRoutes(app)
  for (const [feature, { routes }] of Object.entries(featuresByName)) {
    const before = app.endpoints.length
    await routes?.(app)
    for (const endpoint of app.endpoints.slice(before)) endpoint.feature = feature
  }
  apiDescription(app, connectYourSystem)
  const unknown = () => {
    throw notFound({ what: sharedMessage('THIS_ADDRESS') })
  }
  for (const url of ['/api', '/api/*']) app.all(url, { onRequest: unknown }, unknown)
  return app
}
