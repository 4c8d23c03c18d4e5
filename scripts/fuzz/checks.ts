import { z } from 'zod'
import { isForAnybody } from '#kernel/answers/answer-cache/visitor-pages.ts'
import type { Access, Endpoint } from '#shared/endpoint.ts'
import { wireSchema } from './contract-values.ts'
import { INJECTED_HEADER, PWNED } from './hostile.ts'
import type { FuzzAnswer, FuzzRequest } from './request.ts'

/** Payment, storage and overload; everything else above 499 is our fault. */
const ALLOWED_FAILURES = [502, 503, 504]

/** No answer may tell these: paths and code, statements, how passwords are kept. */
const leaks: readonly (readonly [string, RegExp])[] = [
  ['a stack trace', /(?:\n|\\n)\s+at \S+ \(?(?:file|node|async|\/)/],
  ['a path of the server', /node_modules|\/src\/(?:server|features)\/|haat-test-\w{6}|\.ts:\d+/],
  [
    'the text of a database error',
    /SQLITE_|SqliteError|syntax error at or near|duplicate key value|relation "|no such (?:table|column)|violates \w+ constraint/i,
  ],
  ['an error of a library', /ZodError|FST_ERR_|ERR_[A-Z]+_[A-Z]+|KyselyError|"stack"/],
  ['a hash of a password', /\$argon2|password_?hash|token_?hash/i],
  ['a version', /fastify\/|node\/\d|x-powered-by/i],
]

const Refusal = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string().min(1),
  requestId: z.string(),
})
const Success = z.looseObject({ success: z.literal(true) })

export class Broken extends Error {}

function must(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Broken(sentence)
}

const headersOf = (answer: FuzzAnswer) => JSON.stringify(answer.headers)

/** Parts of a page in which nobody is named may be kept. */
const isSameForAll = ({ method, path, query }: FuzzRequest) =>
  isForAnybody({ method, url: `${path}?${new URLSearchParams(query)}` })

function checkHeaders(request: FuzzRequest, { status, headers }: FuzzAnswer) {
  must(headers['x-content-type-options'] === 'nosniff', 'without nosniff')
  must(headers['referrer-policy'] !== undefined, 'without Referrer-Policy')
  must(headers['permissions-policy'] !== undefined, 'without Permissions-Policy')
  must(headers['cross-origin-resource-policy'] !== undefined, 'without Cross-Origin-Resource-Policy')
  const policy = String(headers['content-security-policy'])
  for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    must(policy.includes(part) || policy.startsWith("default-src 'none'"), `its policy lacks ${part}`)
  must(!/script-src[^;]*unsafe/.test(policy), 'its policy allows unsafe scripts')
  must(headers['access-control-allow-origin'] === undefined, 'with a CORS header')
  must(headers[INJECTED_HEADER] === undefined, 'a header was injected')
  must(headers.server === undefined && headers['x-powered-by'] === undefined, 'names its software')
  const cookies = headers['set-cookie'] ?? []
  for (const cookie of cookies) {
    must(/; SameSite=Lax/i.test(cookie), `a cookie without SameSite: ${cookie}`)
    must(
      /^(haat-cart|haat-cart-form|cart-kept)=/.test(cookie) || /; HttpOnly/i.test(cookie),
      `a cookie for scripts: ${cookie}`,
    )
  }
  if (cookies.length > 0) must(/no-store/.test(String(headers['cache-control'])), 'a cookie that caches may keep')
  const { location } = headers
  if (location !== undefined) must(/^\/(?![/\\])[^\\\s]*$/.test(location), `leads away: ${location}`)
  if (status === 429 || status === 503) must(Number(headers['retry-after']) > 0, 'without Retry-After')
  const isPage = request.method === 'GET' && status === 200 && request.target.startsWith('page')
  if (isPage && request.who !== 'visitor' && !isSameForAll(request))
    must(/no-store/.test(String(headers['cache-control'])), 'a personal page that caches may keep')
}

const isFile = ({ headers }: FuzzAnswer) => headers['content-disposition'] !== undefined
const isDescription = (path: string) => /^\/api\/(?:docs|openapi)/.test(path)

function readJson({ text }: FuzzAnswer): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Broken(`not JSON: ${text.slice(0, 200)}`)
  }
}

/** What the contract says of this call: of a list by `since`, of an act that waits for a second person, or as always. */
function shapeOf({ query }: FuzzRequest, { status }: FuzzAnswer, endpoint: Endpoint) {
  if (endpoint.waits && status === 202) return { shape: endpoint.waits, declared: 202 }
  const asksForChanges = query.some(([name]) => name === 'since')
  const shape = asksForChanges && endpoint.changes ? endpoint.changes : endpoint.response
  return { shape, declared: endpoint.status ?? 200 }
}

function checkJson(request: FuzzRequest, answer: FuzzAnswer, endpoint: Endpoint | undefined) {
  must(/^application\/json/.test(String(answer.headers['content-type'])), `no JSON: ${headersOf(answer)}`)
  const json = readJson(answer)
  if (answer.status >= 400) {
    const refusal = Refusal.safeParse(json)
    must(refusal.success, `no refusal as all others: ${answer.text.slice(0, 300)}`)
    return
  }
  must(Success.safeParse(json).success, `without success: ${answer.text.slice(0, 200)}`)
  if (!endpoint?.response) return
  const { shape, declared } = shapeOf(request, answer, endpoint)
  if (!shape) return
  must(answer.status === declared, `another status than declared: ${answer.status}`)
  const { error } = shape.safeParse(json)
  must(error === undefined, `not what the contract says: ${error?.message}`)
  const { success: _, ...own } = Success.parse(json)
  const fields = wireSchema(shape).properties ?? {}
  for (const name of Object.keys(own)) must(name in fields, `tells more than the contract says: ${name}`)
}

function checkPage({ text, headers }: FuzzAnswer) {
  must(!text.includes(`<script>${PWNED}`) && !text.includes(`<img src=x onerror=${PWNED}`), 'text became markup')
  must(!/(?:href|src|action)="javascript:/i.test(text), 'a link is a script')
  must(!/\snonce=/.test(text), 'the mark of the scripts is in the page')
  // The few lines in place of a page have no script at all.
  must(
    /script-src 'self'|^default-src 'none'/.test(String(headers['content-security-policy'])),
    'a page without a policy for scripts',
  )
}

const mayCall: Record<Access, readonly FuzzRequest['who'][]> = {
  public: ['visitor', 'shopper', 'seller', 'maker'],
  user: ['shopper'],
  seller: ['seller'],
  producer: ['maker'],
}

/** Throws Broken when the answer breaks a promise. */
export function checkAnswer(request: FuzzRequest, answer: FuzzAnswer, endpoint: Endpoint | undefined) {
  const { status, headers, text } = answer
  must(status < 500 || ALLOWED_FAILURES.includes(status), `answered ${status}`)
  for (const [what, pattern] of leaks) {
    must(
      !pattern.test(isDescription(request.path) ? '' : text) && !pattern.test(headersOf(answer)),
      `told ${what}: ${pattern.exec(text)?.[0]}`,
    )
  }
  checkHeaders(request, answer)
  if (endpoint && status < 300) must(mayCall[endpoint.access].includes(request.who), `let a ${request.who} in`)
  if (request.method === 'HEAD' || status === 304) return
  const isApi = /^\/api(?:\/|$)/.test(request.path) && !isDescription(request.path)
  if (endpoint?.file && status < 300)
    must(headers['content-type'] === endpoint.file, `another file: ${headersOf(answer)}`)
  else if (isApi && (endpoint || !isFile(answer))) checkJson(request, answer, endpoint)
  else if (/^text\/html/.test(String(headers['content-type'])) && !isDescription(request.path)) checkPage(answer)
}
