import { request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageHandler } from '#app/pages/render-page.ts'
import { setStock } from '#features/catalog/seller-products.contract.ts'
import { createLog } from '#kernel/log/log.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

interface Line {
  msg: string
  requestId: string
  route: string
}

const list = '/api/product/list?limit=24'
const lines: Line[] = []
let shop: TestShop
let port: number
let rendered = 0
const page: PageHandler = async () => {
  rendered += 1
  return new Response(`<h1>${'Our mission '.repeat(200)}</h1>`, { headers: { 'content-type': 'text/html' } })
}
beforeAll(async () => {
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  shop = await testShop({ ...sellerSettings, METRICS_TOKEN: 'a token of our own' }, { log, pages: page })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const address = shop.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => shop.close())

/** Through a socket: what is ready is sent by the server itself. */
async function read(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ port, host: '127.0.0.1', path, headers, method }, resolve).on('error', reject).end()
  })
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}
const fromVisitor = (path: string, more: Record<string, string> = {}) =>
  read(path, { 'accept-encoding': 'br', ...more })
/** But for what differs from answer to answer. */
const lasting = ({ date: _, 'x-request-id': __, ...headers }: IncomingMessage['headers']) => headers

describe('a ready answer', () => {
  it.each([
    ['of the API', list],
    ['that is a page', '/returns'],
  ])('%s has the headers and the body of one that is made', async (_, path) => {
    // Enough to be compressed.
    for (let count = 0; count < 6; count++) await shop.product()
    const first = await fromVisitor(path)
    const [ready, plain] = [await fromVisitor(path), await read(path)]
    expect([first.status, ready.status, plain.status]).toEqual([200, 200, 200])
    expect(lasting(ready.headers)).toEqual(lasting(first.headers))
    expect(ready.headers).toMatchObject({ 'content-encoding': 'br', 'x-content-type-options': 'nosniff' })
    expect(ready.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(ready.body).toEqual(first.body)
    expect(brotliDecompressSync(ready.body)).toEqual(plain.body)
  })

  it('is told to whoever has it with 304, and to HEAD without a body', async () => {
    const { headers } = await fromVisitor(list)
    expect(await fromVisitor(list, { 'if-none-match': String(headers.etag) })).toMatchObject({ status: 304 })
    expect(await read(list, {}, 'HEAD')).toMatchObject({ status: 200, body: Buffer.alloc(0) })
  })

  it('is over when the catalogue changes', async () => {
    const id = await shop.product()
    const stockOf = async () => {
      const { body } = await read(`/api/product/${id}`)
      return JSON.parse(body.toString()).product.inStock
    }
    expect([await stockOf(), await stockOf()]).toEqual([true, true])
    await (await shop.seller()).api(setStock, { body: { id, inStock: false } })
    expect([await stockOf(), await stockOf()]).toEqual([false, false])
  })

  it('is no page for somebody whom a cookie names', async () => {
    await fromVisitor('/returns')
    const before = rendered
    expect((await fromVisitor('/returns')).status).toBe(200)
    expect(rendered).toBe(before)
    const own = await fromVisitor('/returns', { cookie: 'haat-user=somebody' })
    expect(own.headers['cache-control']).toBe('no-store')
    expect(rendered).toBe(before + 1)
  })

  it('is a line of the log and counts like any other', async () => {
    await fromVisitor(list)
    const { headers } = await fromVisitor(list, { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` })
    await expect
      .poll(() => lines.find(({ requestId }) => requestId === headers['x-request-id']))
      .toMatchObject({
        level: 'info',
        msg: 'request',
        traceId: 'a'.repeat(32),
        parentSpanId: 'b'.repeat(16),
        method: 'GET',
        route: '/api/product/list',
        status: 200,
        ms: expect.any(Number),
      })
    const count = async () => {
      const { body } = await read('/metrics', { authorization: 'Bearer a token of our own' })
      return Number(/_count\{method="GET",route="\/api\/product\/list",status="2xx"\} (\d+)/.exec(body.toString())?.[1])
    }
    const before = await count()
    await fromVisitor(list)
    await expect.poll(count).toBe(before + 1)
  })
})
