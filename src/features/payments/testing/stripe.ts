import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { newId } from '#shared/ids.ts'
import { SECOND_MS } from '#shared/time.ts'
import { StripeRefusal, stripeBooks } from './stripe-books.ts'
import { idempotencyKeys, type StripeAnswer } from './stripe-idempotency.ts'

const SECRET_KEY = 'sk_test_of_this_shop'
const WEBHOOK_SECRET = 'whsec_of_this_shop'

export type StripeOperation = 'create' | 'retrieve' | 'expire' | 'refund' | 'refunds' | 'intents' | 'disputes'

interface Fault {
  /** Is it done before it goes wrong? */
  isDone: boolean
  /** none: nothing ever comes; cut: the connection ends. */
  answer: 'none' | 'cut' | 'error' | 'refusal' | 'busy'
  /** Stripe advises against another try. */
  isFinal?: boolean
  /** The error stays the answer to this idempotency key, as Stripe does with errors of an endpoint that had begun. */
  isKept?: boolean
}

/** How a request can go wrong. */
const faults = {
  hang: { isDone: false, answer: 'none' },
  cut: { isDone: false, answer: 'cut' },
  lost: { isDone: true, answer: 'cut' },
  busy: { isDone: false, answer: 'busy', isFinal: true },
  error: { isDone: false, answer: 'error' },
  'final error': { isDone: false, answer: 'error', isFinal: true },
  'kept error': { isDone: false, answer: 'error', isFinal: true, isKept: true },
  'error after it was done': { isDone: true, answer: 'error', isFinal: true },
  refusal: { isDone: false, answer: 'refusal', isFinal: true },
} satisfies Record<string, Fault>
export type StripeFault = keyof typeof faults

const faultAnswers = {
  error: { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong on our end.' } } },
  busy: { status: 429, body: { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many.' } } },
  refusal: {
    status: 400,
    body: { error: { type: 'invalid_request_error', code: 'charge_disputed', message: 'This charge is disputed.' } },
  },
}

export interface StripeRequest {
  operation: StripeOperation
  /** As they were sent: line_items[0][quantity] … */
  params: Record<string, string>
  idempotencyKey: string | undefined
}

/** An event as it is sent to the shop: the bytes and their signature. */
export interface StripeEvent {
  payload: string
  signature: string
}

interface Outcome {
  answer: StripeAnswer | Fault['answer']
  fault?: Fault
  isReplayed?: boolean
}

/** `a[b][0]=c` as Stripe's client sends it -> {a: {b: {0: 'c'}}} */
function nest(params: URLSearchParams) {
  const whole: Record<string, unknown> = {}
  for (const [name, value] of params) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    const last = path.pop() ?? ''
    let inner = whole
    for (const part of path) {
      const known = inner[part]
      const next: Record<string, unknown> = typeof known === 'object' && known !== null ? { ...known } : {}
      inner[part] = next
      inner = next
    }
    inner[last] = value
  }
  return whole
}

function operationOf(method: string | undefined, path: string): { operation: StripeOperation; id: string } {
  const [, id = '', expire] = /^\/v1\/checkout\/sessions\/([^/]+)(\/expire)?$/.exec(path) ?? []
  if (method === 'POST' && path === '/v1/checkout/sessions') return { operation: 'create', id }
  if (method === 'GET' && id && !expire) return { operation: 'retrieve', id }
  if (method === 'POST' && id && expire) return { operation: 'expire', id }
  if (method === 'POST' && path === '/v1/refunds') return { operation: 'refund', id }
  if (method === 'GET' && path === '/v1/refunds') return { operation: 'refunds', id }
  if (method === 'GET' && path === '/v1/payment_intents') return { operation: 'intents', id }
  if (method === 'GET' && path === '/v1/disputes') return { operation: 'disputes', id }
  throw new StripeRefusal(404, {}, `Unrecognized request URL (${method}: ${path}).`)
}

async function readText(request: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

/** A server that speaks the part of Stripe's API that the shop uses, and goes wrong when told to. `now` is its clock. */
export async function testStripe(now: () => Date = () => new Date()) {
  const books = stripeBooks(now)
  const keys = idempotencyKeys(now)
  const requests: StripeRequest[] = []
  let trouble: { fault: Fault; only: StripeOperation | undefined; times: number } | undefined
  let gate: { only: StripeOperation | undefined; opened: Promise<void> } | undefined

  function perform(operation: StripeOperation, id: string, params: unknown): unknown {
    switch (operation) {
      case 'create':
        return books.createSession(params)
      case 'retrieve':
        return books.sessionOf(id)
      case 'expire':
        return books.expireSession(id)
      case 'refund':
        return books.createRefund(params)
      case 'refunds':
        return books.listRefunds(params)
      case 'intents':
        return books.listIntents(params)
      case 'disputes':
        return books.listDisputes(params)
    }
  }

  function faultOf(operation: StripeOperation) {
    if (!trouble || trouble.times === 0 || (trouble.only ?? operation) !== operation) return undefined
    trouble.times -= 1
    return trouble.fault
  }

  /** What to answer: once for an idempotency key, whatever happens to the answer on its way. */
  async function carryOut(
    { operation, idempotencyKey: key }: StripeRequest,
    line: string,
    run: () => unknown,
  ): Promise<Outcome> {
    const fault = faultOf(operation)
    const goneWrong = fault && { fault, answer: fault.answer }
    if (goneWrong && !fault.isDone && !fault.isKept) return goneWrong
    const earlier = key === undefined ? undefined : keys.claim(key, line)
    if (earlier) return goneWrong ?? { answer: earlier, isReplayed: true }
    try {
      if ((gate?.only ?? operation) === operation) await gate?.opened
      const answer = fault?.isKept ? faultAnswers.error : { status: 200, body: structuredClone(run()) }
      if (key !== undefined) keys.keep(key, answer)
      return goneWrong ?? { answer }
    } catch (error) {
      if (key !== undefined) keys.release(key)
      throw error
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const text = await readText(request)
    const send = ({ status, body }: StripeAnswer, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${newId()}`, ...headers })
        .end(JSON.stringify(body))
    try {
      if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
        throw new StripeRefusal(401, {}, 'Invalid API Key provided.')
      const { operation, id } = operationOf(request.method, url.pathname)
      const params = request.method === 'GET' ? url.searchParams : new URLSearchParams(text)
      // Stripe takes no notice of the key of a GET.
      const idempotencyKey = request.method === 'POST' ? request.headers['idempotency-key']?.toString() : undefined
      const asked = { operation, params: Object.fromEntries(params), idempotencyKey }
      requests.push(asked)
      const line = `${request.method} ${url.pathname}\n${text}`
      const { answer, fault, isReplayed } = await carryOut(asked, line, () => perform(operation, id, nest(params)))
      if (answer === 'none') return
      if (answer === 'cut') return request.socket.destroy()
      if (typeof answer === 'string') {
        return send(faultAnswers[answer], fault?.isFinal ? { 'stripe-should-retry': 'false' } : {})
      }
      return send(answer, {
        ...(isReplayed ? { 'idempotent-replayed': 'true' } : {}),
        ...(answer.status >= 500 ? { 'stripe-should-retry': 'false' } : {}),
      })
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      const { status, body, message } = error
      return send({ status, body: { error: { ...body, message } } }, { 'stripe-should-retry': String(status === 409) })
    }
  }

  const server = createServer((request, response) => void handle(request, response))
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  async function goDown() {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  /** Signs a body as Stripe does, at this moment. */
  const sign = (payload: string, { at = now(), secret = WEBHOOK_SECRET } = {}): StripeEvent => ({
    payload,
    signature: Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(at.getTime() / SECOND_MS),
    }),
  })
  /** Signs a body rightly, with a time that is none. */
  const signAt = (payload: string, time: string): StripeEvent => {
    const digest = createHmac('sha256', WEBHOOK_SECRET)
      .update(`${Number(time)}.${payload}`)
      .digest('hex')
    return { payload, signature: `t=${time},v1=${digest}` }
  }
  await listen(0)
  const { port } = server.address() as AddressInfo

  return {
    ...books,
    /** The shop's settings that lead here. */
    settings: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
    },
    sign,
    signAt,
    /** A new event about something, as it is now. */
    event: (type: string, object: object) =>
      sign(
        JSON.stringify({
          id: `evt_${newId()}`,
          object: 'event',
          created: Math.floor(now().getTime() / SECOND_MS),
          type,
          livemode: false,
          data: { object },
        }),
      ),
    /** All that was asked, the oldest first. */
    requests,
    requestsTo: (operation: StripeOperation) => requests.filter((request) => request.operation === operation),
    /** Requests go wrong in this way: all or one kind, for ever or so many. */
    fail(
      fault: StripeFault,
      { only, times = Number.POSITIVE_INFINITY }: { only?: StripeOperation; times?: number } = {},
    ) {
      trouble = { fault: faults[fault], only, times }
    },
    heal() {
      trouble = undefined
    },
    /** Connections are refused until `acceptConnections`. */
    goDown,
    acceptConnections: () => listen(port),
    /** Requests wait until the function that this returns is called. */
    hold(only?: StripeOperation) {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = { only, opened: promise }
      return () => {
        gate = undefined
        resolve()
      }
    },
    close: goDown,
  }
}
export type TestStripe = Awaited<ReturnType<typeof testStripe>>
