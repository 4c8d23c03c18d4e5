import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { securityHeaders } from '#kernel/guard/security.ts'
import { implement } from '#kernel/http/implement.ts'
import { endpoint } from '#shared/endpoint.ts'
import { checkAnswer } from './checks.ts'
import { validOf, wireSchema } from './contract-values.ts'
import { facts, fill } from './facts.ts'
import { type FuzzedShop, openFuzzedShop } from './fuzzed-shop.ts'
import { PWNED } from './hostile.ts'
import { closeConnections, type FuzzAnswer, type FuzzRequest, send } from './request.ts'
import { fuzz } from './run.ts'

/** Breaks for one kind of name, tells too much for another. */
const faulty = endpoint('POST', '/api/faulty', {
  access: 'public',
  summary: 'Has a fault',
  body: z.object({ name: z.string().max(200), count: z.int() }),
  response: z.object({ message: z.string() }),
})

let fuzzed: FuzzedShop
beforeAll(async () => {
  fuzzed = await openFuzzedShop(async (app) =>
    implement(
      app,
      { faulty },
      {
        faulty({ body }) {
          if (body.count > 2) throw new Error('a fault of ours')
          return { message: body.name }
        },
      },
    ),
  )
})
afterAll(async () => {
  closeConnections()
  await fuzzed.shop.close()
})

describe('fuzzing', () => {
  const onlyFaulty = () => ({ ...fuzzed, targets: { endpoints: [faulty], pages: [] } })
  const options = { seed: 1, requests: 2000, seconds: undefined, path: undefined }

  it('finds a fault, makes the request as small as it gets, and finds it again by seed and path', async () => {
    const { failure } = await fuzz(onlyFaulty(), options)
    expect(failure?.error).toBe('answered 500')
    expect(failure?.request).toMatchObject({ target: 'POST /api/faulty', body: { kind: 'json', value: { count: 3 } } })
    const again = await fuzz(onlyFaulty(), { ...options, path: failure?.path })
    expect(again.failure?.request).toEqual(failure?.request)
    expect(again.sent).toBeLessThan(10)
  })

  it('calls what is served, and finds nothing to hold against the shop', async () => {
    const { targets } = fuzzed
    const own = targets.endpoints.filter(({ path }) => path !== faulty.path)
    const result = await fuzz({ ...fuzzed, targets: { ...targets, endpoints: own } }, { ...options, requests: 200 })
    expect(result.failure).toBeUndefined()
    expect(result.sent).toBe(200)
    expect(result.succeeded.size).toBeGreaterThan(10)
  }, 120_000)

  it.each(['br', 'gzip'])('reads an answer that came as %s', async (encoding) => {
    const request: FuzzRequest = {
      ...{ target: 'GET /api/openapi.json', who: 'visitor', method: 'GET', path: '/api/openapi.json' },
      ...{ params: {}, query: [], isRaw: false, headers: { 'accept-encoding': encoding }, contentType: undefined },
      body: { kind: 'none' },
    }
    const { headers, text } = await send(fuzzed.port, request, fuzzed.facts(), undefined)
    expect(headers['content-encoding']).toBe(encoding)
    expect(JSON.parse(text)).toMatchObject({ openapi: expect.any(String) })
  })
})

it('enough of the values made from a contract fit it', () => {
  const known = Object.fromEntries(facts.map((name) => [name, /Email|email/.test(name) ? 'a@b.co' : 'x'.repeat(36)]))
  const Facts = z.record(z.enum(facts), z.string())
  for (const { method, path, body } of fuzzed.shop.app.endpoints) {
    if (!body) continue
    const values = fc.sample(validOf(wireSchema(body)), { numRuns: 100, seed: 1 })
    const fitting = values.filter((value) => body.safeParse(fill(value, Facts.parse(known))).success)
    // A correction must add up to 0 or say where its money came from, which few made values do.
    expect(fitting.length, `${method} ${path}`).toBeGreaterThan(path.startsWith('/api/ledger/corrections') ? 10 : 25)
  }
})

describe('an answer', () => {
  const request: FuzzRequest = {
    ...{ target: 'POST /api/faulty', who: 'visitor', method: 'POST', path: '/api/faulty' },
    ...{ params: {}, query: [], isRaw: false, headers: {}, contentType: undefined, body: { kind: 'none' } },
  }
  const headers = { ...securityHeaders({ isHttps: false }), 'content-type': 'application/json; charset=utf-8' }
  const good: FuzzAnswer = { status: 200, headers, text: '{"success":true,"message":"Done"}' }
  const refusal = (message: string): FuzzAnswer => ({
    ...{ status: 400, headers },
    text: JSON.stringify({ success: false, code: 'BAD_INPUT', message, requestId: 'x' }),
  })
  const page = (text: string): FuzzAnswer => ({
    ...{ status: 200, text },
    headers: {
      ...headers,
      'content-type': 'text/html',
      'content-security-policy': "default-src 'none'; script-src 'self'",
    },
  })
  const check = (answer: FuzzAnswer, more: Partial<FuzzRequest> = {}) =>
    checkAnswer({ ...request, ...more }, answer, faulty)

  it('that keeps every promise passes', () => {
    check(good)
    check(refusal('No'))
    check(page('<p>Fine</p>'), { path: '/products', target: 'page /products' })
    const part = { who: 'shopper', method: 'GET', path: '/privacy.data', target: 'page /privacy' } as const
    check({ ...good, text: '[{}]' }, { ...part, query: [['_routes', 'privacy']] })
    expect(() => check({ ...good, text: '[{}]' }, { ...part, query: [['_routes', 'root']] })).toThrow('personal')
  })

  it.each<[string, FuzzAnswer, Partial<FuzzRequest>?]>([
    ['is a failure of ours', { ...good, status: 500 }],
    ['has a stack trace', refusal('Error\n    at main (file:///x.js:1:2)')],
    ['has the words of a database', refusal('no such table: products')],
    ['has a path of the server', refusal('/home/shop/node_modules/x')],
    ['has a hash', refusal('$argon2id$v=19')],
    ['is no JSON', { ...good, text: 'Done' }],
    ['says nothing of success', { ...good, text: '{"message":"Done"}' }],
    ['is not what the contract says', { ...good, text: '{"success":true,"message":7}' }],
    ['tells more than the contract says', { ...good, text: '{"success":true,"message":"x","email":"a@b.co"}' }],
    ['may be sniffed', { ...good, headers: { ...headers, 'x-content-type-options': undefined } }],
    ['lets other sites read it', { ...good, headers: { ...headers, 'access-control-allow-origin': '*' } }],
    ['leads away', { ...good, headers: { ...headers, location: '//evil.example' } }],
    ['has a cookie for scripts', { ...good, headers: { ...headers, 'set-cookie': ['haat-user=x; SameSite=Lax'] } }],
    ['takes text for markup', page(`<script>${PWNED}()</script>`), { path: '/products', target: 'page /products' }],
    [
      'keeps a personal page',
      page('<p>Ananya</p>'),
      { who: 'shopper', method: 'GET', path: '/account', target: 'page /account' },
    ],
  ])('that %s does not', (_, answer, more) => {
    expect(() => check(answer, more)).toThrow()
  })

  it('of a list by its changes is held against these, and one that waits against what waits', () => {
    const changes = z.object({ cursor: z.string() })
    const waits = z.object({ waiting: z.object({ _id: z.string() }) })
    const both = { ...faulty, changes, waits }
    const list = { ...good, text: '{"success":true,"cursor":"7"}' }
    checkAnswer({ ...request, query: [['since', '']] }, list, both)
    expect(() => checkAnswer(request, list, both)).toThrow('not what the contract says')
    const waiting = { ...good, status: 202, text: '{"success":true,"waiting":{"_id":"1"}}' }
    checkAnswer(request, waiting, both)
    expect(() => checkAnswer(request, waiting, faulty)).toThrow('another status')
  })

  it('to somebody who may not call does not', () => {
    expect(() => checkAnswer(request, good, { ...faulty, access: 'seller' })).toThrow('let a visitor in')
  })
})
