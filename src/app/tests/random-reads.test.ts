import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PageHandler } from '#app/pages/render-page.ts'
import { isAuth } from '#features/auth/auth.contract.ts'
import { getProduct, listCategories, listNewest, listProducts } from '#features/catalog/catalog.contract.ts'
import { setStock } from '#features/products/seller-products.contract.ts'
import { createApi } from '#shared/api-client.ts'
import { fromRupees, paise, toRupees } from '#shared/money.ts'
import { createRandom } from '#shared/random.ts'
import { onPostgres, randomTest, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

// TEST_SEED=… begins with another seed, TEST_STEPS=… reads more often. The promised number is 100,000.

const SHOPPERS = 50
const AT_ONCE = 16
const PRODUCTS = 8
const TIMEOUT_MS = 600_000

/** As the real pages do, it reads several times: the same things, so that two states would not agree. */
const page: PageHandler = async (request, { fetchApi, readHere, visit }) => {
  const api = createApi(fetchApi, readHere)
  const { pathname } = new URL(request.url)
  const name = visit.sessions.includes('user') ? (await api(isAuth)).user.name : 'visitor'
  const id = pathname.split('/')[3]
  const [inStock, newest, { categories }, all, one] = await Promise.all([
    api(listProducts, { query: { inStock: '1', limit: '100' } }),
    api(listNewest, { query: { limit: '100' } }),
    api(listCategories),
    api(listProducts),
    id ? api(getProduct, { params: { id } }) : undefined,
  ])
  if (!(await visit.isOneState())) return new Response(null)
  const seen = {
    name,
    pathname,
    inStock: [
      inStock.products.length,
      newest.products.length,
      categories.reduce((sum, { count }) => sum + count, 0),
      all.products.filter((product) => product.inStock).length,
    ],
    prices: Object.fromEntries(all.products.map(({ _id, offerPrice }) => [_id, offerPrice])),
    ...(one ? { price: one.product.offerPrice } : {}),
  }
  return new Response(JSON.stringify(seen), { headers: { 'content-type': 'text/html' } })
}

let shop: TestShop
let processes: FastifyInstance[]
let close: () => Promise<void>
let ids: string[]
let people: { name: string; cookie: string }[]
beforeAll(async () => {
  // On SQLite they share the connection, and each keeps its own answers.
  shop = await testShop(sellerSettings, { pages: page, processes: onPostgres ? 1 : 2 })
  const other = onPostgres ? await shop.anotherProcess() : undefined
  processes = [shop.app, other?.app ?? shop.others[0] ?? shop.app]
  close = async () => {
    await other?.close()
    await shop.close()
  }
  ids = await Promise.all(Array.from({ length: PRODUCTS }, () => shop.product()))
  people = []
  // One after the other: passwords are hashed a few at a time.
  for (let count = 0; count < SHOPPERS; count++) {
    const { user, cookies } = await shop.shopper(`Shopper ${count}`)
    people.push({ name: user.name, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') })
  }
}, TIMEOUT_MS)
afterAll(() => close())

it(
  `${randomTest.steps} reads by shoppers and visitors beside writes: none mixes two states or two people, none is older than a second`,
  async () => {
    const { below, pick } = createRandom(randomTest.seed)
    /** Each price of each product, and when the next one was written. */
    const prices = new Map(ids.map((id) => [id, [{ price: 124900, until: Number.POSITIVE_INFINITY }]]))
    const seller = await shop.seller()
    let reads = 0

    function expectFresh(id: string, price: number, askedAt: number) {
      const known = prices.get(id)?.findLast((one) => one.price === price)
      expect(known?.until ?? 0).toBeGreaterThan(askedAt - 1000)
    }

    async function changePrice() {
      const [id, price] = [pick(ids), 50_000 + below(70_000)]
      const history = prices.get(id) ?? []
      // Seen from the moment it is written, which is before the database says so.
      history.push({ price, until: Number.POSITIVE_INFINITY })
      await shop.db
        .updateTable('products')
        .set({ offer_price_paise: paise(price) })
        .where('id', '=', id)
        .execute()
      const before = history.at(-2)
      if (before) before.until = performance.now()
      // The next read of the same process has it.
      const { body } = await shop.app.inject(`/api/product/${id}`)
      expect(JSON.parse(body).product.offerPrice).toBe(toRupees(paise(price)))
    }
    const write = () =>
      below(2) === 0 ? changePrice() : seller.api(setStock, { body: { id: pick(ids), inStock: below(2) === 0 } })

    async function readProduct(app: FastifyInstance) {
      const [id, askedAt] = [pick(ids), performance.now()]
      const { body } = await app.inject(`/api/product/${id}`)
      expectFresh(id, fromRupees(JSON.parse(body).product.offerPrice), askedAt)
    }

    async function readPage(app: FastifyInstance) {
      const person = below(3) === 0 ? pick(people) : undefined
      const url = pick(['/', '/products', `/products/Pottery-Ceramics/${pick(ids)}`])
      const askedAt = performance.now()
      const { statusCode, headers, body } = await app.inject({ url, headers: person ? { cookie: person.cookie } : {} })
      expect(statusCode).toBe(200)
      expect(headers['cache-control']).toBe(person ? 'no-store' : 'no-cache')
      const seen = JSON.parse(body)
      expect(seen).toMatchObject({ name: person?.name ?? 'visitor', pathname: url })
      expect(new Set(seen.inStock).size).toBe(1)
      const id = url.split('/')[3]
      if (id) expect(seen.price).toBe(seen.prices[id])
      for (const [each, price] of Object.entries<number>(seen.prices)) expectFresh(each, price, askedAt)
    }

    const reader = async () => {
      while (reads < randomTest.steps) {
        reads += 1
        const app = pick(processes)
        await (below(3) === 0 ? readProduct(app) : readPage(app))
      }
    }
    /** In turns: a rush, in which pages may be a second old, and single changes. */
    const writer = async () => {
      while (reads < randomTest.steps) {
        for (let count = below(12); count > 0; count--) await write()
        await setTimeout(below(400))
      }
    }
    await Promise.all([writer(), ...Array.from({ length: AT_ONCE }, reader)])
  },
  TIMEOUT_MS,
)
