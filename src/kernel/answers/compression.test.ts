import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestShop, testShop } from '#testing/shop.ts'

const text = JSON.stringify(
  Array.from({ length: 5000 }, (_, number) => ({ number, name: `Blue Pottery Bowl ${number}` })),
)

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(
    {},
    {
      addRoutes(app) {
        app.get('/test/text', (_, reply) => reply.type('application/json').send(text))
      },
    },
  )
})
afterAll(() => shop.close())

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])(
  'compresses with %s at once what is sent once, so that no thread is taken from files',
  async (encoding, decompress) => {
    const answer = await shop.request({ url: '/test/text', headers: { 'accept-encoding': encoding } })
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    // Known only when it was compressed before it was sent.
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
    expect(answer.rawPayload.length).toBeLessThan(text.length / 4)
    expect(decompress(answer.rawPayload).toString()).toBe(text)
  },
)

it('sends a kept answer to many who ask at once, compressed once', async () => {
  for (let count = 0; count < 12; count++) await shop.product({ name: `Bowl ${count}` })
  const ask = () => shop.request({ url: '/api/product/list', headers: { 'accept-encoding': 'br' } })
  const answers = await Promise.all(Array.from({ length: 8 }, ask))
  const kept = shop.app.answers.find('/api/product/list')
  for (const { headers, rawPayload } of answers) {
    expect(headers['content-encoding']).toBe('br')
    expect(rawPayload).toEqual(kept?.body)
  }
})

it.each([
  ['short', '/api/product/list?q=nothing'],
  ['long', '/api/product/list'],
])('keeps a %s answer in as much memory as it needs', async (_, url) => {
  await shop.request({ url })
  const body = shop.app.answers.find(url)?.body
  expect(body?.buffer.byteLength).toBe(body?.length)
})
