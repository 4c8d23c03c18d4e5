import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getProduct, listCategories, listProducts } from '#features/catalog/catalog.contract.ts'
import { cancelOrder } from '#features/orders/orders.contract.ts'
import { listApplications, listProducers } from '#features/producers/producers.contract.ts'
import { getImport, importProducts } from '#features/products/product-imports.contract.ts'
import { archiveProduct, setStock, unarchiveProduct } from '#features/products/seller-products.contract.ts'
import { productForm } from '#features/products/testing/product-form.ts'
import { newId } from '#shared/ids.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let shopper: Awaited<ReturnType<TestShop['shopper']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  shopper = await shop.shopper()
})
afterAll(() => shop.close())

const read = (url: string, headers: Record<string, string> = {}) => shop.request({ method: 'GET', url, headers })
const list = '/api/product/list?limit=24'

describe('what a visitor’s read asks the database:', () => {
  it.each([
    ['the list', () => list],
    ['a page of a category', () => '/api/product/list?category=Pottery-Ceramics&limit=24&page=1'],
    ['the categories', () => '/api/product/categories'],
    ['the producers', () => '/api/producer/list'],
    ['the samples', () => '/api/producer/samples'],
    ['a product', async () => `/api/product/${await shop.product()}`],
  ])('%s takes one, and none when nothing changed', async (_, address) => {
    await shop.product()
    const url = await address()
    expect(await shop.reads(() => read(url))).toHaveLength(1)
    expect(await shop.reads(() => read(url))).toEqual([])
    expect(await shop.reads(() => read(`${url}${url.includes('?') ? '&' : '?'}utm_source=mail`))).toEqual([])
  })

  it('a search takes few, and none when nothing changed', async () => {
    await shop.product()
    const url = '/api/product/list?q=pottery'
    expect((await shop.reads(() => read(url))).length).toBeLessThan(8)
    expect(await shop.reads(() => read(url))).toEqual([])
  })

  it('sixteen who ask at once for what is not kept cause one', async () => {
    await shop.product()
    const all = () => Promise.all(Array.from({ length: 16 }, () => read(list)))
    expect(await shop.reads(all)).toHaveLength(1)
  })

  it('an unknown product is asked for each time', async () => {
    const url = `/api/product/${newId()}`
    for (const _ of [1, 2]) expect(await shop.reads(() => read(url))).toHaveLength(1)
    expect((await read(url)).headers['cache-control']).toBe('no-store')
  })
})

describe('a kept answer', () => {
  it('comes compressed to who can read that, always the same', async () => {
    await Promise.all(Array.from({ length: 5 }, () => shop.product()))
    const plain = await read(list)
    for (const [encoding, decompress] of [['br', brotliDecompressSync] as const, ['gzip', gunzipSync] as const]) {
      for (const _ of ['made', 'kept']) {
        const answer = await read(list, { 'accept-encoding': encoding })
        expect(answer.headers['content-encoding']).toBe(encoding)
        expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length)
        expect(decompress(answer.rawPayload).equals(plain.rawPayload)).toBe(true)
      }
    }
    expect((await read(list, { 'accept-encoding': 'gzip, deflate, br;q=0' })).headers['content-encoding']).toBe('gzip')
    expect((await read(list, { 'accept-encoding': 'gzip;q=0.5, br' })).headers['content-encoding']).toBe('br')
    expect((await read(list, { 'accept-encoding': 'identity' })).headers).not.toHaveProperty('content-encoding')
    expect(plain.headers.vary).toBe('accept-encoding')
  })

  it('is not sent again to who has it', async () => {
    const { headers } = await read(list)
    expect(headers).toMatchObject({ etag: expect.stringMatching(/^W\/"[\w-]+"$/), 'cache-control': 'no-cache' })
    const tag = String(headers.etag)
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const answer = await read(list, { 'if-none-match': known, 'accept-encoding': 'br' })
      expect({ known, status: answer.statusCode, body: answer.body }).toEqual({ known, status: 304, body: '' })
      expect(answer.headers).toMatchObject({ etag: tag, 'content-security-policy': headers['content-security-policy'] })
    }
    expect((await read(list, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    await shop.product()
    const changed = await read(list, { 'if-none-match': tag })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(tag)
  })

  it('answers HEAD with the headers of GET', async () => {
    const [get, head] = [await read(list), await shop.request({ method: 'HEAD', url: list })]
    expect(head.body).toBe('')
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
      expect(head.headers[name]).toBe(get.headers[name])
  })

  it('carries security headers and a request id of its own', async () => {
    const [one, other] = [await read(list), await read(list)]
    expect(one.headers['x-content-type-options']).toBe('nosniff')
    expect(one.headers['x-request-id']).not.toBe(other.headers['x-request-id'])
  })

  it('follows from the address alone: escapes in a parameter’s name, an order of parameters and a cookie change nothing else', async () => {
    await shop.product()
    const ids = async (url: string, headers = {}) =>
      (await read(url, headers)).json().products.map((product: { _id: string }) => product._id)
    const [first, second] = [await ids('/api/product/list?limit=1'), await ids('/api/product/list?limit=1&page=2')]
    expect(first).not.toEqual(second)
    expect(await ids('/api/product/list?limit=1&%70age=2')).toEqual(second)
    expect(await ids('/api/product/list?page=2&limit=1')).toEqual(second)
    expect(await ids('/api/product/list?limit=1&x=page=2')).toEqual(first)
    expect(await ids('/api/product/list?limit=1', { cookie: 'haat-user=x', authorization: 'Bearer x' })).toEqual(first)
  })
})

describe('a write is in the very next read:', () => {
  const product = async (id: string) => (await shop.browser().api(getProduct, { params: { id } })).product
  const names = async () => (await shop.browser().api(listProducts)).products.map(({ name }) => name)
  const inStock = async () =>
    (await shop.browser().api(listCategories)).categories.reduce((sum, { count }) => sum + count, 0)
  const order = (items: { product: string; quantity: number }[]) =>
    shopper.send({ method: 'POST', url: '/api/order/cod', payload: { items, address: shopper.address._id } })
  const oneBowl = { name: 'A New Bowl', category: 'Pottery-Ceramics', price: 10, offerPrice: 9 }

  it('adding a product', async () => {
    const before = { names: await names(), inStock: await inStock() }
    await seller.send({ method: 'POST', url: '/api/product/add', ...(await productForm(oneBowl)) })
    expect(await names()).toEqual(['A New Bowl', ...before.names])
    expect(await inStock()).toBe(before.inStock + 1)
  })

  it('editing it', async () => {
    const id = await shop.product()
    await product(id)
    const change = { name: 'Bowl, Renamed', offerPrice: 1, category: 'Food-Spices' }
    await seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...(await productForm(change)) })
    expect(await product(id)).toMatchObject({ name: 'Bowl, Renamed', offerPrice: 100, category: 'Food-Spices' })
    expect((await names())[0]).toBe('Bowl, Renamed')
  })

  it('the stock switch', async () => {
    const id = await shop.product()
    const before = await inStock()
    await seller.api(setStock, { body: { id, inStock: false } })
    expect((await product(id)).inStock).toBe(false)
    expect(await inStock()).toBe(before - 1)
    await seller.api(setStock, { body: { id, inStock: true } })
    expect((await product(id)).inStock).toBe(true)
    expect(await inStock()).toBe(before)
  })

  it('archiving, and bringing back', async () => {
    const id = await shop.product({ name: 'A Bowl for the Archive' })
    expect((await names())[0]).toBe('A Bowl for the Archive')
    await seller.api(archiveProduct, { params: { id } })
    expect(await names()).not.toContain('A Bowl for the Archive')
    expect((await read(`/api/product/${id}`)).statusCode).toBe(404)
    await seller.api(unarchiveProduct, { params: { id } })
    expect((await read(`/api/product/${id}`)).statusCode).toBe(200)
  })

  it('an import', async () => {
    const before = await inStock()
    const id = await shop.product()
    await product(id)
    const csv = `id,name,category,price,offerPrice\n,Imported Bowl,Pottery-Ceramics,20,20\n${id},Bowl by Import,Pottery-Ceramics,30,25`
    const answer = await seller.send({
      method: 'POST',
      url: importProducts.path,
      headers: { 'content-type': 'text/csv' },
      payload: csv,
    })
    await vi.waitFor(
      async () => {
        const { import: found } = await seller.api(getImport, { params: { id: answer.json().import._id } })
        expect(found.state).toBe('done')
      },
      { timeout: 20_000, interval: 20 },
    )
    expect(await product(id)).toMatchObject({ name: 'Bowl by Import', offerPrice: 2500 })
    expect((await names())[0]).toBe('Imported Bowl')
    expect(await inStock()).toBe(before + 2)
  })

  it('an order that takes the last piece, and its cancelling', async () => {
    const id = await shop.product({ stock: 2 })
    const before = await inStock()
    expect((await order([{ product: id, quantity: 2 }])).statusCode).toBe(200)
    expect((await product(id)).inStock).toBe(false)
    expect(await inStock()).toBe(before - 1)
    const { orders } = (await shopper.send({ method: 'GET', url: '/api/order/user' })).json()
    await shopper.api(cancelOrder, { params: { id: orders[0]._id } })
    expect((await product(id)).inStock).toBe(true)
    expect(await inStock()).toBe(before)
  })

  it('approving a producer, not refusing one', async () => {
    const apply = async (name: string) => {
      const payload = {
        ...{ name, location: 'Imphal', country: 'India', story: 'We weave.', yearsInBusiness: 7, specialties: 'silk' },
        ...{ profileImageUrl: 'https://a.example/a.jpg', coverImageUrl: 'https://a.example/b.jpg' },
        ...{ email: `${name}@example.com`, mobileNumber: '+91 98450 12345' },
      }
      expect((await shop.request({ method: 'POST', url: '/api/producer/submit', payload })).statusCode).toBe(200)
      const { applications } = await seller.api(listApplications)
      return applications.find((one) => one.name === name)?._id ?? ''
    }
    const decide = (id: string, status: string) =>
      seller.send({ method: 'PATCH', url: `/api/producer/status/${id}`, payload: { status } })
    const producers = async () => (await shop.browser().api(listProducers)).producers.map(({ name }) => name)
    const [yes, no] = [await apply('bina'), await apply('other')]
    expect(await producers()).toEqual([])
    await decide(no, 'rejected')
    expect(await shop.reads(producers)).toEqual([])
    await decide(yes, 'approved')
    expect(await producers()).toEqual(['bina'])
    expect((await read(`/api/producer/${yes}`)).statusCode).toBe(200)
  })

  it('a statement typed into the database, as an operator may', async () => {
    const id = await shop.product({ name: 'Typo' })
    expect((await product(id)).name).toBe('Typo')
    await shop.db.updateTable('products').set({ name: 'Without a Typo' }).where('id', '=', id).execute()
    expect((await product(id)).name).toBe('Without a Typo')
  })

  it('an order that leaves five pieces or fewer, and one that is cancelled: how many are left is shown', async () => {
    const id = await shop.product({ stock: 7 })
    expect(await product(id)).not.toHaveProperty('left')
    expect((await order([{ product: id, quantity: 2 }])).statusCode).toBe(200)
    expect(await product(id)).toMatchObject({ left: 5 })
    const answer = await order([{ product: id, quantity: 1 }])
    expect(await product(id)).toMatchObject({ left: 4 })
    await shopper.api(cancelOrder, { params: { id: answer.json().orderId } })
    expect(await product(id)).toMatchObject({ left: 5 })
  })

  it('an order that leaves many pieces changes nothing that visitors see', async () => {
    const id = await shop.product({ stock: 900 })
    await product(id)
    const version = () => shop.db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
    const before = await version()
    expect((await order([{ product: id, quantity: 2 }])).statusCode).toBe(200)
    expect(await version()).toEqual(before)
    // What the order has left to it would be among the statements.
    for (const job of ['payments', 'mails', 'ledger']) await shop.deps.jobs.run(job)
    expect(await shop.reads(() => product(id))).toEqual([])
  })
})

describe('the counts of products', () => {
  it('are those of the products, whatever happened to them', async () => {
    const id = await shop.product({ offerPricePaise: 159900 })
    await seller.api(archiveProduct, { params: { id } })
    const raised = await shop.product()
    await shop.db.updateTable('products').set({ price_raised_at: 1 }).where('id', '=', raised).execute()
    await shop.db.deleteFrom('products').where('id', '=', id).execute()
    const kinds = ['archived', 'category', 'in_stock'] as const
    const counted = await shop.db
      .selectFrom('product_counts')
      .select([...kinds, 'on_offer', 'products'])
      .where('products', '>', 0)
      .execute()
    const rows = await shop.db.selectFrom('products').selectAll().execute()
    const there = Map.groupBy(rows, (row) =>
      JSON.stringify([
        ...kinds.map((kind) => row[kind]),
        row.offer_price_paise < row.price_paise && row.price_raised_at === null ? 1 : 0,
      ]),
    )
    expect(
      Object.fromEntries(
        counted.map((row) => [JSON.stringify([...kinds.map((kind) => row[kind]), row.on_offer]), row.products]),
      ),
    ).toEqual(Object.fromEntries([...there].map(([kind, products]) => [kind, products.length])))
  })
})
