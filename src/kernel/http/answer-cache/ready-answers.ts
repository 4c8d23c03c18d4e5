import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { observeRequest } from '#kernel/http/metrics.ts'
import { writeRequest } from '#kernel/http/request-log.ts'
import { headProblem, securityHeaders } from '#kernel/http/security.ts'
import { hasBody } from '#kernel/http/slow-clients.ts'
import { traceOf } from '#kernel/http/trace.ts'
import { type Answer, encodingFor, isKnown } from './answer.ts'
import { createHotTexts, toText } from './hot-texts.ts'
import { isForAnybody, isFromVisitor } from './visitor-pages.ts'

/** Not written in another way, such as with a host before it. */
const isPath = (url = '') => url.startsWith('/') && url[1] !== '/' && url[1] !== '\\'

/** So many look-ups for what is one person's own wait at once; beyond that Fastify says who may wait (overload.ts). */
const MAX_LOOK_UPS = 64

/** A larger body is sent as bytes, which all who read it slowly share. */
const TEXT_MAX_BYTES = 64 * 1024

/** An answer as it is sent. */
export type ReadyAnswer = Pick<Answer, 'status' | 'route' | 'headers' | 'body'> & {
  encoding: 'br' | 'gzip' | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    ownAnswers: {
      /** What is ready for whoever asks, besides what is the same for all; undefined, at once or later, where nothing is. */
      find?: (request: IncomingMessage) => Promise<ReadyAnswer | undefined> | undefined
    }
  }
}

interface Asked {
  request: IncomingMessage
  response: ServerResponse
  /** When it came, by performance.now(). */
  begin: number
}

/**
 * Sends kept answers without going through Fastify, whose hooks take three times as long as the rest. What such an answer needs of
 * them is done here: headers, log, metrics, and waiting for it when the shop stops. All other requests go the usual way.
 */
export function sendReadyAnswers(app: FastifyInstance) {
  const { config, log, metrics } = app.deps
  app.decorate('ownAnswers', {})
  // Only Fastify knows the client's address behind a proxy (TRUST_PROXY).
  if (config.logAddress) return
  const everyAnswers = securityHeaders(config)
  const heads = new WeakMap<Answer, readonly string[]>()
  const { textOf } = createHotTexts()

  function headOf(answer: Answer) {
    const head = heads.get(answer) ?? makeHead({ ...answer, headers: { ...answer.surrogates, ...answer.headers } })
    heads.set(answer, head)
    return head
  }

  function makeHead({ headers, body, encoding }: ReadyAnswer): readonly string[] {
    const more = { 'content-length': String(body.length), ...(encoding ? { 'content-encoding': encoding } : {}) }
    return Object.entries({ ...everyAnswers, ...headers, ...more }).flat()
  }

  /** Is there nothing about the request that Fastify has to look at? */
  const isPlain = (request: IncomingMessage) =>
    request.method === 'GET' && !app.drain.isOn && isPath(request.url) && !hasBody(request) && !headProblem(request)

  function find({ url = '', headers }: IncomingMessage) {
    if (isFromVisitor({ method: 'GET', headers }) && !url.startsWith('/api/'))
      return app.answers.find(url, 'or a second old')
    if (url.startsWith('/api/') || isForAnybody({ method: 'GET', url })) return app.answers.find(url)
  }

  function write(
    { request, response, begin }: Asked,
    { status, route, body }: ReadyAnswer,
    head: readonly string[],
    inText: (body: Buffer) => string,
  ) {
    const requestId = randomUUID()
    app.drain.open += 1
    response.on('close', () => {
      app.drain.open -= 1
      const ms = performance.now() - begin
      const told = { requestId, ...traceOf(request), method: 'GET', route }
      writeRequest(log, told, response.writableFinished ? { status, ms } : undefined)
      if (response.writableFinished && config.metricsToken)
        observeRequest(metrics, { method: 'GET', route, status, ms })
    })
    response.writeHead(status, [...head, 'x-request-id', requestId])
    if (body.length <= TEXT_MAX_BYTES) response.end(inText(body), 'latin1')
    else response.end(body)
  }

  /** Whoever has the answer already is told so by Fastify, which also sends all other forms than the one that is kept. */
  function send(request: IncomingMessage, response: ServerResponse) {
    const answer = find(request)
    if (!answer || isKnown(answer, request.headers['if-none-match'])) return false
    if (encodingFor(answer, request.headers['accept-encoding']) !== answer.encoding) return false
    write({ request, response, begin: performance.now() }, answer, headOf(answer), textOf)
    return true
  }

  let lookUps = 0
  async function sendOwn(request: IncomingMessage, response: ServerResponse, find: Promise<ReadyAnswer | undefined>) {
    const begin = performance.now()
    lookUps += 1
    app.drain.open += 1
    // Fastify finds out what is wrong, and says it.
    const answer = await find.catch(() => undefined)
    lookUps -= 1
    app.drain.open -= 1
    if (response.destroyed)
      return writeRequest(log, { ...traceOf(request), method: 'GET', route: answer?.route ?? 'none' }, undefined)
    // What is made for one person is kept nowhere.
    if (answer) write({ request, response, begin }, answer, makeHead(answer), toText)
    else askFastify?.call(app.server, request, response)
  }

  const [askFastify] = app.server.listeners('request')
  if (!askFastify) throw new Error('Fastify no longer listens for requests')
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (!isPlain(request)) return askFastify.call(app.server, request, response)
    if (send(request, response)) return
    const own = lookUps < MAX_LOOK_UPS ? app.ownAnswers.find?.(request) : undefined
    if (own) void sendOwn(request, response, own)
    else askFastify.call(app.server, request, response)
  })
}
