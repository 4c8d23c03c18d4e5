import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { REQUEST_ANSWERED } from '#kernel/log/log.ts'
import { traceOf } from './trace.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of the page that was asked for, such as /products/:category; set by the pages. */
    pagePattern: string | undefined
  }
}

/** The route that answers, as a pattern: never an id, a search or a token. */
export const routeOf = (request: FastifyRequest) => request.pagePattern ?? request.routeOptions.url ?? 'none'

/** Every line of a request tells its trace. */
export const withTrace: NonNullable<FastifyServerOptions['childLoggerFactory']> = (log, bindings, options, raw) =>
  log.child({ ...bindings, ...traceOf(raw) }, options)

interface Told {
  method: string
  route: string
  address?: string
  requestId?: string
}

/** The line of a request that was answered; without `end`, of one that was broken off before. */
export function writeRequest(
  log: FastifyBaseLogger,
  told: Told,
  end: { status: number; ms: number } | undefined,
  level: 'info' | 'debug' = 'info',
) {
  if (!end) return log[level](told, 'request broken off before it was answered')
  log[level]({ ...told, status: end.status, ms: Math.round(end.ms * 10) / 10 }, REQUEST_ANSWERED)
}

/** One line for each request, when it is over. `withAddress`: also who asked. */
export function addRequestLog(app: FastifyInstance, { withAddress }: { withAddress: boolean }) {
  app.decorateRequest('pagePattern', undefined)
  const write = (request: FastifyRequest, end: { status: number; ms: number } | undefined) => {
    const told = { method: request.method, route: routeOf(request), ...(withAddress ? { address: request.ip } : {}) }
    // Asked for every few seconds by machines.
    writeRequest(request.log, told, end, request.routeOptions.config.vital ? 'debug' : 'info')
  }
  const answered = new WeakSet<FastifyRequest>()
  app.addHook('onResponse', (request, reply: FastifyReply, done) => {
    answered.add(request)
    write(request, { status: reply.statusCode, ms: reply.elapsedTime })
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (!answered.has(request)) write(request, undefined)
    })
    done()
  })
}
