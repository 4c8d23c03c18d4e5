import type { FastifyInstance } from 'fastify'

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/

/** Warns once of a proxy on this machine that TRUST_PROXY does not name: all shoppers then have one address and share its limits. */
export function warnOfUnknownProxy(app: FastifyInstance) {
  const { config, log } = app.deps
  if (config.trustProxy !== undefined) return
  let isTold = false
  app.addHook('onRequest', (request, _, next) => {
    if (!isTold && request.headers['x-forwarded-for'] !== undefined && LOOPBACK.test(request.ip)) {
      isTold = true
      log.warn(
        'X-Forwarded-For comes from a proxy on this machine, and TRUST_PROXY is not set: all shoppers share one limit on logins. For a proxy of yours set TRUST_PROXY=127.0.0.1',
      )
    }
    next()
  })
}
