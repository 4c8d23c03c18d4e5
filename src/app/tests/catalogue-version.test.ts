import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getProduct } from '#features/catalog/catalog.contract.ts'
import { setStock } from '#features/catalog/seller-products.contract.ts'
import { type CatalogueVersion, watchCatalogueVersion } from '#kernel/http/answer-cache/catalogue-version.ts'
import { onPostgres, type TestShop, testShop } from '#testing/shop.ts'

const silent = pino({ level: 'silent' })

describe('the version of the catalogue', () => {
  let shop: TestShop
  let version: CatalogueVersion
  beforeAll(async () => {
    shop = await testShop()
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
    version = watchCatalogueVersion(shop.db, shop.db, silent)
    await version.latest()
  })
  afterEach(async () => {
    vi.useRealTimers()
    await version.stop()
  })

  it('is certain for a second, and longer while the polls are answered', async () => {
    const first = version.certain()
    expect(first).toBeTypeOf('number')
    for (let poll = 0; poll < 8; poll++) {
      vi.advanceTimersByTime(250)
      await version.latest()
      await vi.waitFor(() => expect(version.certain()).toBe(first))
    }
    // Time goes on and no poll is answered.
    vi.setSystemTime(0)
    vi.clearAllTimers()
    vi.advanceTimersByTime(1001)
    expect(version.certain()).toBeUndefined()
    expect(await version.latest()).toBe(first)
  })

  it('is not certain from the moment this process wrote a product until it is read again', async () => {
    const before = await version.latest()
    await shop.product()
    expect(version.certain()).toBeUndefined()
    expect(await version.latest()).toBeGreaterThan(before)
    expect(version.certain()).toBeDefined()
  })

  it('stays certain when something else is written', async () => {
    await shop.db.insertInto('sellers').values({ id: 's', email: 's@x.y', password_hash: '', created_at: 0 }).execute()
    expect(version.certain()).toBeDefined()
  })

  it('is not certain after a transaction, whatever was in it', async () => {
    await shop.db.transaction().execute((tx) => tx.selectFrom('sellers').select('id').execute())
    expect(version.certain()).toBeUndefined()
  })
})

describe.runIf(onPostgres)('two processes on one database', () => {
  let shop: TestShop
  let other: Awaited<ReturnType<TestShop['anotherProcess']>>
  beforeAll(async () => {
    shop = await testShop({ SELLER_EMAIL: 'seller@example.com', SELLER_PASSWORD: 'sell everything' })
    other = await shop.anotherProcess()
  })
  afterAll(async () => {
    await other.close()
    await shop.close()
  })

  it('a write through one is seen through the other within a second', async () => {
    const seller = await shop.seller()
    const id = await shop.product()
    const url = `/api/product/${id}`
    const seen = async () => (await other.request({ method: 'GET', url })).json().product.inStock
    for (const inStock of [false, true, false]) {
      await vi.waitFor(async () => expect(await seen()).toBe(!inStock))
      await seller.api(setStock, { body: { id, inStock } })
      expect((await shop.browser().api(getProduct, { params: { id } })).product.inStock).toBe(inStock)
      await vi.waitFor(async () => expect(await seen()).toBe(inStock), { timeout: 1000, interval: 20 })
    }
  })

  it('they give one tag for one content', async () => {
    await shop.product()
    const tags = new Set<unknown>()
    await vi.waitFor(async () => {
      const url = '/api/product/list?limit=5'
      const answers = [await shop.request({ method: 'GET', url }), await other.request({ method: 'GET', url })]
      expect(answers[0]?.body).toBe(answers[1]?.body)
      for (const { headers } of answers) tags.add(headers.etag)
    })
    expect(tags.size).toBe(1)
  })
})
