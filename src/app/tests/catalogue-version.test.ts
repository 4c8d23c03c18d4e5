import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getProduct } from '#features/catalog/catalog.contract.ts'
import { setStock } from '#features/catalog/seller-products.contract.ts'
import { makeAnswer } from '#kernel/http/answer-cache/answer.ts'
import { createAnswerCache } from '#kernel/http/answer-cache/answer-cache.ts'
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

describe('answers', () => {
  const fake = (): CatalogueVersion & { set: (next: number | undefined) => void } => {
    let known: number | undefined = 1
    const read = async () => {
      if (known === undefined) throw new Error('the database is away')
      return known
    }
    return {
      set: (next) => {
        known = next
      },
      ...{ certain: () => known, latest: read, read, stop: async () => {} },
    }
  }
  const answer = (text: string) => async () => makeAnswer('/', { 'content-type': 'text/plain' }, text)
  const textOf = async (got: Promise<{ body: Buffer }>) => (await got).body.toString()

  it('are kept for one version', async () => {
    const version = fake()
    const answers = createAnswerCache(version)
    expect(await textOf(answers.get('/a', answer('one')))).toBe('one')
    expect(await textOf(answers.get('/a', answer('two')))).toBe('one')
    expect(answers.find('/a')?.body.toString()).toBe('one')
    version.set(2)
    expect(answers.find('/a')).toBeUndefined()
    expect(await textOf(answers.get('/a', answer('two')))).toBe('two')
    // A restored backup may bring an older version back.
    version.set(1)
    expect(await textOf(answers.get('/a', answer('three')))).toBe('three')
  })

  it('are neither used nor kept while the version cannot be read', async () => {
    const version = fake()
    const answers = createAnswerCache(version)
    await answers.get('/a', answer('one'))
    version.set(undefined)
    expect(answers.find('/a')).toBeUndefined()
    expect(await textOf(answers.get('/a', answer('two')))).toBe('two')
    version.set(1)
    expect(answers.find('/a')?.body.toString()).toBe('one')
  })

  it('that were begun before a change are not kept after it, nor given to who asks after it', async () => {
    const version = fake()
    const answers = createAnswerCache(version)
    const { promise, resolve } = Promise.withResolvers<string>()
    const slow = answers.get('/a', async () => makeAnswer('/', { 'content-type': 'text/plain' }, await promise))
    await Promise.resolve()
    version.set(2)
    const after = answers.get('/a', answer('new'))
    resolve('old')
    expect([await textOf(slow), await textOf(after)]).toEqual(['old', 'new'])
    expect(answers.find('/a')?.body.toString()).toBe('new')
  })

  it('that are forgotten are made anew, and what was in the making then is not kept', async () => {
    const answers = createAnswerCache(fake())
    await answers.get('/a', answer('one'))
    const { promise, resolve } = Promise.withResolvers<string>()
    const make = vi.fn(async () => makeAnswer('/', { 'content-type': 'text/plain' }, await promise))
    const slow = answers.get('/b', make)
    await vi.waitFor(() => expect(make).toHaveBeenCalled())
    answers.forget()
    resolve('old')
    expect(await textOf(slow)).toBe('old')
    expect([answers.find('/a'), answers.find('/b')]).toEqual([undefined, undefined])
    expect(await textOf(answers.get('/b', answer('new')))).toBe('new')
  })

  it('that fail are not kept', async () => {
    const answers = createAnswerCache(fake())
    const fails = async () => {
      throw new Error('not found')
    }
    await expect(answers.get('/a', fails)).rejects.toThrow('not found')
    expect(await textOf(answers.get('/a', answer('found')))).toBe('found')
  })

  it('take no more memory than they may: what was used longest ago leaves first, what is too large is not kept', async () => {
    const [limit, kilobyte] = [200_000, 'x'.repeat(1000)]
    const answers = createAnswerCache(fake(), limit)
    for (let at = 0; at < 500; at++) {
      await answers.get('/often', answer('often'))
      await answers.get(`/${at}`, answer(kilobyte))
      expect(answers.size().bytes).toBeLessThanOrEqual(limit)
    }
    expect(answers.size().answers).toBeGreaterThan(20)
    expect([answers.find('/often'), answers.find('/0'), answers.find('/499')].map(Boolean)).toEqual([true, false, true])
    await answers.get('/large', answer('x'.repeat(limit / 2)))
    expect(answers.find('/large')).toBeUndefined()
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
