import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoSeller } from '#kernel/config.ts'
import { ask, cookieJar } from '#testing/http.ts'
import { isBuilt } from '#testing/processes.ts'
import type { Program } from '#testing/program.ts'
import { undoAll } from '#testing/undo.ts'
import { newPlace, originOf, type Place, startShop, stopShop } from './shop-process.ts'
import { hasVarnish, NO_VARNISH, placeForVarnish, startVarnish } from './varnish.ts'

if (!hasVarnish()) console.warn(`skipped: ${NO_VARNISH}`)

let place: Place
let shop: Program
let varnish: { port: number; origin: string }
beforeAll(async () => {
  if (!hasVarnish()) return
  place = await newPlace()
  varnish = await placeForVarnish()
  shop = await startShop(place, { settings: { CDN_PURGE_URL: `${varnish.origin}/` } })
  await startVarnish(varnish, place.port)
  // The first message, that everything may have changed, has been sent by then.
  await setTimeout(1500)
}, 120_000)
afterAll(undoAll, 30_000)

const direct = (url: string) => ask(originOf(place), url)
const get = (url: string, headers: Record<string, string> = {}) => ask(varnish.origin, url, { headers })
const isHit = async (url: string) => (await get(url)).headers['x-cache'] === 'hit'

async function seller() {
  const call = cookieJar(varnish.origin)
  await call('/api/seller/login', { method: 'POST', body: demoSeller, headers: { origin: originOf(place) } })
  return call
}

async function anyProducts(): Promise<{ id: string; path: string }[]> {
  const { products } = JSON.parse((await direct('/api/product/list')).body)
  return products.map(({ _id, category }: { _id: string; category: string }) => ({
    id: _id,
    path: `/products/${category.toLowerCase()}/${_id}`,
  }))
}

describe.skipIf(!hasVarnish() || !isBuilt)('Varnish in front of the shop', { timeout: 60_000 }, () => {
  it("answers visitors' pages, lists, pictures and files, and has browsers ask each time", async () => {
    const [product] = await anyProducts()
    for (const url of ['/', '/products', String(product?.path), '/api/product/list', '/favicon.svg']) {
      const first = await get(url)
      expect(first.status, url).toBe(200)
      const answer = await get(url)
      expect(answer.headers['x-cache'], url).toBe('hit')
      expect(answer.body, url).toBe((await direct(url)).body)
      const added = Object.keys(answer.headers).filter((name) => /^(surrogate|xkey|x-varnish|x-request-id)/.test(name))
      if (url !== '/favicon.svg') {
        expect(answer.headers['cache-control'], url).toBe('no-cache')
        expect(added, url).toEqual([])
        expect((await get(url, { 'if-none-match': String(answer.headers.etag) })).status, url).toBe(304)
      }
    }
  })

  it('forgets within a second what a change makes wrong, on pages, in lists and as JSON, and nothing else', async () => {
    const [product, other] = await anyProducts()
    const { id = '', path = '' } = product ?? {}
    const changed = [path, '/products', '/', '/api/product/list', `/api/product/${id}`]
    const same = ['/privacy', `/api/product/${other?.id}`]
    for (const url of [...changed, ...same]) await get(url)
    for (const url of same) expect(await isHit(url), url).toBe(true)
    const call = await seller()
    const slowest: Record<string, number> = {}
    for (const inStock of [false, true]) {
      const before = await Promise.all(changed.map(direct))
      const saved = await call('/api/product/stock', { method: 'POST', body: { id, inStock } })
      expect(saved.success).toBe(true)
      const at = performance.now()
      await Promise.all(
        changed.map(async (url, index) => {
          const wanted = (await direct(url)).headers.etag
          if (url !== '/') expect(wanted, url).not.toBe(before[index]?.headers.etag)
          while ((await get(url)).headers.etag !== wanted) await setTimeout(10)
          slowest[url] = Math.max(slowest[url] ?? 0, performance.now() - at)
          // And it does not come back.
          while (performance.now() < at + 2000) {
            expect((await get(url)).headers.etag, url).toBe(wanted)
            await setTimeout(20)
          }
        }),
      )
      for (const url of same) expect(await isHit(url), url).toBe(true)
    }
    expect(Object.entries(slowest).filter(([, ms]) => ms > 1000)).toEqual([])
  })

  it("keeps nothing of a shopper's, and passes requests with a cookie of ours", async () => {
    const call = cookieJar(varnish.origin)
    const body = { name: 'Zubeida Merchant', email: 'zubeida@example.com', password: 'a good password' }
    const registered = await ask(varnish.origin, '/api/user/register', { method: 'POST', body })
    expect(registered.status).toBeLessThan(300)
    const cookie = [registered.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => one.split(';', 1)[0])
      .join('; ')
    expect(cookie).toContain('haat-')
    await call('/api/product/list')
    for (const url of ['/', '/products', '/account', '/api/cart', '/api/product/list']) {
      for (let times = 0; times < 3; times++) {
        const own = await get(url, { cookie })
        expect(own.headers['x-cache'], url).toBe('miss')
        expect(own.headers['surrogate-control'], url).toBeUndefined()
      }
      const visitors = await get(url)
      expect(visitors.body, url).not.toContain('Zubeida')
      expect(visitors.headers['set-cookie'], url).toBeUndefined()
    }
    // Other cookies, such as those of counting visitors, make no difference.
    expect((await get('/', { cookie: 'visits=3' })).headers['x-cache']).toBe('hit')
  })

  it('takes a purge from the machines of the shop, and none that a proxy passes on, nor a key from outside', async () => {
    await get('/')
    const passedOn: Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.9' },
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=203.0.113.9' },
      { 'x-forwarded-proto': 'https' },
    ]
    for (const headers of passedOn) {
      const refused = await ask(varnish.origin, '/', {
        method: 'PURGE',
        headers: { 'surrogate-key': 'all', ...headers },
      })
      expect(refused.status, JSON.stringify(headers)).toBe(405)
    }
    expect(await isHit('/')).toBe(true)
    const told = await ask(varnish.origin, '/', { method: 'PURGE', headers: { 'surrogate-key': 'all' } })
    expect(told.status).toBe(200)
    expect(await isHit('/')).toBe(false)
  })

  it('goes on with what it has while the shop is away', async () => {
    await get('/')
    expect(await isHit('/')).toBe(true)
    await stopShop(shop)
    // Two of three looks at /readyz have failed then.
    await setTimeout(4000)
    const answer = await get('/')
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('</html>')
  })
})
