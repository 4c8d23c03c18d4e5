import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { updateCart } from '#features/cart/cart.contract.ts'
import { getProduct, listCategories, listProducts } from '#features/catalog/catalog.contract.ts'
import { listMyOrders } from '#features/orders/orders.contract.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import {
  archiveProduct,
  getSellerProduct,
  listSellerProductIds,
  listSellerProducts,
  setStock,
  unarchiveProduct,
} from '../seller-products.contract.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let shopper: Awaited<ReturnType<TestShop['shopper']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  shopper = await shop.shopper()
})
afterAll(() => shop.close())

describe('the stock switch', () => {
  it('takes a product out of the shop list and back, at once', async () => {
    const id = await shop.product({ name: 'Switched' })
    const listed = async () => (await shopper.api(listProducts, { query: { q: 'switched', inStock: '1' } })).total
    const off = await seller.send({ method: 'POST', url: '/api/product/stock', payload: { id, inStock: false } })
    expect(off.json()).toMatchObject({
      success: true,
      message: 'Switched is out of stock',
      product: { inStock: false },
    })
    expect(await listed()).toBe(0)
    await seller.api(setStock, { body: { id, inStock: true } })
    expect(await listed()).toBe(1)
  })

  it('counts: 0 turns it off, and it comes back with a new count', async () => {
    const id = await shop.product({ name: 'Counted', stock: 4 })
    expect((await seller.api(setStock, { body: { id, inStock: true, stock: 0 } })).product).toMatchObject({
      inStock: false,
      stock: 0,
    })
    await expect(seller.api(setStock, { body: { id, inStock: true } })).rejects.toMatchObject({
      status: 409,
      code: 'STOCK_USED_UP',
    })
    expect((await seller.api(setStock, { body: { id, inStock: true, stock: 7 } })).product).toMatchObject({
      inStock: true,
      stock: 7,
    })
    expect((await seller.api(setStock, { body: { id, inStock: true, stock: null } })).product).toMatchObject({
      inStock: true,
      stock: null,
    })
  })

  it.each([[{ inStock: true }], [{ id: 'x', inStock: 'true' }], [{ id: 'x', inStock: true, stock: -1 }]])(
    'refuses %j',
    async (payload) => {
      expect((await seller.send({ method: 'POST', url: '/api/product/stock', payload })).statusCode).toBe(400)
    },
  )
})

describe('archiving', () => {
  it('takes a product out of the shop while orders and carts keep it, and brings it back', async () => {
    const id = await shop.product({ name: 'Old Vase', category: 'Wood-Furniture' })
    const payload = { items: [{ product: id, quantity: 1 }], address: shopper.address._id }
    await shopper.send({ method: 'POST', url: '/api/order/cod', payload })
    await seller.api(archiveProduct, { params: { id } })
    await seller.api(archiveProduct, { params: { id } })
    expect((await shopper.api(listProducts, { query: { ids: id } })).total).toBe(0)
    await expect(shopper.api(getProduct, { params: { id } })).rejects.toMatchObject({ status: 404 })
    expect((await shopper.api(listCategories)).categories.find(({ path }) => path === 'Wood-Furniture')?.count).toBe(0)
    expect((await shop.request({ method: 'GET', url: '/sitemap/products-1.xml' })).body).not.toContain(id)
    await shopper.api(updateCart, { body: { cartItems: { [id]: 2 } } })
    const refused = await shopper.send({
      method: 'POST',
      url: '/api/order/cod',
      payload: { ...payload, items: [{ product: id, quantity: 2 }] },
    })
    expect(refused.json()).toMatchObject({ code: 'PRODUCT_UNAVAILABLE', message: 'Old Vase is out of stock' })
    expect((await shopper.api(listMyOrders)).orders[0]?.items[0]?.product.name).toBe('Old Vase')
    expect((await seller.api(getSellerProduct, { params: { id } })).product.isArchived).toBe(true)
    await seller.api(unarchiveProduct, { params: { id } })
    expect((await shopper.api(getProduct, { params: { id } })).product.name).toBe('Old Vase')
    const { entries } = await seller.api(listAudit)
    expect(
      entries.slice(0, 2).map(({ action, subject, seller: who, summary }) => ({ action, subject, who, summary })),
    ).toEqual([
      { action: 'product.unarchived', subject: id, who: 'seller@example.com', summary: 'Old Vase brought back' },
      { action: 'product.archived', subject: id, who: 'seller@example.com', summary: 'Old Vase archived' },
    ])
  })
})

describe("the seller's list", () => {
  it('searches, filters, counts and shows 25 a page', async () => {
    const own = await testShop(sellerSettings)
    const { api } = await own.seller()
    for (let at = 0; at < 27; at += 1)
      await own.product({
        name: `Scarf ${at}`,
        inStock: at % 3 > 0,
        category: at === 0 ? 'Food-Spices' : 'Textiles-and-clothing',
      })
    const gone = await own.product({ name: 'Scarf gone' })
    await api(archiveProduct, { params: { id: gone } })
    const all = await api(listSellerProducts)
    expect({ ...all, products: all.products.length }).toEqual({
      products: 25,
      total: 27,
      page: 1,
      pages: 2,
      counts: { all: 27, in: 18, out: 9, low: 0, drafts: 0, archived: 1 },
    })
    expect((await api(listSellerProducts, { query: { page: '2' } })).products).toHaveLength(2)
    expect(
      (await api(listSellerProducts, { query: { view: 'out', category: 'food-spices' } })).products.map(
        ({ name }) => name,
      ),
    ).toEqual(['Scarf 0'])
    expect((await api(listSellerProducts, { query: { q: 'scarf 26' } })).counts).toEqual({
      all: 1,
      in: 1,
      out: 0,
      low: 0,
      drafts: 0,
      archived: 0,
    })
    expect((await api(listSellerProducts, { query: { view: 'archived' } })).products.map(({ name }) => name)).toEqual([
      'Scarf gone',
    ])
    await own.close()
  })

  it('shows what one producer makes, with its own counts, also when it is searched', async () => {
    const own = await testShop(sellerSettings)
    const { api } = await own.seller()
    for (const [at, producerId] of ['weaver', 'weaver', 'potter', null].entries())
      await own.product({ name: at % 2 === 0 ? `Shawl ${at}` : `Bowl ${at}`, producerId, inStock: at !== 0 })
    const found = async (query: object) => {
      const { products, counts, total } = await api(listSellerProducts, { query: { producer: 'weaver', ...query } })
      return [products.map(({ name }) => name).toSorted(), total, counts.in, counts.out]
    }
    expect(await found({})).toEqual([['Bowl 1', 'Shawl 0'], 2, 1, 1])
    expect(await found({ q: 'shawl' })).toEqual([['Shawl 0'], 1, 0, 1])
    expect(await found({ view: 'in', sort: 'stock' })).toEqual([['Bowl 1'], 1, 1, 1])
    expect(await found({ producer: 'nobody' })).toEqual([[], 0, 0, 0])
    const { ids } = await api(listSellerProductIds, { query: { producer: 'potter' } })
    expect(ids).toHaveLength(1)
    await own.close()
  })
})
