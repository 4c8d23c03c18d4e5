import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listProducts } from '#features/catalog/catalog.contract.ts'
import { getPercentages } from '#features/prices/percentages.contract.ts'
import { formatRupees, paise, sumOf, times } from '#shared/money.ts'
import { randomTest, type TestShop, testShop } from '#testing/shop.ts'
import { getMyOrder, listMyOrders, type Order, placeCodOrder } from '../orders.contract.ts'
import { priceOrder } from '../orders.pricing.ts'
import { type OrderShares, sharesOfCart } from '../orders.shares.ts'

const PRODUCTS = 12
const CARTS = 60

let shop: TestShop
let shopper: Awaited<ReturnType<TestShop['shopper']>>
beforeAll(async () => {
  shop = await testShop()
  shopper = await shop.shopper()
})
afterAll(() => shop.close())

/** null: not stated. Losses and prices that leave no profit are among them. */
const aProduct = fc.record({
  offerPricePaise: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 5_000_00 })),
  maker_price_paise: fc.option(fc.integer({ min: 0, max: 4_000_00 }).map(paise)),
  costs_paise: fc.option(fc.integer({ min: 0, max: 1_000_00 }).map(paise)),
})

async function anyProducts() {
  const wanted = fc.sample(aProduct, { numRuns: PRODUCTS, seed: randomTest.seed })
  return Promise.all(
    wanted.map(async ({ offerPricePaise, ...asked }) => {
      const id = await shop.product({ offerPricePaise, pricePaise: offerPricePaise })
      await shop.db.updateTable('products').set(asked).where('id', '=', id).execute()
      return id
    }),
  )
}

/** What the cart's page says of these pieces: as it does, from what the shop tells everybody. */
async function saidByCart(items: readonly { product: string; quantity: number }[]) {
  const { api } = shop.browser()
  const { products } = await api(listProducts, { query: { ids: items.map(({ product }) => product).join(',') } })
  const percentages = await api(getPercentages)
  const lines = items.map(({ product, quantity }) => {
    const found = products.find(({ _id }) => _id === product)
    if (!found) throw new Error('the cart has a product that is not there')
    return { offerPricePaise: found.offerPrice, quantity, shares: found.shares }
  })
  return sharesOfCart(lines, percentages, priceOrder(lines).taxPaise)
}

async function place(items: { product: string; quantity: number }[]): Promise<Order> {
  const body = { items, address: shopper.address._id }
  const { orderId } = await shopper.api(placeCodOrder, { body })
  return (await shopper.api(getMyOrder, { params: { id: orderId } })).order
}

const all = ({ maker, costs, producer, community, shop, tax, unstated }: OrderShares) =>
  sumOf([maker, costs, producer, community, shop, tax, unstated])

describe('what the cart says', () => {
  it('is what the order keeps, to the paisa', { timeout: 60_000 }, async () => {
    const ids = await anyProducts()
    const aCart = fc
      .subarray(ids, { minLength: 1, maxLength: 8 })
      .chain((chosen) =>
        fc.tuple(
          ...chosen.map((product) =>
            fc.record({ product: fc.constant(product), quantity: fc.integer({ min: 1, max: 40 }) }),
          ),
        ),
      )
    await fc.assert(
      fc.asyncProperty(aCart, async (items) => {
        const said = await saidByCart(items)
        const order = await place([...items])
        expect(order.shares).toEqual(said)
        if (order.shares) expect(all(order.shares)).toBe(order.amount)
        else expect(order.items.every(({ shares }) => shares === null)).toBe(true)
      }),
      { numRuns: CARTS, seed: randomTest.seed },
    )
  })
})

describe('an order with more lines than are shown', () => {
  it('has the shares of all of them', async () => {
    const ids = await anyProducts()
    const order = await place(ids.map((product) => ({ product, quantity: 3 })))
    const { orders } = await shopper.api(listMyOrders, { query: { limit: '1', lines: '2' } })
    expect(orders[0]?.items).toHaveLength(2)
    expect(orders[0]?.shares).toEqual(order.shares)
  })
})

describe('the mail of an order', () => {
  const sentence = async () => (await shop.mailsTo(shopper.email)).at(-1)?.text_body.replace(/\s+/g, ' ')

  it('says what goes to the makers', async () => {
    const id = await shop.product({ offerPricePaise: 1590_00, pricePaise: 1590_00 })
    const asked = { maker_price_paise: paise(820_00), costs_paise: paise(240_00) }
    await shop.db.updateTable('products').set(asked).where('id', '=', id).execute()
    await place([{ product: id, quantity: 2 }])
    expect(await sentence()).toContain(
      `${formatRupees(times(paise(1270_50), 2))} of ${formatRupees(paise(3180_00))} go to the maker.`,
    )
  })

  it('says nothing where no maker’s price is stated', async () => {
    await place([{ product: await shop.product(), quantity: 1 }])
    expect(await sentence()).not.toContain('maker')
  })
})
