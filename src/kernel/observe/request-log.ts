import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { REQUEST_ANSWERED } from './log/log.ts'
import { traceOf } from './trace.ts'

declare module 'fastify' {
  interface FastifyRequest {
    pagePattern: string | undefined
  }
}

/** The route's pattern: never an id, a search or a token. */
export const routeOf = (request: FastifyRequest) => request.pagePattern ?? request.routeOptions.url ?? 'none'

export const withTrace: NonNullable<FastifyServerOptions['childLoggerFactory']> = (log, bindings, options, raw) =>
  log.child({ ...bindings, ...traceOf(raw) }, options)

/** Writes a line at the end of each request; `withAddress` adds the client's address. */
export function addRequestLog(app: FastifyInstance, { withAddress }: { withAddress: boolean }) {
  app.decorateRequest('pagePattern', undefined)
  const write = (request: FastifyRequest, end: { status: number; ms: number } | undefined) => {
    const told = { method: request.method, route: routeOf(request), ...(withAddress ? { address: request.ip } : {}) }
    const level = request.routeOptions.config.vital ? 'debug' : 'info'
    if (!end) return request.log[level](told, 'request broken off before it was answered')
    request.log[level]({ ...told, status: end.status, ms: Math.round(end.ms * 10) / 10 }, REQUEST_ANSWERED)
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
