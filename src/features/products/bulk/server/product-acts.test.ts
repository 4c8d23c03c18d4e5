import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { listProducts } from '#features/catalog/catalog.contract.ts'
import { countRows } from '#kernel/db/query/read-page.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import {
  archiveProduct,
  changeProducts,
  getSellerProduct,
  listSellerProductIds,
  listSellerProducts,
  MAX_SELECTED,
} from '../../seller-products.contract.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterAll(() => shop.close())

const acts = () => countRows(shop.db.selectFrom('audit_log'))
const read = async (id: string) => (await seller.api(getSellerProduct, { params: { id } })).product
const inTurn = async (count: number, name: string) => {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) ids.push(await shop.product({ name: `${name} ${at}` }))
  return ids
}

describe('many products at once', () => {
  it('are archived and brought back, and the same again changes nothing', async () => {
    const ids = await inTurn(120, 'Tile')
    const before = await acts()
    const body = { products: ids, to: 'archive' as const }
    const { message, results } = await seller.api(changeProducts, { body })
    expect(message).toBe('120 products are archived')
    expect(results).toEqual(ids.map((_id, at) => ({ _id, ok: true, message: `Tile ${at} is archived` })))
    expect((await shop.browser().api(listProducts, { query: { q: 'tile' } })).total).toBe(0)
    expect(await acts()).toBe(before + 120)
    expect((await seller.api(changeProducts, { body })).results).toEqual(results)
    expect(await acts()).toBe(before + 120)

    await seller.api(changeProducts, { body: { products: ids, to: 'unarchive' } })
    expect((await shop.browser().api(listProducts, { query: { q: 'tile' } })).total).toBe(120)
    const [act] = (await seller.api(listAudit)).entries
    expect(act).toMatchObject({
      action: 'product.unarchived',
      changes: [{ field: 'Status', old: 'archived', new: 'in the shop' }],
    })
  })

  it('leave out what cannot be done, and say why, in the order asked', async () => {
    const [one = '', usedUp = '', two = ''] = await inTurn(3, 'Cup')
    await shop.db.updateTable('products').set({ in_stock: 0 }).where('id', 'in', [one, usedUp, two]).execute()
    await shop.db.updateTable('products').set({ stock: 0 }).where('id', '=', usedUp).execute()
    const { message, results } = await seller.api(changeProducts, {
      body: { products: [two, usedUp, 'nobody', one, two], to: 'in-stock' },
    })
    expect(message).toBe('2 of 4 products are in stock')
    expect(results).toEqual([
      { _id: two, ok: true, message: 'Cup 2 is in stock' },
      { _id: usedUp, ok: false, message: 'Cup 1 has 0 left. Enter the new stock count to sell it again' },
      { _id: 'nobody', ok: false, message: 'This product was not found' },
      { _id: one, ok: true, message: 'Cup 0 is in stock' },
    ])
    expect(await read(one)).toMatchObject({ inStock: true })
    expect(await read(usedUp)).toMatchObject({ inStock: false, stock: 0 })
    await seller.api(changeProducts, { body: { products: [one, two], to: 'out-of-stock' } })
    expect(await read(one)).toMatchObject({ inStock: false, stock: null })
  })

  it('are moved by two people at once, with one effect', async () => {
    const ids = await inTurn(60, 'Jar')
    const before = await acts()
    const answers = await Promise.all(
      [ids, ids.toReversed()].map((products) => seller.api(changeProducts, { body: { products, to: 'archive' } })),
    )
    for (const { results } of answers) expect(results.every(({ ok }) => ok)).toBe(true)
    expect(await acts()).toBe(before + 60)
  })

  it.each([
    ['none', { products: [], to: 'archive' }],
    ['301', { products: Array.from({ length: MAX_SELECTED + 1 }, (_, at) => `p${at}`), to: 'archive' }],
    ['something else', { products: ['a'], to: 'delete' }],
    ['no list', { products: 'a', to: 'archive' }],
  ])('are refused: %s', async (_, payload) => {
    const answer = await seller.send({ method: 'POST', url: '/api/product/bulk', payload })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, message: expect.any(String) })
  })
})

describe("the seller's list", () => {
  it('is sorted and filtered as asked, with the ids of all that fit', async () => {
    const own = await testShop(sellerSettings)
    const { api } = await own.seller()
    const stocked = [
      ['Bell', 5, 30_000],
      ['anklet', null, 10_000],
      ['Cane', 0, 20_000],
      ['Drum', 6, 20_000],
      ['Ewer', 1, 90_000],
    ] as const
    for (const [name, stock, price] of stocked)
      await own.product({ name, stock, pricePaise: price, offerPricePaise: price })
    const gone = await own.product({ name: 'Fan', stock: 2 })
    await api(archiveProduct, { params: { id: gone } })
    const namesOf = async (query: object) =>
      (await api(listSellerProducts, { query })).products.map(({ name }) => name).join(' ')
    expect(await namesOf({})).toBe('Ewer Drum Cane anklet Bell')
    expect(await namesOf({ sort: 'name' })).toBe('anklet Bell Cane Drum Ewer')
    expect(await namesOf({ sort: 'stock' })).toBe('Cane Ewer Bell Drum anklet')
    expect(await namesOf({ sort: 'price-asc' })).toBe('anklet Drum Cane Bell Ewer')
    expect(await namesOf({ sort: 'price-desc' })).toBe('Ewer Bell Drum Cane anklet')
    expect(await namesOf({ view: 'low' })).toBe('Ewer Cane Bell')
    expect(await namesOf({ view: 'low', sort: 'stock' })).toBe('Cane Ewer Bell')
    expect(await namesOf({ view: 'low', sort: 'stock', q: 'bell' })).toBe('Bell')
    const { counts } = await api(listSellerProducts, { query: { q: 'bell' } })
    expect(counts).toEqual({ all: 1, in: 1, out: 0, low: 1, drafts: 0, archived: 0 })
    expect((await api(listSellerProducts)).counts).toMatchObject({ all: 5, low: 3, archived: 1 })

    const { ids } = await api(listSellerProductIds, { query: { view: 'low', sort: 'stock' } })
    const low = await api(listSellerProducts, { query: { view: 'low', sort: 'stock' } })
    expect(ids).toEqual(low.products.map(({ _id }) => _id))
    await own.close()
  })
})
