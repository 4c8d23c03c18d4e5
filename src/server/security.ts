import type { FastifyInstance, FastifyRequest } from 'fastify'
import { webhookPath } from '#features/payments/payments.contract.ts'
import { badInput, foreignOrigin } from '#shared/app-error.ts'
import type { Config } from './config.ts'

const MAX_JSON_DEPTH = 20
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** They change something although they are GET (spec §7). */
const logouts = new Set(['/api/user/logout', '/api/seller/logout'])

/** Stripe's events come from another site; their signature says whom they are from. */
const signed = new Set([webhookPath])

/** Where a form sent before JavaScript has loaded may lead: here, and to the payment service. */
function formTargets({ payment }: Pick<Config, 'payment'>) {
  if (payment?.kind !== 'stripe') return "'self'"
  return ["'self'", 'https://checkout.stripe.com', ...(payment.apiBase ? [new URL(payment.apiBase).origin] : [])].join(
    ' ',
  )
}

/** For every answer that is not a page of ours: nothing may be loaded or framed. */
const NO_CONTENT_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

/** For pages. `scriptHashes` are those of the inline scripts in the page. */
export const pagePolicy = (
  scriptHashes: readonly string[],
  { isDevelopment, payment }: Pick<Config, 'isDevelopment' | 'payment'>,
) =>
  [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.map((hash) => `'sha256-${hash}'`).join(' ')}`.trimEnd(),
    // React sets style attributes and the toasts bring a style element of their own.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    // Vite's page waits in a worker for the server to come back.
    ...(isDevelopment ? ["worker-src 'self' blob:"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${formTargets({ payment })}`,
  ].join('; ')

const isOwn = (request: FastifyRequest, ownOrigins: readonly string[]) => {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return false
  const origin = request.headers.origin
  return origin === undefined || ownOrigins.includes(origin)
}

const isPrefetch = (request: FastifyRequest) =>
  /prefetch|prerender/.test(`${request.headers['sec-purpose']} ${request.headers.purpose}`)

/** Security headers on every answer, and the check that a write comes from our own pages. */
export function addSecurity(app: FastifyInstance, config: Config) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'strict-origin-when-cross-origin')
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('x-frame-options', 'DENY')
    reply.header('content-security-policy', NO_CONTENT_POLICY)
    reply.header('x-request-id', request.id)
    if (config.isHttps) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')

    const path = request.url.split('?', 1)[0] ?? ''
    const changes = !SAFE_METHODS.has(request.method) || logouts.has(path)
    if (!changes || signed.has(path)) return
    if (!isOwn(request, config.ownOrigins)) throw foreignOrigin()
    if (logouts.has(path) && isPrefetch(request)) throw foreignOrigin()
  })

  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (charset && charset.toLowerCase() !== 'utf-8') return done(badInput({ body: 'Please send JSON in UTF-8' }))
    let json: string
    try {
      json = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.isBuffer(body) ? body : Buffer.from(body))
    } catch {
      return done(badInput({ body: 'That is not valid UTF-8' }))
    }
    parseJson(request, json, (error, value) => {
      if (error)
        return done(badInput({ body: json.trim() === '' ? 'Please send a JSON body' : 'That is not valid JSON' }))
      const problem = findHostileText(value)
      if (problem) return done(badInput({ body: problem }))
      done(null, value)
    })
  })
}

/** NUL bytes and lone surrogates cannot be stored by every database; deep nesting is an attack. */
export function findHostileText(value: unknown, depth = 0): string | undefined {
  if (depth > MAX_JSON_DEPTH) return 'That is nested too deeply'
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed() ? 'That text has characters we cannot store' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const problem = findHostileText(key, depth) ?? findHostileText(inner, depth + 1)
    if (problem) return problem
  }
  return undefined
}
