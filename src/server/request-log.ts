import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
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

/** One line for each request, when it is over. `withAddress`: also who asked. */
export function addRequestLog(app: FastifyInstance, { withAddress }: { withAddress: boolean }) {
  app.decorateRequest('pagePattern', undefined)
  const write = (request: FastifyRequest, end: { status?: number; ms?: number }, message: string) => {
    const route = routeOf(request)
    // Asked for every few seconds by machines.
    const level = request.routeOptions.config.vital ? 'debug' : 'info'
    const log: FastifyBaseLogger = request.log
    log[level]({ method: request.method, route, ...end, ...(withAddress ? { address: request.ip } : {}) }, message)
  }
  const answered = new WeakSet<FastifyRequest>()
  app.addHook('onResponse', (request, reply: FastifyReply, done) => {
    answered.add(request)
    write(request, { status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }, 'request')
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (!answered.has(request)) write(request, {}, 'request broken off before it was answered')
    })
    done()
  })
}
