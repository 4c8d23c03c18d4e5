import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '#app/app.ts'
import { inProcessFetch } from '#app/pages/render-page.ts'
import { testShop } from '#testing/shop.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { createLog } from './log/log.ts'

interface Line {
  level: string
  msg: string
  requestId: string
  traceId: string
  spanId: string
  parentSpanId?: string
  method: string
  route: string
  status: number
  ms: number
  address?: string
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function shopWithLog(settings: Record<string, string> = {}) {
  const lines: Line[] = []
  const log = createLog('debug', { write: (line) => lines.push(JSON.parse(line)) })
  const shop = await testShop(settings, { log })
  closing.push(shop.close)
  return { shop, lines }
}

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

describe('a request', () => {
  it('is one line: id, trace, method, pattern of the route, status, time', async () => {
    const { shop, lines } = await shopWithLog()
    const answer = await shop.request({ method: 'GET', url: '/api/product/none?q=private' })
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        pid: process.pid,
        requestId: answer.headers['x-request-id'],
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
        spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
        method: 'GET',
        route: '/api/product/:id',
        status: 404,
        ms: expect.any(Number),
        msg: 'request',
      },
    ])
  })

  it('that asks for health is told at level debug only', async () => {
    const { shop, lines } = await shopWithLog()
    await shop.request({ method: 'GET', url: '/healthz' })
    expect(lines).toMatchObject([{ level: 'debug', route: '/healthz' }])
  })

  it('tells the address of the client only when LOG_ADDRESS says so', async () => {
    const { shop, lines } = await shopWithLog({ LOG_ADDRESS: '1' })
    await shop.request({ method: 'GET', url: '/api/product/list', remoteAddress: '203.0.113.7' })
    expect(lines).toMatchObject([{ address: '203.0.113.7' }])
  })

  it('that the client breaks off is a line too', async () => {
    const { shop, lines } = await shopWithLog()
    await shop.app.listen({ port: 0, host: '127.0.0.1' })
    shop.app.server.on('request', () => socket.destroy())
    const address = shop.app.server.address()
    const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
    socket.write('POST /api/user/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n')
    socket.write('Content-Length: 9\r\n\r\n{')
    await vi.waitFor(
      () => expect(lines).toContainEqual(expect.objectContaining({ msg: 'request broken off before it was answered' })),
      { timeout: 20_000 },
    )
    expect(lines.filter(({ route }) => route !== undefined)).toHaveLength(1)
  })
})

describe('traceparent', () => {
  const get = async (traceparent?: string) => {
    const { shop, lines } = await shopWithLog()
    await shop.request({
      method: 'GET',
      url: '/api/product/list',
      headers: traceparent === undefined ? {} : { traceparent },
    })
    return lines[0]
  }

  it('that is valid is continued with a span of our own', async () => {
    const line = await get(`00-${traceId}-${spanId}-01`)
    expect(line).toMatchObject({ traceId, parentSpanId: spanId })
    expect(line?.spanId).not.toBe(spanId)
  })

  it('of a later version, with more behind it, is continued', async () => {
    expect(await get(`cc-${traceId}-${spanId}-01-more`)).toMatchObject({ traceId, parentSpanId: spanId })
  })

  it.each([
    ['that is missing', undefined],
    ['with upper case', `00-${traceId.toUpperCase()}-${spanId}-01`],
    ['of the forbidden version', `ff-${traceId}-${spanId}-01`],
    ['with an id of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['with a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['of version 00 with more behind it', `00-${traceId}-${spanId}-01-more`],
    ['that is something else', "' or 1=1 --"],
  ])('%s begins a new trace', async (_, header) => {
    const line = await get(header)
    expect(line?.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/)
    expect(line?.traceId).not.toBe(traceId)
    expect(line).not.toHaveProperty('parentSpanId')
  })

  it('of a page goes on to the calls that the page makes: one trace, one request id', async () => {
    const lines: Line[] = []
    const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
    const db = openDatabase(':memory:')
    await migrate(db)
    const app = await createApp({ config: readConfig({ NODE_ENV: 'test' }), db, log })
    closing.push(() => db.destroy(), app.close)
    app.get('/page', async (request) => {
      const seen = { cookies: [], hasFailed: false, isRefused: false }
      await inProcessFetch(app, { url: '/', headers: {}, request }, seen)('/api/product/list', { method: 'GET' })
      return 'page'
    })
    await app.inject({ url: '/page', headers: { traceparent: `00-${traceId}-${spanId}-01` } })
    const [call, page] = lines
    expect(page).toMatchObject({ route: '/page', traceId, parentSpanId: spanId })
    expect(call).toMatchObject({ route: '/api/product/list', traceId, parentSpanId: page?.spanId })
    expect(call?.requestId).toBe(page?.requestId)
  })
})
