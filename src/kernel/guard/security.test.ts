import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/ids.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { readConfig } from '../config.ts'
import { findHostileText, pagePolicy, pathOf } from './security.ts'

let shop: TestShop
let port: number
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  port = Number(new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => shop.close())

/** Sends these bytes and gives the whole answer: what no HTTP client would send. */
async function raw(...lines: string[]) {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  socket.write([...lines, '', ''].join('\r\n'))
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body }
}
const local = ['Host: localhost', 'Connection: close'] as const

describe('the logout, which a GET may ask for', () => {
  it.each([
    ['is written with escapes', 'GET /api/user/%6Cogout HTTP/1.1', 'Sec-Fetch-Site: cross-site'],
    ['is an absolute address', 'GET http://localhost/api/user/logout HTTP/1.1', 'Sec-Fetch-Site: cross-site'],
    ['begins with two slashes', 'GET //api/seller/logout HTTP/1.1', 'Sec-Fetch-Site: cross-site'],
    ['is asked for by HEAD', 'HEAD /api/user/logout HTTP/1.1', 'Sec-Fetch-Site: cross-site'],
    ['comes from a sibling site', 'GET /api/user/logout HTTP/1.1', 'Sec-Fetch-Site: same-site'],
    ['comes from a site of a kind we do not know', 'GET /api/user/logout HTTP/1.1', 'Sec-Fetch-Site: Cross-Site'],
    ['names two kinds of site', 'GET /api/user/logout HTTP/1.1', 'Sec-Fetch-Site: same-origin, cross-site'],
    ['is the address of a picture', 'GET /api/seller/logout HTTP/1.1', 'Sec-Fetch-Dest: image'],
  ])('is refused when it %s', async (_, request, header) => {
    const { status, body } = await raw(request, ...local, header)
    expect(status).toBe(403)
    if (!request.startsWith('HEAD')) expect(JSON.parse(body)).toMatchObject({ success: false, code: 'FOREIGN_ORIGIN' })
  })

  it('follows a link of ours and what was typed into the address bar', async () => {
    const ask = (site: string) =>
      raw('GET /api/user/logout HTTP/1.1', ...local, `Sec-Fetch-Site: ${site}`, 'Sec-Fetch-Dest: document')
    expect([(await ask('same-origin')).status, (await ask('none')).status]).toEqual([200, 200])
  })
})

describe('every method but GET and HEAD', () => {
  it.each(['POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT'])('%s is refused from another site', async (method) => {
    const { status } = await raw(`${method} /api/address/add HTTP/1.1`, ...local, 'Origin: https://evil.example')
    expect(status).toBe(403)
  })

  it('is refused when two origins are named', async () => {
    const own = `Origin: http://localhost:${shop.deps.config.port}`
    const { status } = await raw('POST /api/user/logout HTTP/1.1', ...local, own, 'Origin: https://evil.example')
    expect(status).toBe(403)
  })
})

describe('what is asked before a body is read', () => {
  const rejectedBody = { headers: { 'content-type': 'text/plain' }, payload: 'x'.repeat(2 * 1024 * 1024) }

  it.each([
    ['an unknown address', 'POST', '/api/nothing', {}, 404],
    ['an unknown method', 'PUT', '/api/user/login', {}, 404],
    ['another site', 'POST', '/api/user/login', { 'sec-fetch-site': 'cross-site' }, 403],
    ['nobody', 'POST', '/api/cart/update', {}, 401],
  ] as const)('%s is refused whatever the body is', async (_, method, url, headers, status) => {
    const answer = await shop.request({
      method,
      url,
      ...rejectedBody,
      headers: { ...rejectedBody.headers, ...headers },
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ success: false })
  })

  it('too many tries are, too', async () => {
    const strict = await testShop({ RATE_LIMIT: 'on' })
    const statuses = []
    for (let at = 0; at < 21; at++) {
      const answer = await strict.request({ method: 'POST', url: '/api/newsletter/subscribe', ...rejectedBody })
      statuses.push(answer.statusCode)
    }
    expect(statuses.slice(0, 20).every((status) => status === 413 || status === 415)).toBe(true)
    expect(statuses[20]).toBe(429)
    await strict.close()
  })
})

describe('an address', () => {
  it.each([
    ['a path', `/api/product/${newId()}%00`],
    ['a search', '/api/product/list?q=a%00b'],
    ['a list of ids', '/api/product/list?ids=a%00b'],
    ['the name of a parameter', '/api/product/list?a%00b=1'],
    ['a filter of a download', '/api/order/export.csv?q=a%00b'],
  ])('with a NUL byte in %s is refused', async (_, url) => {
    const seller = await shop.seller()
    const answer = await seller.send({ method: 'GET', url })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, message: expect.any(String) })
  })

  it('with the same parameter twice is refused', async () => {
    expect((await shop.request({ method: 'GET', url: '/api/product/list?q=a&q=b' })).statusCode).toBe(400)
  })

  it.each(['/api/product/%E0%A4%A', '/products/%'])(
    'that cannot be read (%s) gets the security headers',
    async (url) => {
      const answer = await raw(`GET ${url} HTTP/1.1`, ...local)
      expect(answer.status).toBe(404)
      expect(answer.head).toMatch(/^x-content-type-options: nosniff$/m)
    },
  )

  it.each([
    ['/api/nothing', 'application/json'],
    ['/%61pi/nothing', 'application/json'],
    ['/api/%E0%A4%A', 'application/json'],
    ['/products/%', 'text/html'],
  ])('that is not there (%s) is told to a browser as %s', async (url, type) => {
    const answer = await raw(`GET ${url} HTTP/1.1`, ...local, 'Accept: text/html')
    expect(answer.status).toBe(404)
    expect(answer.head).toMatch(new RegExp(`^content-type: ${type}`, 'm'))
  })

  it.each([
    ['/products?q=a', '/products?q=a'],
    ['http://evil.example/products', '/products'],
    ['http://evil.example', '/'],
    ['https://evil.example?q=1', '/?q=1'],
    ['//evil.example/products', '/evil.example/products'],
    ['/\\evil.example', '/evil.example'],
    ['http://[//[', '/['],
    ['*', '/*'],
    ['/products//x', '/products//x'],
  ])('%s is read as %s', (url, path) => {
    expect(pathOf(url)).toBe(path)
  })
})

describe('a body', () => {
  it('is not taken compressed: a small one can hold gigabytes', async () => {
    const answer = await shop.request({
      method: 'POST',
      url: '/api/user/login',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync(JSON.stringify({ email: 'a@b.c', password: 'x' })),
    })
    expect(answer.statusCode).toBe(415)
  })

  it.each([
    ['a NUL byte', { a: ['b\0'] }],
    ['a lone surrogate in a name', { '\ud800': 1 }],
    ['a __proto__ field', JSON.parse('{"a": {"__proto__": 1}}')],
    ['21 levels', JSON.parse(`${'['.repeat(21)}${']'.repeat(21)}`)],
  ])('with %s is hostile', (_, value) => {
    expect(findHostileText(value)).toEqual({ code: expect.any(String) })
  })

  it('of any other text is not', () => {
    expect(findHostileText({ नाम: ['😀 \u2028', 7, null, true], constructor: '' })).toBeUndefined()
    expect(findHostileText(JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`))).toBeUndefined()
  })
})

describe('what is no request at all', () => {
  it.each([
    ['an unknown method', ['NONSENSE /api/product/list HTTP/1.1', ...local], 400],
    ['a header that does not fit', ['GET / HTTP/1.1', ...local, `X: ${'x'.repeat(20_000)}`], 431],
    ['a body of two lengths', ['POST / HTTP/1.1', ...local, 'Content-Length: 1', 'Transfer-Encoding: chunked'], 400],
    ['no host', ['GET /api/product/list HTTP/1.1', 'Connection: close'], 400],
    ['an empty host', ['GET /api/product/list HTTP/1.1', 'Connection: close', 'Host: '], 400],
    ['two hosts', ['GET /api/product/list HTTP/1.1', ...local, 'Host: evil.example'], 400],
    ['the same host twice', ['GET /api/product/list HTTP/1.1', ...local, 'host: localhost'], 400],
    ['a host with a password', ['GET /healthz HTTP/1.1', 'Host: user:pw@localhost', 'Connection: close'], 400],
    ['a host with a path', ['GET /healthz HTTP/1.1', 'Host: localhost/x', 'Connection: close'], 400],
    ['an address with a password', ['GET http://user:pw@localhost/healthz HTTP/1.1', ...local], 400],
    ['no version (HTTP/0.9)', ['GET /api/product/list', 'Connection: close'], 400],
    ['version 0.9', ['GET /api/product/list HTTP/0.9', ...local], 400],
    ['version 1.2', ['GET /api/product/list HTTP/1.2', ...local], 400],
    ['version 2', ['GET /api/product/list HTTP/2.0', ...local], 400],
    ['a body in chunks with HTTP/1.0', ['POST /api/user/login HTTP/1.0', ...local, 'Transfer-Encoding: chunked'], 400],
    ['another transfer encoding', ['POST / HTTP/1.1', ...local, 'Transfer-Encoding: gzip'], 400],
    ['a space before a colon', ['GET /healthz HTTP/1.1', ...local, 'X : y'], 400],
  ])('%s gets JSON and the security headers', async (_, lines, status) => {
    const answer = await raw(...lines)
    expect(answer.status).toBe(status)
    expect(answer.head).toMatch(/^x-content-type-options: nosniff$/m)
    expect(answer.head).toMatch(/^referrer-policy: /m)
    expect(JSON.parse(answer.body)).toEqual({
      success: false,
      code: expect.any(String),
      message: expect.any(String),
      requestId: expect.any(String),
      ...(answer.body.includes('fields') ? { fields: expect.anything() } : {}),
    })
  })

  it('a kept answer is not given to an odd request either', async () => {
    const { status } = await raw('GET /api/product/list HTTP/1.1', ...local)
    expect([status, shop.app.answers.find('/api/product/list')?.status]).toEqual([200, 200])
    expect((await raw('GET /api/product/list HTTP/1.1', ...local, 'Host: evil.example')).status).toBe(400)
  })

  it('HTTP/1.0 is answered, with a host and without', async () => {
    expect((await raw('GET /healthz HTTP/1.0')).status).toBe(200)
    expect((await raw('GET /healthz HTTP/1.0', 'Host: [::1]:3000')).status).toBe(200)
  })

  it('an expectation that Node does not know is passed over', async () => {
    expect((await raw('GET /healthz HTTP/1.1', ...local, 'Expect: a miracle')).status).toBe(200)
  })
})

it.each([
  ['only here without Stripe', {}, "'self'"],
  [
    'to Stripe, too, where it takes the payments',
    { STRIPE_SECRET_KEY: 'sk_test_1' },
    "'self' https://checkout.stripe.com",
  ],
])('a form may lead %s', (_, env, targets) => {
  const policy = pagePolicy([], readConfig(env)).split('; ')
  expect(policy.find((rule) => rule.startsWith('form-action'))).toBe(`form-action ${targets}`)
})
