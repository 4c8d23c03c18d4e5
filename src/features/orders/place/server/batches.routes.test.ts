import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { batchFor, productInBatches, stockInBatches } from '#features/catalog/batches/testing/batches.ts'
import { getProduct } from '#features/catalog/catalog.contract.ts'
import { listenToStatements } from '#kernel/db/database.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { cancelOrder, getMyOrder, getSellerOrder } from '../../orders.contract.ts'
import { moveParcels } from '../../parcels/parcels.contract.ts'
import { moveOrder } from '../../seller-orders.contract.ts'
import { order, type Shopper } from '../../testing/order.ts'
import { producer } from '../../testing/parcels.ts'

let shop: TestShop
let shopper: Shopper
beforeAll(async () => {
  // Each request goes to the other process.
  shop = await testShop(sellerSettings, { processes: 2 })
  shopper = await shop.shopper()
})
afterAll(() => shop.close())
afterEach(() => shop.setClock(undefined))

const started = Date.now()
/** So many days later. No job has run since, in any process. */
const later = (days: number) => shop.setClock(new Date(started + days * DAY_MS))
let bids = 0
const buy = (product: string, quantity: number, by = shopper) =>
  order(by, [{ product, quantity }], { 'idempotency-key': `bid-${bids++}` })
const bought = async (product: string, quantity: number, by = shopper) => {
  const answer = await buy(product, quantity, by)
  expect(answer.statusCode, answer.body).toBe(200)
  return String(answer.json().orderId)
}
const seen = async (id: string) => (await shopper.api(getMyOrder, { params: { id } })).order
/** A seller's session ends before the day does. */
const asSeller = async (id: string) => (await (await shop.seller()).api(getSellerOrder, { params: { id } })).order
const lineOf = (id: string) =>
  shop.db
    .selectFrom('order_lines')
    .select(['restocked', 'written_off'])
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
const step = async (id: string, ...to: ('Confirmed' | 'Packed' | 'Shipped' | 'Refused' | 'Lost' | 'Returned')[]) => {
  const seller = await shop.seller()
  for (const status of to)
    if (status === 'Refused' || status === 'Lost' || status === 'Returned')
      await seller.api(moveParcels, { body: { orders: [id], to: status, good: true } })
    else await seller.api(moveOrder, { params: { id }, body: { status } })
}

describe('an order of a product in batches', () => {
  it('takes the oldest pieces first, and its line notes them', async () => {
    const pickle = await productInBatches(shop, [batchFor(shop, 60, 'new', 5), batchFor(shop, 10, 'old', 2)])
    const id = await bought(pickle, 3)
    expect(await stockInBatches(shop, pickle)).toEqual({ new: 4, old: 0, stock: 4, in_stock: 1 })
    expect((await seen(id)).items[0]?.batches).toMatchObject([
      { number: 'old', quantity: 2 },
      { number: 'new', quantity: 1 },
    ])
    expect((await shopper.api(getProduct, { params: { id: pickle } })).product).toMatchObject({
      ...{ left: 4, inStock: true },
      batch: { number: 'new' },
    })
  })

  it('64 buyers of 40 pieces in two batches, in two processes: each piece is sold once', async () => {
    const pickle = await productInBatches(shop, [batchFor(shop, 60, 'new', 25), batchFor(shop, 10, 'old', 15)])
    const bowl = await shop.product({ stock: 1000 })
    const shoppers: Shopper[] = []
    for (let at = 0; at < 8; at++) shoppers.push(await shop.shopper())
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, at) =>
        order(
          shoppers[at % 8] as Shopper,
          at % 2 === 0
            ? [{ product: pickle, quantity: 1 }]
            : [
                { product: bowl, quantity: 1 },
                { product: pickle, quantity: 1 },
              ],
          { 'idempotency-key': `pickle-${at}` },
        ),
      ),
    )
    const statuses = Object.groupBy(answers, (answer) => answer.statusCode)
    expect({ placed: statuses[200]?.length, refused: statuses[409]?.length }).toEqual({ placed: 40, refused: 24 })
    expect(await stockInBatches(shop, pickle)).toEqual({ new: 0, old: 0, stock: 0, in_stock: 0 })
    const lines = await shop.db.selectFrom('order_lines').select('batches').where('product_id', '=', pickle).execute()
    const numbers = lines.flatMap(({ batches }) =>
      JSON.parse(batches ?? '[]').map((one: { number: string }) => one.number),
    )
    expect(Object.groupBy(numbers, (number) => number)).toMatchObject({ old: { length: 15 }, new: { length: 25 } })
  })

  it('takes no piece that is past its date, though no job has counted since', async () => {
    const pickle = await productInBatches(shop, [batchFor(shop, 60, 'new', 1), batchFor(shop, 2, 'old', 5)])
    later(2)
    await bought(pickle, 2)
    later(3)
    expect(await stockInBatches(shop, pickle)).toMatchObject({ stock: 4, old: 3 })
    const refused = await buy(pickle, 2)
    expect(refused.json()).toMatchObject({ code: 'NOT_ENOUGH_STOCK' })
    expect(refused.json().message).toContain('Only 1 of')
    await bought(pickle, 1)
    expect((await buy(pickle, 1)).json()).toMatchObject({ code: 'PRODUCT_UNAVAILABLE' })
    expect(await stockInBatches(shop, pickle)).toEqual({ new: 0, old: 3, stock: 0, in_stock: 0 })
  })

  it('asks the product’s own promise: what takes longer has to last longer', async () => {
    const slow = await productInBatches(shop, [batchFor(shop, 5, 'one', 2)], { deliveryDays: '10-14' })
    expect((await buy(slow, 1)).statusCode).toBe(409)
    const near = await productInBatches(shop, [batchFor(shop, 5, 'one', 2)], { deliveryDays: '10-13' })
    await bought(near, 1)
  })

  it('sends no statement more for goods without batches', async () => {
    const bowl = await shop.product({ stock: 5 })
    const sent: string[] = []
    const stop = listenToStatements(shop.db, ({ sql }) => void sent.push(sql))
    await bought(bowl, 1)
    stop()
    expect(sent.filter((text) => text.includes('"next_batch"') && text.includes('update'))).toEqual([])
  })
})

describe('parcels', () => {
  it('are one more for food, also of one sender, and each has its cash', async () => {
    const asha = await producer(shop, 'Asha Farm')
    const food = { producerId: asha, offerPricePaise: 100_00, pricePaise: 100_00 }
    const pickle = await productInBatches(shop, [batchFor(shop, 60, 'p', 5)], food)
    const tea = await productInBatches(shop, [batchFor(shop, 60, 't', 5)], food)
    const cloth = await shop.product(food)
    const answer = await order(
      shopper,
      [pickle, cloth, tea].map((product) => ({ product, quantity: 1 })),
    )
    const id = String(answer.json().orderId)
    expect((await seen(id)).comingParcels).toMatchObject([{ cash: 204_00, food: true }, { cash: 102_00 }])
    await step(id, 'Confirmed')
    const { parcels, delivery } = await asSeller(id)
    expect(delivery).not.toBeNull()
    expect(parcels).toMatchObject([
      { sender: { _id: asha }, food: true, cash: 204_00, items: [{ product: pickle }, { product: tea }] },
      { sender: { _id: asha }, cash: 102_00, items: [{ product: cloth }] },
    ])
    expect(parcels[1]).not.toHaveProperty('food')
  })
})

describe('what comes back', () => {
  it.each(['Order Placed', 'Confirmed'] as const)('of a cancelled order (%s) goes into its batch', async (status) => {
    const pickle = await productInBatches(shop, [batchFor(shop, 60, 'new', 5), batchFor(shop, 10, 'old', 2)])
    const id = await bought(pickle, 3)
    if (status === 'Confirmed') await step(id, 'Confirmed')
    await shopper.api(cancelOrder, { params: { id } })
    expect(await stockInBatches(shop, pickle)).toEqual({ new: 5, old: 2, stock: 7, in_stock: 1 })
    expect(await lineOf(id)).toEqual({ restocked: 3, written_off: 0 })
  })

  it('of a cancelled order past its date comes back for nobody', async () => {
    const pickle = await productInBatches(shop, [batchFor(shop, 60, 'new', 1), batchFor(shop, 2, 'old', 2)])
    const id = await bought(pickle, 3)
    later(3)
    await shopper.api(cancelOrder, { params: { id } })
    expect(await stockInBatches(shop, pickle)).toEqual({ new: 1, old: 2, stock: 1, in_stock: 1 })
    // It never left, so nobody lost it: the ledger has nothing to say.
    expect(await lineOf(id)).toEqual({ restocked: 3, written_off: 0 })
    await bought(pickle, 1)
    expect((await buy(pickle, 1)).statusCode).toBe(409)
  })

  it('of a refused parcel goes into its batch, or past its date is written off: and the parcel says so', async () => {
    for (const [days, stock, line] of [
      [1, 2, { restocked: 2, written_off: 0 }],
      [3, 0, { restocked: 0, written_off: 2 }],
    ] as const) {
      shop.setClock(undefined)
      const pickle = await productInBatches(shop, [batchFor(shop, 2, 'only', 2)])
      const id = await bought(pickle, 2)
      await step(id, 'Confirmed', 'Packed', 'Shipped', 'Refused')
      later(days)
      await step(id, 'Returned')
      expect(await stockInBatches(shop, pickle)).toEqual({ only: stock, stock, in_stock: stock > 0 ? 1 : 0 })
      expect(await lineOf(id)).toEqual(line)
      const { parcels, history } = await asSeller(id)
      expect(parcels[0]?.restocked).toBe(stock > 0)
      expect(history.at(-1)?.text.includes('written off')).toBe(stock === 0)
    }
  })

  it('after it was lost and is found, likewise', async () => {
    for (const [days, stock] of [
      [1, 2],
      [3, 0],
    ] as const) {
      shop.setClock(undefined)
      const pickle = await productInBatches(shop, [batchFor(shop, 2, 'only', 2)])
      const id = await bought(pickle, 2)
      await step(id, 'Confirmed', 'Packed', 'Shipped', 'Lost')
      expect(await lineOf(id)).toEqual({ restocked: 0, written_off: 2 })
      later(days)
      const [{ _id = '' } = {}] = (await asSeller(id)).parcels
      const seller = await shop.seller()
      await seller.api(moveParcels, { body: { parcels: [_id], to: 'Returned', good: true } })
      expect(await lineOf(id)).toEqual({ restocked: stock, written_off: 2 - stock })
      expect(await stockInBatches(shop, pickle)).toMatchObject({ stock })
    }
  })

  it('was sold before its product had batches: nobody knows its date, so it is in no batch until the seller counts it', async () => {
    const honey = await shop.product({ stock: 5 })
    const id = await bought(honey, 2)
    const row = await productInBatches(shop, [batchFor(shop, 60, 'one', 3)])
    const { batches, next_batch } = await shop.db
      .selectFrom('products')
      .select(['batches', 'next_batch'])
      .where('id', '=', row)
      .executeTakeFirstOrThrow()
    await shop.db.updateTable('products').set({ batches, next_batch }).where('id', '=', honey).execute()
    await shopper.api(cancelOrder, { params: { id } })
    expect(await stockInBatches(shop, honey)).toMatchObject({ one: 3, stock: 3 })
    expect(await lineOf(id)).toEqual({ restocked: 2, written_off: 0 })
  })

  it('of a product that is in batches no more is counted, unless it is past its date', async () => {
    for (const [days, stock] of [
      [1, 7],
      [3, 5],
    ] as const) {
      shop.setClock(undefined)
      const pickle = await productInBatches(shop, [batchFor(shop, 2, 'only', 2)])
      const id = await bought(pickle, 2)
      const plain = { batches: null, next_batch: null, stock: 5, in_stock: 1 }
      await shop.db.updateTable('products').set(plain).where('id', '=', pickle).execute()
      later(days)
      await shopper.api(cancelOrder, { params: { id } })
      expect(await stockInBatches(shop, pickle)).toEqual({ stock, in_stock: 1 })
    }
  })
})
