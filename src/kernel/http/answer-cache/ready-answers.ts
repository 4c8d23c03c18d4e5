import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { observeRequest } from '#kernel/http/metrics.ts'
import { writeRequest } from '#kernel/http/request-log.ts'
import { headProblem, securityHeaders } from '#kernel/http/security.ts'
import { hasBody } from '#kernel/http/slow-clients.ts'
import { traceOf } from '#kernel/http/trace.ts'
import { type Answer, encodingFor, isKnown } from './answer.ts'
import { isFromVisitor } from './visitor-pages.ts'

/** Not written in another way, such as with a host before it. */
const isPlain = (url: string) => url.startsWith('/') && url[1] !== '/' && url[1] !== '\\'

/**
 * Sends kept answers without going through Fastify, whose hooks take three times as long as the rest. What such an answer needs of
 * them is done here: headers, log, metrics, and waiting for it when the shop stops. All other requests go the usual way.
 */
export function sendReadyAnswers(app: FastifyInstance) {
  const { config, log, metrics } = app.deps
  // Only Fastify knows the client's address behind a proxy (TRUST_PROXY).
  if (config.logAddress) return
  const everyAnswers = securityHeaders(config)
  const heads = new WeakMap<Answer, readonly string[]>()

  function headOf(answer: Answer) {
    const known = heads.get(answer)
    if (known) return known
    const { headers, body, encoding } = answer
    const more = { 'content-length': String(body.length), ...(encoding ? { 'content-encoding': encoding } : {}) }
    const head = Object.entries({ ...everyAnswers, ...headers, ...more }).flat()
    heads.set(answer, head)
    return head
  }

  function find(request: IncomingMessage) {
    const { method, url = '', headers } = request
    if (method !== 'GET' || app.drain.isOn || !isPlain(url) || hasBody(request) || headProblem(request)) return
    if (url.startsWith('/api/')) return app.answers.find(url)
    if (isFromVisitor({ method, headers })) return app.answers.find(url, 'or a second old')
  }

  /** Whoever has the answer already is told so by Fastify, which also sends all other forms than the one that is kept. */
  function send(request: IncomingMessage, response: ServerResponse) {
    const answer = find(request)
    if (!answer || isKnown(answer, request.headers['if-none-match'])) return false
    if (encodingFor(answer, request.headers['accept-encoding']) !== answer.encoding) return false

    const begin = performance.now()
    const requestId = randomUUID()
    app.drain.open += 1
    response.on('close', () => {
      app.drain.open -= 1
      const { status, route } = answer
      const ms = performance.now() - begin
      const told = { requestId, ...traceOf(request), method: 'GET', route }
      writeRequest(log, told, response.writableFinished ? { status, ms } : undefined)
      if (response.writableFinished && config.metricsToken)
        observeRequest(metrics, { method: 'GET', route, status, ms })
    })
    const { body } = answer
    response.writeHead(answer.status, [...headOf(answer), 'x-request-id', requestId])
    if (typeof body === 'string') response.end(body, 'latin1')
    else response.end(body)
    return true
  }

  const [askFastify] = app.server.listeners('request')
  if (!askFastify) throw new Error('Fastify no longer listens for requests')
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (!send(request, response)) askFastify.call(app.server, request, response)
  })
}
