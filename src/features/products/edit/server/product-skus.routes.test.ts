import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getProduct, listProducts } from '#features/catalog/catalog.contract.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getSellerProduct, listSellerProducts } from '../../seller-products.contract.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterAll(() => shop.close())

async function send(method: 'POST' | 'PATCH', url: string, data: object) {
  const form = new FormData()
  form.append('productData', JSON.stringify(data))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  return seller.send({ method, url, headers, payload: Buffer.from(await request.arrayBuffer()) })
}
const bowl = { name: 'Teak Bowl', category: 'Wood-Furniture', price: 100, offerPrice: 90 }
const add = (sku: unknown, more: object = {}) => send('POST', '/api/product/add', { ...bowl, sku, ...more })
const found = async (q: string) =>
  (await seller.api(listSellerProducts, { query: { q } })).products.map(({ sku }) => sku).sort()

describe('the SKU of a product', () => {
  it('is what the seller typed, and nothing that shoppers see', async () => {
    const answer = await add('  TB 001 ')
    expect(answer.statusCode).toBe(201)
    expect(answer.json().product.sku).toBe('TB 001')
    const id = answer.json().product._id
    expect(await shop.browser().api(getProduct, { params: { id } })).not.toHaveProperty('product.sku')
    const { total } = await shop.browser().api(listProducts, { query: { q: '001' } })
    expect(total).toBe(0)
  })

  it('belongs to one product: another one gets 409 that names it, and nothing is left behind', async () => {
    await add('KB-1', { name: 'Kantha Bag' })
    const { counts } = await seller.api(listSellerProducts)
    const taken = await add('kb-1 ')
    expect(taken.statusCode).toBe(409)
    expect(taken.json()).toMatchObject({
      code: 'SKU_TAKEN',
      message: 'Kantha Bag has this SKU already. Use another one',
      fields: { sku: 'Kantha Bag has this SKU already. Use another one' },
    })
    expect((await seller.api(listSellerProducts)).counts).toEqual(counts)
    const id = await shop.product()
    expect((await send('PATCH', `/api/product/${id}`, { sku: 'KB-1' })).json().code).toBe('SKU_TAKEN')
    expect((await seller.api(getSellerProduct, { params: { id } })).product.sku).toBeUndefined()
  })

  it('is given to one of two who ask at once', async () => {
    const answers = await Promise.all(['One', 'Two', 'Three'].map((name) => add('AT-ONCE', { name })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
  })

  it('stays when something else is edited, goes when it is emptied, and is free again then', async () => {
    const id: string = (await add('ST-1')).json().product._id
    const skuOf = async () => (await seller.api(getSellerProduct, { params: { id } })).product.sku
    await send('PATCH', `/api/product/${id}`, { name: 'Teak Tray' })
    expect(await skuOf()).toBe('ST-1')
    expect((await send('PATCH', `/api/product/${id}`, { sku: 'st-1' })).statusCode).toBe(200)
    await send('PATCH', `/api/product/${id}`, { sku: '' })
    expect(await skuOf()).toBeUndefined()
    expect((await add('ST-1')).statusCode).toBe(201)
  })

  it.each([
    [7, 'Enter the SKU as text'],
    ['x'.repeat(65), 'Use at most 64 characters for the SKU'],
  ])('is not %s', async (sku, message) => {
    const answer = await add(sku)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields.sku).toBe(message)
  })

  it('is found by the seller from its beginning on, beside the words of names', async () => {
    await add('ZQ/100')
    await add('ZQ/200')
    await add('other', { name: 'ZQ Lamp' })
    expect(await found('zq/2')).toEqual(['ZQ/200'])
    expect(await found('ZQ')).toEqual(['ZQ/100', 'ZQ/200', 'other'])
    expect((await seller.api(listSellerProducts, { query: { q: 'ZQ/', view: 'out' } })).counts).toMatchObject({
      all: 3,
    })
    expect(await found('zq%')).toEqual(['other'])
  })
})
