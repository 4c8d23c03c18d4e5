import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badInput, foreignOrigin, notFound, sharedMessage, wrongType } from '#shared/app-error.ts'
import type { Message } from '#shared/messages.ts'
import { permissionsPolicy } from '#shared/permissions-policy.ts'
import type { Config } from '../config.ts'
import { message } from '../kernel.messages.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    write?: boolean
    /** Called by another site, which its signature proves. */
    signed?: boolean
  }
}

const MAX_JSON_DEPTH = 20
const SAFE_METHODS = new Set(['GET', 'HEAD'])
/** Forms may lead here and, sent before JavaScript has loaded, to the payment service. */
function formTargets({ payment }: Pick<Config, 'payment'>) {
  if (payment?.kind !== 'stripe') return "'self'"
  return ["'self'", 'https://checkout.stripe.com', ...(payment.apiBase ? [new URL(payment.apiBase).origin] : [])].join(
    ' ',
  )
}

const NO_CONTENT_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

export const pagePolicy = (
  scriptHashes: readonly string[],
  { isDevelopment, payment }: Pick<Config, 'isDevelopment' | 'payment'>,
) =>
  [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.map((hash) => `'sha256-${hash}'`).join(' ')}`.trimEnd(),
    // React sets style attributes, and toasts bring a style element.
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

export const SHOWN_ELSEWHERE = { 'cross-origin-resource-policy': 'cross-origin' } as const

export const securityHeaders = (config: Pick<Config, 'isHttps'>): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy(),
  'x-frame-options': 'DENY',
  'content-security-policy': NO_CONTENT_POLICY,
  ...(config.isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

const isOwn = (request: FastifyRequest, ownOrigins: readonly string[]) => {
  const { origin, 'sec-fetch-site': site } = request.headers
  // `none`: typed into the address bar.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || ownOrigins.includes(origin)
}

/** A prefetch or an <img> must log nobody out. */
const isPrefetchOrImage = ({ headers }: FastifyRequest) =>
  /prefetch|prerender/.test(`${headers['sec-purpose']} ${headers.purpose}`) ||
  !['document', 'empty'].includes(String(headers['sec-fetch-dest'] ?? 'empty'))

/** The path of an absolute address (`GET http://host/path`) or one with several slashes, so that nothing reads another host in it. */
export const pathOf = (url: string) => url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^[/\\]*/, '/')

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
const WITH_CREDENTIALS = /^https?:\/\/[^/?#]*@/i

function headProblem({ httpVersion, headers, rawHeaders, url = '' }: Head): Record<string, Message> | undefined {
  const { host } = headers
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return { version: message('HTTP_VERSION') }
  // A proxy may see the body's end elsewhere, since HTTP/1.0 has no Transfer-Encoding, and another request after it.
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined)
    return { 'transfer-encoding': message('CHUNKS_VERSION') }
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) return { host: message('TWO_HOSTS') }
  if (host === undefined) return httpVersion === '1.1' ? { host: message('NO_HOST') } : undefined
  if (!HOST.test(host)) return { host: message('HOST_NO_NAME') }
  return WITH_CREDENTIALS.test(url) ? { address: message('ADDRESS_WITH_PASSWORD') } : undefined
}
type Head = Pick<IncomingMessage, 'httpVersion' | 'headers' | 'rawHeaders' | 'url'>

/** Adds security headers to every answer, and refuses unknown routes and other sites' writes before a body is read. */
export function addSecurity(app: FastifyInstance, config: Config) {
  const headers = securityHeaders(config)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    const { httpVersion, headers: given, rawHeaders } = request.raw
    const problem = headProblem({ httpVersion, headers: given, rawHeaders, url: request.originalUrl })
    if (problem) throw badInput(problem)
    if (request.is404) throw notFound({ what: sharedMessage('THIS_ADDRESS') })

    const { write = false, signed = false } = request.routeOptions.config
    if ((SAFE_METHODS.has(request.method) && !write) || signed) return
    if (!isOwn(request, config.ownOrigins)) throw foreignOrigin()
    if (write && isPrefetchOrImage(request)) throw foreignOrigin()
  })

  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.headers['content-encoding'] !== undefined) return done(wrongType())
    const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (charset && charset.toLowerCase() !== 'utf-8') return done(badInput({ body: message('JSON_NOT_UTF8') }))
    let json: string
    try {
      json = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.isBuffer(body) ? body : Buffer.from(body))
    } catch {
      return done(badInput({ body: message('BODY_NOT_UTF8') }))
    }
    parseJson(request, json, (error, value) => {
      if (error) return done(badInput({ body: json.trim() === '' ? message('JSON_MISSING') : message('NO_JSON') }))
      const problem = findHostileText(value)
      if (problem) return done(badInput({ body: problem }))
      done(null, value)
    })
  })
}

/** NUL bytes and lone surrogates cannot be stored by every database; deep nesting and `__proto__` are attacks. */
export function findHostileText(value: unknown, depth = 0): Message | undefined {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed() ? message('TEXT_NOT_KEPT') : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= MAX_JSON_DEPTH) return message('NESTED_TOO_DEEPLY')
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') return message('FIELD_NOT_TAKEN')
    const problem = findHostileText(key, depth) ?? findHostileText(inner, depth + 1)
    if (problem) return problem
  }
  return undefined
}
