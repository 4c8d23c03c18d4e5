import { afterAll, beforeAll, expect, it } from 'vitest'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getMyOrder, getSellerOrder } from '../../orders.contract.ts'
import { moveOrder } from '../../seller-orders.contract.ts'
import { order } from '../../testing/order.ts'
import { producer } from '../../testing/parcels.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let shopper: Awaited<ReturnType<TestShop['shopper']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  shopper = await shop.shopper()
})
afterAll(() => shop.close())

const linesOf = (orderId: string) =>
  shop.db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).orderBy('position').execute()

/** Pots of the shop, silk and honey of producers who send by themselves, in this order: pot, silk, honey, bowl, scarf. */
async function placed() {
  const [asha, ravi, lata] = [
    await producer(shop, 'Asha Silk'),
    await producer(shop, 'Ravi Honey'),
    await producer(shop, 'Lata Pots', { sends: false }),
  ]
  const products = [
    await shop.product({ offerPricePaise: 10_25, producerId: lata }),
    await shop.product({ offerPricePaise: 20_25, producerId: asha }),
    await shop.product({ offerPricePaise: 30_50, producerId: ravi }),
    await shop.product({ offerPricePaise: 40_25 }),
    await shop.product({ offerPricePaise: 50_75, producerId: asha }),
  ]
  const answer = await order(
    shopper,
    products.map((product) => ({ product, quantity: 1 })),
  )
  expect(answer.statusCode).toBe(200)
  return { id: String(answer.json().orderId), asha, ravi, products }
}

const confirm = (id: string) => seller.api(moveOrder, { params: { id }, body: { status: 'Confirmed' } })

it('each line keeps its share of the tax and of the price, its sender and its parcel', async () => {
  const { id, asha, ravi } = await placed()
  const lines = await linesOf(id)
  // 2% of 152.00 is 3.04.
  expect(lines.map(({ tax_paise }) => tax_paise)).toEqual([21, 41, 61, 80, 101])
  expect(lines.map(({ sender_id, parcel }) => [sender_id, parcel])).toEqual([
    [null, 1],
    [asha, 2],
    [ravi, 3],
    [null, 1],
    [asha, 2],
  ])
  for (const line of lines)
    expect(line).toMatchObject({ unstated: 1, maker_paise: 0, shop_paise: line.offer_price_paise * line.quantity })
  const { order } = await shopper.api(getMyOrder, { params: { id } })
  expect(order).toMatchObject({ parcels: [], shares: null })
})

it('an order that is confirmed has a parcel for each sender, with the cash of its lines', async () => {
  const { id, asha, ravi, products } = await placed()
  await confirm(id)
  await confirm(id)
  const { order } = await seller.api(getSellerOrder, { params: { id } })
  const [pot, silk, honey, bowl, scarf] = products.map((product) => ({ product, quantity: 1 }))
  expect(order.parcels).toMatchObject([
    { number: 1, code: `H${order.number}-1`, sender: null, status: 'To pack', cash: 51_51, items: [pot, bowl] },
    { number: 2, sender: { _id: asha, name: 'Asha Silk' }, status: 'To pack', cash: 72_42, items: [silk, scarf] },
    { number: 3, sender: { _id: ravi, name: 'Ravi Honey' }, status: 'To pack', cash: 31_11, items: [honey] },
  ])
  expect(new Set(order.parcels.map(({ trackPath }) => trackPath)).size).toBe(3)
  expect(order.parcels.reduce((sum, { cash }) => sum + cash, 0)).toBe(order.amount)
})

it('a sender’s name and address stay as they were; who has stopped sending leaves it to the shop', async () => {
  const { id, asha, ravi } = await placed()
  await shop.db.updateTable('producers').set({ sends_from: null }).where('id', '=', ravi).execute()
  await confirm(id)
  await shop.db.updateTable('producers').set({ name: 'Renamed', sends_from: null }).where('id', '=', asha).execute()
  const { order } = await seller.api(getSellerOrder, { params: { id } })
  expect(order.parcels.map(({ sender }) => sender?.name)).toEqual([undefined, 'Asha Silk', undefined])
})

it('lines from before have no tax of their own: their parcel brings what the order costs', async () => {
  const { id } = await placed()
  await shop.db.updateTable('order_lines').set({ tax_paise: null }).where('order_id', '=', id).execute()
  await confirm(id)
  const { order } = await seller.api(getSellerOrder, { params: { id } })
  expect(order.parcels.reduce((sum, { cash }) => sum + cash, 0)).toBe(order.amount)
})
