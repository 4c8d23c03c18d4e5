import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestShop, testShop } from '#testing/shop.ts'

/** Stands in for a CDN: what it was told, and what it answers. */
const cdn = { purges: [] as string[], status: 200 }
const server = createServer((request, response) => {
  if (request.method === 'PURGE' && cdn.status === 200) cdn.purges.push(String(request.headers['surrogate-key']))
  response.writeHead(cdn.status).end()
})
let shop: TestShop
beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cdn.purges = []
  cdn.status = 200
  shop = await testShop({ CDN_PURGE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
})
afterEach(async () => {
  await shop.close()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

/** What the CDN is told in the next second. */
async function toldNow() {
  for (let runs = 0; runs < 4; runs++) {
    await shop.deps.jobs.run('purging the CDN')
    await setTimeout(250)
  }
  return new Set(cdn.purges.splice(0))
}

it('asks for everything again after a start, then for what has changed, and for nothing else', async () => {
  const id = await shop.product()
  expect(await toldNow()).toEqual(new Set(['all']))
  expect(await toldNow()).toEqual(new Set())
  await shop.db.updateTable('products').set({ name: 'Vase' }).where('id', '=', id).execute()
  expect(await toldNow()).toEqual(new Set([`catalogue ${id}`]))
  await shop.shopper()
  expect(await toldNow()).toEqual(new Set())
})

it('tries again what the CDN has refused', async () => {
  expect(await toldNow()).toEqual(new Set(['all']))
  cdn.status = 503
  const id = await shop.product()
  expect(await toldNow()).toEqual(new Set())
  const other = await shop.product()
  cdn.status = 200
  await setTimeout(1000)
  expect(await toldNow()).toContain(`catalogue ${id} ${other}`)
})

it('names what an answer was made from, on answers that are the same for everybody only', async () => {
  const id = await shop.product()
  const product = await shop.request({ url: `/api/product/${id}` })
  expect(product.headers).toMatchObject({ 'surrogate-key': `all ${id}`, 'cache-control': 'no-cache' })
  const list = await shop.request({ url: '/api/product/list' })
  expect(list.headers).toMatchObject({
    'surrogate-key': 'all catalogue',
    'surrogate-control': 'max-age=60, stale-if-error=600',
  })
  const again = await shop.request({
    url: '/api/product/list',
    headers: { 'if-none-match': String(list.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
  expect(again.headers['surrogate-key']).toBe('all catalogue')
  const { send } = await shop.shopper()
  for (const url of ['/api/cart', '/api/user/profile', '/api/product/none', '/api/nothing'])
    expect((await send({ url })).headers['surrogate-control'], url).toBeUndefined()
})

it('is not there without a CDN', async () => {
  const plain = await testShop()
  try {
    await plain.product()
    const { headers } = await plain.request({ url: '/api/product/list' })
    expect(Object.keys(headers).filter((name) => name.startsWith('surrogate'))).toEqual([])
    expect(() => plain.deps.jobs.wake('purging the CDN')).toThrow('there is no job')
  } finally {
    await plain.close()
  }
})
