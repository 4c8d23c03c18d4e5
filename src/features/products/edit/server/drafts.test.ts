import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { getProduct, listNewest, listProducts } from '#features/catalog/catalog.contract.ts'
import { askStockAlert } from '#features/catalog/stock-alerts.contract.ts'
import {
  decideApplication,
  listApplications,
  submitApplication,
  suspendProducer,
  unsuspendProducer,
} from '#features/producers/producers.contract.ts'
import { application } from '#features/producers/testing/application.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import {
  archiveProduct,
  getSellerProduct,
  listSellerProducts,
  unarchiveProduct,
} from '../../seller-products.contract.ts'
import { productForm } from '../../testing/product-form.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let shopper: Awaited<ReturnType<TestShop['shopper']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  shopper = await shop.shopper()
})
afterAll(() => shop.close())

const bowl = { name: 'Half-made Bowl', category: 'Pottery-Ceramics', price: 200, offerPrice: 150 }
const add = async (productData: object) =>
  (await seller.send({ method: 'POST', url: '/api/product/add', ...(await productForm(productData)) })).json()
const edit = async (id: string, change: object) =>
  (await seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...(await productForm(change)) })).json()
const read = async (id: string) => (await seller.api(getSellerProduct, { params: { id } })).product
const lastAct = async () => (await seller.api(listAudit)).entries[0]
const statusAct = (old: string, now: string) => ({ changes: [{ field: 'Status', old, new: now }] })

/** Where does the shop show it? */
async function shownAt(id: string) {
  const page = await shopper.send({ method: 'GET', url: `/api/product/${id}` })
  const { products } = await shopper.api(listProducts, { query: { q: 'half-made', ids: id } })
  const newest = (await shopper.api(listNewest)).products.some(({ _id }) => _id === id)
  const sitemap = (await shop.request({ method: 'GET', url: '/sitemap/products-1.xml' })).body.includes(id)
  return { page: page.statusCode, found: products.length, newest, sitemap }
}
const nowhere = { page: 404, found: 0, newest: false, sitemap: false }
const everywhere = { page: 200, found: 1, newest: true, sitemap: true }

describe('a draft', () => {
  it('is nowhere in the shop until it is published, and is in the shop then', async () => {
    const { message, product } = await add({ ...bowl, draft: true })
    expect(message).toBe('Half-made Bowl is saved as a draft')
    expect(product).toMatchObject({ isDraft: true, isArchived: true, isSuspended: false, image: [] })
    const id = String(product._id)
    expect(await shownAt(id)).toEqual(nowhere)
    await expect(
      shop.browser().api(askStockAlert, { params: { id }, body: { email: 'a@example.com' } }),
    ).rejects.toMatchObject({ status: 404 })
    const order = { items: [{ product: id, quantity: 1 }], address: shopper.address._id }
    expect((await shopper.send({ method: 'POST', url: '/api/order/cod', payload: order })).statusCode).toBe(409)
    expect(await lastAct()).toMatchObject({ action: 'product.added', summary: 'Half-made Bowl added as a draft' })

    // It can be worked on, and stays one.
    expect((await edit(id, { weight: '1 kg' })).message).toBe('Half-made Bowl is saved as a draft')
    expect(await shownAt(id)).toEqual(nowhere)
    const published = await edit(id, { offerPrice: 160, draft: false })
    expect(published).toMatchObject({ message: 'Half-made Bowl is published', product: { isDraft: false } })
    expect(await shownAt(id)).toEqual(everywhere)
    expect(await lastAct()).toMatchObject({
      action: 'product.published',
      summary: 'Half-made Bowl published',
      changes: [
        { field: 'Offer price', old: '150', new: '160' },
        { field: 'Status', old: 'draft', new: 'in the shop' },
      ],
    })
  })

  it('is published by bringing it back, and is archived like others', async () => {
    const { product } = await add({ ...bowl, draft: true })
    const params = { id: String(product._id) }
    expect((await seller.api(archiveProduct, { params })).product).toMatchObject({ isArchived: true, isDraft: false })
    expect(await lastAct()).toMatchObject(statusAct('draft', 'archived'))
    expect((await seller.api(unarchiveProduct, { params })).message).toBe('Half-made Bowl is back in the shop')
    expect((await edit(params.id, { draft: true })).product).toMatchObject({ isArchived: true, isDraft: true })
    expect(await shownAt(params.id)).toEqual(nowhere)
    expect((await seller.api(unarchiveProduct, { params })).message).toBe('Half-made Bowl is published')
    expect(await lastAct()).toMatchObject({ action: 'product.published', ...statusAct('draft', 'in the shop') })
    expect(await shownAt(params.id)).toEqual(everywhere)
  })

  it('stands among the drafts, not among the archived', async () => {
    const own = await testShop(sellerSettings)
    const { api, send } = await own.seller()
    const form = await productForm({ ...bowl, draft: true })
    await send({ method: 'POST', url: '/api/product/add', ...form })
    const archived = await own.product({ name: 'Half-broken Bowl' })
    await api(archiveProduct, { params: { id: archived } })
    const namesOf = async (query: object) => (await api(listSellerProducts, { query })).products.map(({ name }) => name)
    expect((await api(listSellerProducts)).counts).toEqual({ all: 0, in: 0, out: 0, low: 0, drafts: 1, archived: 1 })
    for (const q of [undefined, 'half']) {
      expect(await namesOf({ view: 'drafts', q })).toEqual(['Half-made Bowl'])
      expect(await namesOf({ view: 'archived', q })).toEqual(['Half-broken Bowl'])
      expect(await namesOf({ q })).toEqual([])
    }
    expect(await namesOf({ view: 'drafts', q: 'vase' })).toEqual([])
    await own.close()
  })

  it('of a suspended producer comes into the shop with its producer', async () => {
    await shop.browser().api(submitApplication, { body: application })
    const [found] = (await seller.api(listApplications)).applications
    const params = { id: found?._id ?? '' }
    await seller.api(decideApplication, { params, body: { status: 'approved' } })
    const ids: string[] = []
    for (const name of ['First', 'Second'])
      ids.push((await add({ ...bowl, name: `Half-made ${name}`, producer: params.id, draft: true })).product._id)
    const [first = '', second = ''] = ids
    await seller.api(suspendProducer, { params })
    expect((await edit(first, { draft: false })).message).toBe('Half-made First comes back with its producer')
    expect(await read(first)).toMatchObject({ isDraft: false, isSuspended: true })
    expect(await shownAt(first)).toEqual(nowhere)
    await seller.api(unsuspendProducer, { params })
    expect((await shopper.api(getProduct, { params: { id: first } })).product.name).toBe('Half-made First')
    // The other one was not published.
    expect(await read(second)).toMatchObject({ isDraft: true, isSuspended: false })
  })

  it.each([['yes'], [1], [null]])('is not made by %j', async (draft) => {
    expect(await add({ ...bowl, draft })).toMatchObject({ success: false, fields: { draft: expect.any(String) } })
  })

  it('stays an archived product what it is when told to be no draft', async () => {
    const id = await shop.product({ name: 'Half-forgotten' })
    await seller.api(archiveProduct, { params: { id } })
    expect((await edit(id, { draft: false })).product).toMatchObject({ isArchived: true, isDraft: false })
  })
})
