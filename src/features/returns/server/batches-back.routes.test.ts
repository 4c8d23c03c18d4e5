import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { batchFor, productInBatches, stockInBatches } from '#features/catalog/batches/testing/batches.ts'
import { getSellerOrder } from '#features/orders/orders.contract.ts'
import { moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { order as placeOrder } from '#features/orders/testing/order.ts'
import { DAY_MS } from '#shared/time.ts'
import { deliver, returnShop } from '../testing/returns.ts'

const { shop, shopper, asked } = await returnShop()
afterAll(() => shop.close())
beforeEach(() => shop.setClock(undefined))

const later = (days: number) => shop.setClock(new Date(Date.now() + days * DAY_MS))
/** A seller's session ends before the day does. */
const take = async (id: string, ...steps: Record<string, unknown>[]) => {
  const seller = await shop.seller()
  for (const payload of steps) {
    const answer = await seller.send({ method: 'PATCH', url: `/api/return/${id}`, payload })
    expect(answer.statusCode, answer.body).toBe(200)
  }
}
const lineOf = (id: string) =>
  shop.db
    .selectFrom('order_lines')
    .select(['restocked', 'written_off'])
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
/** An order of two pieces, of two batches, at the shopper's door. */
async function delivered() {
  const product = await productInBatches(shop, [batchFor(shop, 2, 'old', 1), batchFor(shop, 60, 'new', 3)], {
    returnable: true,
    offerPricePaise: 100_00,
  })
  const id = String((await placeOrder(shopper, [{ product, quantity: 2 }])).json().orderId)
  await deliver(await shop.seller(), id)
  return { id, product, items: (quantity: number) => [{ product, quantity }] }
}
const asSeller = async (id: string) => (await (await shop.seller()).api(getSellerOrder, { params: { id } })).order

describe('a return of pieces in batches', () => {
  it('goes into its batch, that of the oldest first, while it may be sold', async () => {
    const order = await delivered()
    await take(await asked(order), { to: 'accepted' }, { to: 'arrived' })
    expect(await stockInBatches(shop, order.product)).toEqual({ old: 1, new: 2, stock: 3, in_stock: 1 })
    expect((await asSeller(order.id)).items[0]?.batches).toMatchObject([{ number: 'new', quantity: 1 }])
  })

  it('past its date is written off, though the goods are good', async () => {
    const order = await delivered()
    const id = await asked(order, 2)
    await take(id, { to: 'accepted' })
    later(3)
    await take(id, { to: 'arrived' })
    expect(await stockInBatches(shop, order.product)).toEqual({ old: 0, new: 3, stock: 3, in_stock: 1 })
    expect(await lineOf(order.id)).toEqual({ restocked: 1, written_off: 1 })
  })

  it('that is damaged comes back for nobody', async () => {
    const order = await delivered()
    await take(await asked(order, 2), { to: 'accepted' }, { to: 'damaged' })
    expect(await stockInBatches(shop, order.product)).toEqual({ old: 0, new: 2, stock: 2, in_stock: 1 })
    expect(await lineOf(order.id)).toEqual({ restocked: 0, written_off: 2 })
  })
})

describe('an exchange of pieces in batches', () => {
  it('takes the oldest that may be sold by now, in a parcel that names its batch, and goes back when that comes to nothing', async () => {
    const order = await delivered()
    const id = await asked(order, 1, 'exchange')
    await take(id, { to: 'accepted' })
    later(3)
    await take(id, { to: 'damaged' }, { to: 'closed' })
    expect(await stockInBatches(shop, order.product)).toEqual({ old: 0, new: 1, stock: 1, in_stock: 1 })
    const { exchanges, items } = await asSeller(order.id)
    expect(exchanges).toMatchObject([{ food: true, items: [{ quantity: 1 }] }])
    expect(items[0]?.batches).toMatchObject([{ number: 'new', quantity: 2 }])
    const seller = await shop.seller()
    const parcels = [exchanges[0]?._id ?? '']
    await seller.api(moveParcels, { body: { parcels, to: 'Cancelled' } })
    expect(await stockInBatches(shop, order.product)).toEqual({ old: 0, new: 2, stock: 2, in_stock: 1 })
  })

  it('that is refused at the door, and comes home past its date, is written off: and its parcel says so', async () => {
    const order = await delivered()
    const id = await asked(order, 1, 'exchange')
    await take(id, { to: 'accepted' }, { to: 'damaged' }, { to: 'closed' })
    const parcels = [(await asSeller(order.id)).exchanges[0]?._id ?? '']
    const seller = await shop.seller()
    for (const to of ['Packed', 'Shipped', 'Refused'] as const) await seller.api(moveParcels, { body: { parcels, to } })
    later(61)
    await (await shop.seller()).api(moveParcels, { body: { parcels, to: 'Returned', good: true } })
    expect(await stockInBatches(shop, order.product)).toMatchObject({ new: 1, stock: 0 })
    const [exchange] = (await asSeller(order.id)).exchanges
    expect(exchange).toMatchObject({ status: 'Returned', restocked: false })
  })

  it('is refused while no piece may be sold, and nothing is taken', async () => {
    const product = await productInBatches(shop, [batchFor(shop, 2, 'only', 3)], { returnable: true })
    const orderId = String((await placeOrder(shopper, [{ product, quantity: 1 }])).json().orderId)
    await deliver(await shop.seller(), orderId)
    const id = await asked({ id: orderId, product, items: (quantity) => [{ product, quantity }] }, 1, 'exchange')
    await take(id, { to: 'accepted' })
    later(3)
    await take(id, { to: 'arrived' })
    const seller = await shop.seller()
    const answer = await seller.send({ method: 'PATCH', url: `/api/return/${id}`, payload: { to: 'closed' } })
    expect(answer.json()).toMatchObject({ code: 'PRODUCT_UNAVAILABLE' })
    expect(await stockInBatches(shop, product)).toMatchObject({ only: 2 })
  })
})
