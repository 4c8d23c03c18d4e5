import { afterAll, beforeAll, expect, it } from 'vitest'
import { isAuth } from '#features/auth/auth.contract.ts'
import { updateCart } from '#features/cart/cart.contract.ts'
import { getProduct, listProducts } from '#features/catalog/catalog.contract.ts'
import { listDue } from '#features/payouts/payouts.contract.ts'
import { addMaker, owe } from '#features/payouts/testing/payouts.ts'
import {
  getProducer,
  searchProducers,
  suspendProducer,
  unsuspendProducer,
} from '#features/producers/producers.contract.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

const picture = { key: 'celadon', alt: 'A bowl', width: 640, height: 640, widths: [640], avif: false }

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings)
})
afterAll(() => shop.close())

/** Everywhere that a visitor may meet a producer and what they make. */
async function seen(maker: string, product: string) {
  const visitor = shop.browser()
  const text = async (url: string) => (await shop.request({ method: 'GET', url })).body
  const isThere = (asked: Promise<unknown>) =>
    asked.then(
      () => true,
      () => false,
    )
  const { products } = await visitor.api(listProducts, { query: { ids: product } })
  return {
    page: await isThere(visitor.api(getProducer, { params: { id: maker } })),
    product: await isThere(visitor.api(getProduct, { params: { id: product } })),
    list: (await visitor.api(listProducts)).products.some(({ _id }) => _id === product),
    search: (await visitor.api(listProducts, { query: { q: 'celadon' } })).products.length > 0,
    suggestions: (await text('/api/product/suggest?q=celadon')).includes(product),
    producers: (await text('/api/producer/list')).includes(maker),
    sitemap: (await text('/sitemap/products-1.xml')).includes(product),
    google: (await text('/feeds/google.xml')).includes(product),
    meta: (await text('/feeds/meta.csv')).includes(product),
    // What a cart asks for: a line without its product is marked there.
    cart: products.length > 0,
  }
}

it('a suspended producer is gone from all that visitors see, at once, and what is due stays due', async () => {
  const office = await shop.seller({ staysProved: true })
  const shopper = await shop.shopper()
  const maker = await addMaker(shop.deps, 'Celadon Workshop')
  const product = await shop.product({ name: 'Celadon Bowl', producerId: maker, images: [picture] })
  await owe(shop.deps, maker, 700_00, { dueAt: Date.now() - DAY_MS })
  await shopper.api(updateCart, { body: { cartItems: { [product]: 2 } } })
  const before = await seen(maker, product)
  expect(new Set(Object.values(before)), JSON.stringify(before)).toEqual(new Set([true]))
  await office.api(suspendProducer, { params: { id: maker } })
  const after = await seen(maker, product)
  expect(new Set(Object.values(after)), JSON.stringify(after)).toEqual(new Set([false]))
  expect((await shopper.api(isAuth)).user.cartItems).toEqual({ [product]: 2 })
  expect((await office.api(searchProducers, { query: { q: 'celadon' } })).producers).toEqual([])
  expect((await office.api(listDue)).balances).toMatchObject([{ due: 700_00 }])
  await office.api(unsuspendProducer, { params: { id: maker } })
  expect(await seen(maker, product)).toEqual(before)
})
