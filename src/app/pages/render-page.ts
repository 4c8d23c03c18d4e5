import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { NotedRead } from '#kernel/answers/answer-cache/catalogue-reads.ts'
import type { Config } from '#kernel/config.ts'
import { pagePolicy } from '#kernel/guard/security.ts'
import { FALLBACK_RETRY_SECONDS } from '#kernel/http/errors.ts'
import { traceparentOf } from '#kernel/observe/trace.ts'
import type { Fetch } from '#shared/api-client.ts'
import { overloaded } from '#shared/app-error.ts'
import { languageOfPath } from '#shared/languages.ts'
import { LANGUAGE_HEADER } from '#shared/locales.ts'
import type { PageParts, Visit } from '#shared/page-parts.ts'
import { createLoopTurns } from './loop-turns.ts'
import { type PageReads, type Question, readAsAsked, readTogether } from './page-reads.ts'
import { prepareScripts } from './page-scripts.ts'

export type PageHandler = (request: Request, parts: PageParts) => Promise<Response>

export interface PageCall {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body?: Uint8Array
  visit: Omit<Visit, 'isOneState' | 'isBackground'>
  /** Its address, id, trace and log are used; none of them shows in the page. */
  request: FastifyRequest
  isKept: boolean
}

export interface RenderedPage {
  status: number
  headers: Record<string, string>
  cookies: string[]
  /** A page can be shown without a part that failed. */
  isComplete: boolean
  body: Buffer
  reads: readonly NotedRead[] | undefined
  isLive: boolean
}

/** One page a turn of the event loop, so that other requests get in between. */
const turn = createLoopTurns()

/** A page that still asks for something new after so many tries gets 503. */
const MAX_TRIES = 5

/** Renders a page from one state of the catalogue: when that changes meanwhile, all questions are read together, and the page loads again. */
export async function renderPage(app: FastifyInstance, handle: PageHandler, call: PageCall): Promise<RenderedPage> {
  const { catalogueVersion } = app
  const { request, isKept } = call
  const asked = new Map<string, Question>()
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const seen = nothingSeen()
    const version = await catalogueVersion.latest().catch(() => undefined)
    const page = { request, isKept, version, onFailure: (status: number) => noteFailure(seen, status) }
    const reads = tries === 1 ? readAsAsked(app, page) : await readTogether(app, page, asked)
    const loaded = await load(app, handle, call, seen, reads)
    // A .data request is not rendered, so it is asked here. A POST is never repeated.
    if (call.method === 'POST' || (await reads.isOneState()))
      return { ...(await toPage(loaded, seen, app.deps.config)), reads: reads.noted, isLive: reads.isLive() }
    for (const [key, question] of reads.asked) asked.set(key, question)
  }
  throw overloaded()
}

export const isDataUrl = (url: string) => /^[^?]*\.data(?:\?|$)/.test(url)

interface Loaded {
  response: Response
  html: Buffer | undefined
}

async function load(
  app: FastifyInstance,
  handle: PageHandler,
  call: PageCall,
  seen: Seen,
  { readHere, isOneState }: PageReads,
): Promise<Loaded> {
  let html: Buffer | undefined
  const deliver = (page: Buffer) => {
    html = page
  }
  const report = (error: unknown) => call.request.log.error({ err: error }, 'a page failed')
  await turn()
  const response = await handle(toWebRequest(call, app.deps.config), {
    fetchApi: inProcessFetch(app, call, seen),
    readHere,
    visit: { ...call.visit, isBackground: isDataUrl(call.url), isOneState },
    report,
    deliver,
  })
  return { response, html: response.body === null ? html : undefined }
}

interface Seen {
  cookies: string[]
  isRefused: boolean
  hasFailed: boolean
}

const nothingSeen = (): Seen => ({ cookies: [], isRefused: false, hasFailed: false })

function noteFailure(seen: Seen, status: number) {
  seen.isRefused ||= status === 503
  seen.hasFailed ||= status >= 500
}

/** Addresses come from settings, never from a header. React Router wants the form's Origin, which may be any origin of the shop. */
function toWebRequest(call: PageCall, config: Config) {
  const headers = new Headers()
  for (const [name, value] of Object.entries(call.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  const origin = config.ownOrigins.find((own) => own === call.headers.origin) ?? config.publicUrl
  const address = `${origin}${call.url}`
  if (call.method !== 'POST') return new Request(address, { method: call.method, headers })
  if (!headers.has('content-type')) headers.set('content-type', 'application/x-www-form-urlencoded')
  return new Request(address, { method: 'POST', headers, body: new Uint8Array(call.body ?? []) })
}

/** A `fetch` in this process, with the caller's cookies, origin, address, request id and trace, and the page's language. */
export function inProcessFetch(
  app: FastifyInstance,
  { url: page, headers: given, request }: Pick<PageCall, 'url' | 'headers' | 'request'>,
  seen: Seen,
): Fetch {
  const passedOn = ['cookie', 'origin', 'sec-fetch-site', 'user-agent'] as const
  return async (url, init) => {
    const headers: Record<string, string> = {
      ...app.callerId.headersFor(request.id),
      traceparent: traceparentOf(request.raw),
    }
    // A page with one address in all languages is worded in the language of whose session it is.
    const language = languageOfPath(page)
    if (language !== 'en') headers[LANGUAGE_HEADER] = language
    for (const name of passedOn) {
      const value = given[name]
      if (typeof value === 'string') headers[name] = value
    }
    const own = readHeaders(init.headers)
    if (!own) return answerOf(400, async () => ({ success: false, ...badHeader }))
    for (const [name, value] of own) headers[name] = value
    const { payload, type } = await payloadOf(init.body)
    if (type) headers['content-type'] = type
    const answer = await app.inject({
      method: init.method as 'GET',
      url,
      headers,
      remoteAddress: request.ip,
      ...(payload === undefined ? {} : { payload }),
    })
    seen.cookies.push(...[answer.headers['set-cookie'] ?? []].flat())
    noteFailure(seen, answer.statusCode)
    return answerOf(answer.statusCode, async () => answer.json())
  }
}

/** JSON has its type already; a form gets one that says where its parts begin. */
async function payloadOf(body: RequestInit['body']): Promise<{ payload?: string | Buffer; type?: string }> {
  if (typeof body === 'string') return { payload: body }
  if (!(body instanceof FormData)) return {}
  const form = new Response(body)
  return { payload: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type') ?? '' }
}

const answerOf = (status: number, json: () => Promise<unknown>) => ({ ok: status < 400, status, json })

const badHeader = { code: 'BAD_INPUT', message: 'This has characters we cannot store' }

/** Undefined for what no header can hold, such as a line break. */
function readHeaders(init: RequestInit['headers']) {
  try {
    return new Headers(init)
  } catch {
    return undefined
  }
}

async function toPage(
  { response, html }: Loaded,
  seen: Seen,
  config: Config,
): Promise<Omit<RenderedPage, 'reads' | 'isLive'>> {
  const headers: Record<string, string> = {}
  // React Router makes 500 of any error; a database out of reach is a 503.
  const status = response.status === 500 && seen.isRefused ? 503 : response.status
  if (status === 503) headers['retry-after'] = String(FALLBACK_RETRY_SECONDS)
  for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value
  const { hashes, body } = prepareScripts(html ?? Buffer.from(await response.arrayBuffer()))
  headers['content-security-policy'] = pagePolicy(hashes, config)
  const cookies = [...seen.cookies, ...response.headers.getSetCookie()].map((cookie) =>
    config.isHttps && !/; secure/i.test(cookie) ? `${cookie}; Secure` : cookie,
  )
  return { status, headers, cookies, isComplete: !seen.hasFailed, body }
}
