import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getImport } from '#features/products/product-imports.contract.ts'
import { getSellerProduct } from '#features/products/seller-products.contract.ts'
import { productForm } from '#features/products/testing/product-form.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getProduct, listProducts } from '../catalog.contract.ts'
import { endRaisedPrices } from './raised-prices.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterAll(() => shop.close())

const aBowl = (name: string) => shop.product({ name, pricePaise: 1000_00, offerPricePaise: 800_00 })

async function edit(id: string, change: object) {
  const answer = await seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...(await productForm(change)) })
  expect(answer.statusCode, answer.body).toBe(200)
}
const pricesOf = async (id: string) => {
  const { product } = await shop.browser().api(getProduct, { params: { id } })
  return [product.price, product.offerPrice]
}
/** Found by its name, and in the whole list, which is counted beforehand. */
async function onOffer(id: string, q: string) {
  const lists = await Promise.all([
    shop.browser().api(listProducts, { query: { offer: '1', q } }),
    shop.browser().api(listProducts, { query: { offer: '1', limit: '100' } }),
  ])
  const [, all] = lists
  expect(all.total).toBe(all.products.length)
  return lists.map(({ products }) => products.some(({ _id }) => _id === id))
}

describe('after its price was raised', () => {
  it('a product shows no offer for 30 days: no struck price, and not among the offers', async () => {
    const id = await aBowl('Raised Bowl')
    expect(await onOffer(id, 'raised')).toEqual([true, true])
    await edit(id, { price: 1200 })
    expect(await pricesOf(id)).toEqual([800_00, 800_00])
    expect(await onOffer(id, 'raised')).toEqual([false, false])
    const { product } = await seller.api(getSellerProduct, { params: { id } })
    expect(product).toMatchObject({ price: 1200_00, priceRaisedAt: expect.any(Date) })

    const now = shop.deps.now().getTime()
    shop.setClock(new Date(now + 29 * DAY_MS))
    await endRaisedPrices(shop.deps)
    expect(await pricesOf(id)).toEqual([800_00, 800_00])
    shop.setClock(new Date(now + 31 * DAY_MS))
    await endRaisedPrices(shop.deps)
    shop.setClock(undefined)
    expect(await pricesOf(id)).toEqual([1200_00, 800_00])
    expect(await onOffer(id, 'raised')).toEqual([true, true])
  })

  it('by an import it is the same, for the rows whose price rises', async () => {
    const [up, down] = [await aBowl('Up'), await aBowl('Down')]
    const payload = [
      'id,name,category,price,offerPrice',
      `${up},Up,Pottery-Ceramics,1001,800`,
      `${down},Down,Pottery-Ceramics,900,800`,
    ].join('\n')
    const headers = { 'content-type': 'text/csv' }
    const begun = await seller.send({ method: 'POST', url: '/api/product/import', headers, payload })
    await vi.waitFor(
      async () => {
        const { import: found } = await seller.api(getImport, { params: { id: begun.json().import._id } })
        expect(found).toMatchObject({ state: 'done', changed: 2 })
      },
      { timeout: 20_000 },
    )
    expect(await pricesOf(up)).toEqual([800_00, 800_00])
    expect(await pricesOf(down)).toEqual([900_00, 800_00])
  })
})

it('a price that stays or falls, and another offer price, leave the offer as it is', async () => {
  const id = await aBowl('Fallen Bowl')
  await edit(id, { price: 900 })
  await edit(id, { price: 900, offerPrice: 700, name: 'Still Fallen' })
  expect(await pricesOf(id)).toEqual([900_00, 700_00])
})
