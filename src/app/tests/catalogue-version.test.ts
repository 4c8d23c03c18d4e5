import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getProduct } from '#features/catalog/catalog.contract.ts'
import { watchCatalogueVersion } from '#features/catalog/server/catalogue-version.ts'
import { setStock } from '#features/products/seller-products.contract.ts'
import type { CatalogueVersion } from '#kernel/answers/answer-cache/catalogue-version.ts'
import { newId } from '#shared/ids.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

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
      await vi.waitFor(() => expect(version.certain()).toBe(first), { timeout: 20_000 })
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

describe('what changed', () => {
  let shop: TestShop
  let version: CatalogueVersion
  beforeAll(async () => {
    shop = await testShop()
    version = watchCatalogueVersion(shop.db, shop.db, silent)
  })
  afterAll(async () => {
    await version.stop()
    await shop.close()
  })
  const rename = (...ids: string[]) =>
    shop.db.updateTable('products').set({ name: newId() }).where('id', 'in', ids).execute()

  it('is known from the first version on that was asked for, by product and producer', async () => {
    const [one, other] = [await shop.product(), await shop.product()]
    // It asks by itself, too: all that came before it is there.
    const version = watchCatalogueVersion(shop.db, shop.db, silent)
    const before = await version.latest()
    expect([version.hasChanged(one, before - 1), version.hasChanged(one, before)]).toEqual([undefined, false])
    await rename(one)
    const renamed = await version.latest()
    expect([one, other].map((id) => version.hasChanged(id, before))).toEqual([true, false])
    expect(version.hasChanged(one, renamed)).toBe(false)
    await rename(other)
    await shop.db.deleteFrom('products').where('id', '=', one).execute()
    await version.latest()
    expect([one, other].map((id) => version.hasChanged(id, renamed))).toEqual([true, true])
    await version.stop()
  })

  it('is nothing where visitors see no change', async () => {
    const id = await shop.product({ stock: 900 })
    const before = await version.latest()
    await shop.db.updateTable('products').set({ stock: 800, version: 7 }).where('id', '=', id).execute()
    expect([await version.latest(), version.hasChanged(id, before)]).toEqual([before, false])
  })

  it('may be anything after more versions or more products than are listed, and after a version that somebody set', async () => {
    const id = await shop.product()
    const products = await Promise.all(Array.from({ length: 120 }, () => shop.product()))
    let before = await version.latest()
    // One statement: 120 versions on SQLite, one of 120 products on PostgreSQL.
    await rename(...products)
    await version.latest()
    expect(version.hasChanged(id, before)).toBe(onPostgres ? undefined : false)

    before = await version.latest()
    await shop.db.transaction().execute(async (tx) => {
      for (let count = 0; count < 501; count++)
        await tx.updateTable('products').set({ name: newId() }).where('id', '=', id).execute()
    })
    await version.latest()
    expect(version.hasChanged(products[0] ?? '', before)).toBeUndefined()

    before = await version.latest()
    await shop.db
      .updateTable('catalogue_version')
      .set((row) => ({ version: row('version', '+', 1) }))
      .execute()
    const after = await version.latest()
    expect([after, version.hasChanged(id, before)]).toEqual([before + 1, undefined])
    const rows = await shop.db.selectFrom('catalogue_changes').select('version').execute()
    expect(rows.length).toBeLessThanOrEqual(500)
  })

  it('may be anything after a backup was restored, whose version is lower: none is given out twice', async () => {
    const id = await shop.product()
    const before = await version.latest()
    await shop.db.updateTable('catalogue_version').set({ version: 1 }).execute()
    expect(await version.latest()).toBeGreaterThan(before)
    expect(version.hasChanged(id, before)).toBeUndefined()
  })

  it('is much when it is more than three times a second', async () => {
    const quiet = watchCatalogueVersion(shop.db, shop.db, silent)
    await quiet.latest()
    for (const many of [false, false, false, true]) {
      await shop.product()
      await quiet.latest()
      expect(quiet.isBusy()).toBe(many)
    }
    await quiet.stop()
  })
})

describe.runIf(onPostgres)('two processes on one database', () => {
  let shop: TestShop
  let other: Awaited<ReturnType<TestShop['anotherProcess']>>
  beforeAll(async () => {
    shop = await testShop(sellerSettings)
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
      await vi.waitFor(async () => expect(await seen()).toBe(!inStock), { timeout: 20_000 })
      await seller.api(setStock, { body: { id, inStock } })
      expect((await shop.browser().api(getProduct, { params: { id } })).product.inStock).toBe(inStock)
      await vi.waitFor(async () => expect(await seen()).toBe(inStock), { timeout: 1000, interval: 20 })
    }
  })

  it('they give one tag for one content', async () => {
    await shop.product()
    const tags = new Set<unknown>()
    await vi.waitFor(
      async () => {
        const url = '/api/product/list?limit=5'
        const answers = [await shop.request({ method: 'GET', url }), await other.request({ method: 'GET', url })]
        expect(answers[0]?.body).toBe(answers[1]?.body)
        for (const { headers } of answers) tags.add(headers.etag)
      },
      { timeout: 20_000 },
    )
    expect(tags.size).toBe(1)
  })
})
