import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getImport } from '../../product-imports.contract.ts'
import { getSellerProduct, setStock } from '../../seller-products.contract.ts'
import { productForm } from '../../testing/product-form.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterAll(() => shop.close())

const edit = async (id: string, productData: object) =>
  seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...(await productForm(productData)) })
const read = async (id: string) => (await seller.api(getSellerProduct, { params: { id } })).product

describe('an edit of a product', () => {
  it('that began before another one was saved changes nothing, and is told what the product is now and who did it', async () => {
    const id = await shop.product({ name: 'Bowl', pricePaise: 200000, offerPricePaise: 150000 })
    const { version } = await read(id)
    expect((await edit(id, { name: 'Wide bowl', version })).statusCode).toBe(200)
    const late = await edit(id, { price: 1000, offerPrice: 900, version })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({
      success: false,
      code: 'PRODUCT_CHANGED',
      message: 'seller@example.com has changed Wide bowl meanwhile. Look at what changed, then save again',
      product: { name: 'Wide bowl', price: 2000, offerPrice: 1500, version: version + 1 },
      changedBy: 'seller@example.com',
      changedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(await read(id)).toMatchObject({ name: 'Wide bowl', price: 200000, offerPrice: 150000 })
    const again = await edit(id, { price: 1000, offerPrice: 900, version: late.json().product.version })
    expect(again.json()).toMatchObject({ success: true, product: { name: 'Wide bowl', version: version + 2 } })
  })

  it('of 4 that are saved at the same moment with one version, one takes place', async () => {
    const id = await shop.product()
    const { version } = await read(id)
    const statuses = await Promise.all(
      Array.from({ length: 4 }, async (_, at) => (await edit(id, { name: `Bowl ${at}`, version })).statusCode),
    )
    expect(statuses.toSorted()).toEqual([200, ...new Array(3).fill(409)])
    expect((await read(id)).version).toBe(version + 1)
  })

  it('without a version is saved as it is, and a version alone is no edit', async () => {
    const id = await shop.product()
    await edit(id, { name: 'One' })
    expect((await edit(id, { name: 'Two' })).json()).toMatchObject({
      success: true,
      product: { name: 'Two', version: 2 },
    })
    expect((await edit(id, { version: 2 })).statusCode).toBe(400)
    expect((await edit(id, { name: 'Three', version: 'two' })).statusCode).toBe(400)
  })

  it('is not late because of an order or the stock switch, but because of an import', async () => {
    const id = await shop.product({ name: 'Bowl', stock: 5 })
    const { version } = await read(id)
    const shopper = await shop.shopper()
    const items = [{ product: id, quantity: 1 }]
    const payload = { items, address: shopper.address._id }
    expect((await shopper.send({ method: 'POST', url: '/api/order/cod', payload })).statusCode).toBe(200)
    await seller.api(setStock, { body: { id, inStock: false } })
    const { product } = (await edit(id, { weight: '1 kg', version })).json()
    expect(product).toMatchObject({ stock: 4, inStock: false, version: version + 1 })

    const csv = (price: number) => `id,name,category,price,offerPrice\n${id},Bowl,Pottery-Ceramics,${price},10\n`
    const importCsv = async (text: string) => {
      const headers = { 'content-type': 'text/csv' }
      const started = await seller.send({ method: 'POST', url: '/api/product/import', headers, payload: text })
      await vi.waitFor(
        async () => {
          const { import: found } = await seller.api(getImport, { params: { id: started.json().import._id } })
          expect(found.state).toBe('done')
        },
        { timeout: 20_000 },
      )
    }
    await importCsv(csv(20))
    const late = await edit(id, { weight: '2 kg', version: product.version })
    expect(late.json()).toMatchObject({
      code: 'PRODUCT_CHANGED',
      changedBy: 'seller@example.com',
      product: { price: 20 },
    })
    // The same again changes nothing, and nobody is late because of it.
    await importCsv(csv(20))
    expect((await edit(id, { weight: '2 kg', version: late.json().product.version })).statusCode).toBe(200)
  })
})
