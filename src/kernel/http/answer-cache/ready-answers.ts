import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { observeRequest } from '#kernel/http/metrics.ts'
import { writeRequest } from '#kernel/http/request-log.ts'
import { headProblem, securityHeaders } from '#kernel/http/security.ts'
import { hasBody } from '#kernel/http/slow-clients.ts'
import { traceOf } from '#kernel/http/trace.ts'
import { type Answer, encodingFor, isKnown } from './answer.ts'
import { isFromVisitor } from './visitor-pages.ts'

/** Not written in another way, such as with a host before it. */
const isPlain = (url: string) => url.startsWith('/') && url[1] !== '/' && url[1] !== '\\'

/** A larger body is sent as the bytes that are kept, which all who read it slowly then share. */
const TEXT_MAX_BYTES = 64 * 1024
/** Heads and texts of the answers that are asked for most stay, up to this. */
const WORDS_BYTES = 4 * 1024 * 1024
/** What a head takes. */
const HEAD_BYTES = 500

/** Head and body as Node sends them fastest: together, which it does for text only. */
interface Words {
  head: readonly string[]
  text: string | undefined
}

/**
 * Sends kept answers without going through Fastify, whose hooks take three times as long as the rest. What such an answer needs of
 * them is done here: headers, log, metrics, and waiting for it when the shop stops. All other requests go the usual way.
 */
export function sendReadyAnswers(app: FastifyInstance) {
  const { config, log, metrics } = app.deps
  // Only Fastify knows the client's address behind a proxy (TRUST_PROXY).
  if (config.logAddress) return
  const everyAnswers = securityHeaders(config)
  const known = new LRUCache<Answer, Words>({
    maxSize: WORDS_BYTES,
    sizeCalculation: ({ text = '' }) => HEAD_BYTES + text.length,
  })

  function wordsOf(answer: Answer) {
    const words = known.get(answer)
    if (words) return words
    const { headers, body, encoding } = answer
    const more = { 'content-length': String(body.length), ...(encoding ? { 'content-encoding': encoding } : {}) }
    const head = Object.entries({ ...everyAnswers, ...headers, ...more }).flat()
    const made = { head, text: body.length > TEXT_MAX_BYTES ? undefined : body.toString('latin1') }
    known.set(answer, made)
    return made
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
    const { head, text } = wordsOf(answer)
    response.writeHead(answer.status, [...head, 'x-request-id', requestId])
    if (text === undefined) response.end(answer.body)
    else response.end(text, 'latin1')
    return true
  }

  const [askFastify] = app.server.listeners('request')
  if (!askFastify) throw new Error('Fastify no longer listens for requests')
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (!send(request, response)) askFastify.call(app.server, request, response)
  })
}
