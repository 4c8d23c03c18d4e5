import { randomUUID } from 'node:crypto'
import path from 'node:path'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { createJobs } from '#kernel/background.ts'
import type { Config } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { type AnswerCache, createAnswerCache } from '#kernel/http/answer-cache/answer-cache.ts'
import { type CatalogueReads, createCatalogueReads } from '#kernel/http/answer-cache/catalogue-reads.ts'
import { type CatalogueSource, createCatalogueSource } from '#kernel/http/answer-cache/catalogue-source.ts'
import { type CatalogueVersion, watchCatalogueVersion } from '#kernel/http/answer-cache/catalogue-version.ts'
import { sendReadyAnswers } from '#kernel/http/answer-cache/ready-answers.ts'
import { createCallerId } from '#kernel/http/caller-id.ts'
import { cdnPurges } from '#kernel/http/cdn-purge.ts'
import { addCompression } from '#kernel/http/compression.ts'
import { prepareDrain } from '#kernel/http/drain.ts'
import { answerBrokenRequest, answerError } from '#kernel/http/errors.ts'
import { healthRoutes } from '#kernel/http/health.ts'
import { limitHeavyWork } from '#kernel/http/heavy-work.ts'
import { countPictures, createMetrics, metricsRoutes } from '#kernel/http/metrics.ts'
import { apiDescription } from '#kernel/http/openapi.ts'
import { type OverloadLimits, shedOverload } from '#kernel/http/overload.ts'
import { warnOfUnknownProxy } from '#kernel/http/proxy-warning.ts'
import { createRateLimits } from '#kernel/http/rate-limits.ts'
import { readMissingBodies, removeLeftUploads } from '#kernel/http/read-body.ts'
import { addRequestLog, withTrace } from '#kernel/http/request-log.ts'
import { addSecurity, pathOf, securityHeaders } from '#kernel/http/security.ts'
import { cutSlowClients, UPLOAD_MAX_MS } from '#kernel/http/slow-clients.ts'
import { mailJobs } from '#kernel/mail/mailer.ts'
import { deleteOldMails } from '#kernel/mail/outbox.ts'
import { bucketStorage } from '#kernel/storage/bucket-storage.ts'
import { bucketRoutes, folderStorage } from '#kernel/storage/storage.ts'
import { notFound } from '#shared/app-error.ts'
import { HOUR_MS } from '#shared/time.ts'
import { backupJob } from './backup/scheduled-backups.ts'
import { features, giveDeps, mailKinds } from './features.ts'

const MAX_BODY_BYTES = 1024 * 1024
const HEADERS_TIMEOUT_MS = 10_000
/** Node looks for slow connections this often. */
const CHECK_CONNECTIONS_MS = 1000

declare module 'fastify' {
  interface FastifyInstance {
    /** Finished answers to visitors' reads. */
    answers: AnswerCache
    catalogueVersion: CatalogueVersion
    /** What answers were made from. */
    reads: CatalogueReads
    catalogue: CatalogueSource
  }
  interface FastifyRequest {
    /** Does a page of ours call, within this process? */
    isInProcess: boolean
  }
}

interface Parts {
  config: Config
  db: Db
  /** Connections of their own for the catalogue's version, where there are several. */
  versionDb?: Db
  /** A database that replays what happens in `db`: the catalogue is read there. */
  standby?: Db | undefined
  log: FastifyBaseLogger
  now?: () => Date
  /** Load limits, above which requests get 503; tests set their own. */
  overload?: OverloadLimits
}

function refuseSchema(): never {
  throw new Error('A route has a JSON schema: give it a contract (implement.ts)')
}

/** Deletes what nobody needs any more. All begin at once, so that one that fails keeps no other from its work. */
async function tidyUp(deps: Deps) {
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
  now = () => new Date(),
  overload,
}: Parts): Promise<FastifyInstance> {
  const callerId = createCallerId()
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: withTrace,
    genReqId: ({ headers }) => callerId.idOf(headers) ?? randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy ?? false,
    bodyLimit: MAX_BODY_BYTES,
    // The longest an upload may take; cutSlowClients looks after everything else.
    requestTimeout: UPLOAD_MAX_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
      // Node's own refusal has neither text nor headers (security.ts refuses it).
      requireHostHeader: false,
      // The stream of a request without a body is over at once: to end it step by step takes a tenth of a kept answer (read-body.ts).
      optimizeEmptyRequests: true,
    },
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    // While the shop drains, what still comes in is answered.
    return503OnClosing: false,
    // An address that cannot be read is answered here, so it needs the security headers that all other answers get.
    frameworkErrors: (error, request, reply) =>
      answerError(error, request, reply.headers({ ...securityHeaders(config), 'x-request-id': request.id })),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, config),
    // Contracts check input and write answers (implement.ts): Fastify's own validator and serializer need not be loaded.
    schemaController: {
      compilersFactory: { buildValidator: () => refuseSchema, buildSerializer: () => refuseSchema },
    },
  })
  const metrics = createMetrics()
  const storage = config.bucket
    ? await bucketStorage(config.bucket, log)
    : folderStorage(path.join(config.dataDir, 'media'))
  const deps = await giveDeps({
    db,
    config,
    log,
    now,
    metrics,
    limits: createRateLimits(config, db, now),
    storage: countPictures(storage, metrics),
    jobs: createJobs(log),
  })
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
  const keeping = { maxBytes: config.keptAnswersBytes, hasCdn: config.cdnPurgeUrl !== undefined }
  app.decorate('answers', createAnswerCache(catalogueVersion, reads, keeping))
  app.addHook('onClose', () => catalogueVersion.stop())
  app.decorateRequest('session', undefined)
  app.decorateRequest('admittedAt', 0)
  app.decorateRequest('isInProcess', {
    getter() {
      return callerId.idOf(this.headers) !== undefined
    },
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerError(notFound('This address'), request, reply))
  // Likewise for an Expect header that Node does not know: it is passed over.
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
  for (const { routes } of features) await routes?.(app)
  apiDescription(app)
  // Unknown addresses and methods under /api answer JSON; they must not reach the pages.
  const unknown = () => {
    throw notFound('This address')
  }
  for (const url of ['/api', '/api/*']) app.all(url, { onRequest: unknown }, unknown)
  sendReadyAnswers(app)
  return app
}
