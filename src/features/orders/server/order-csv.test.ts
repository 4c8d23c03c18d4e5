import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getMyOrder, placeCodOrder } from '../orders.contract.ts'
import { changeParcel } from '../parcels/parcels.contract.ts'
import { markCashReceived, moveOrder, refundOrder } from '../seller-orders.contract.ts'
import { producer } from '../testing/parcels.ts'
import { ordersHeading } from './order-csv.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings)
})
afterAll(() => shop.close())

const at = (time: string) => shop.setClock(new Date(time))

/** Rows by column, the newest first. */
async function rows(query = '') {
  const seller = await shop.seller()
  const { body } = await seller.send({ method: 'GET', url: `/api/order/export.csv${query}` })
  return parse<Record<string, string>>(body, { columns: true, bom: true })
}

it('keeps the older columns where they were, and says what became of goods and money, as India writes dates', async () => {
  at('2026-11-21T05:12:00Z')
  const shopper = await shop.shopper()
  const matti = await producer(shop, 'Matti Pottery')
  const theirs = await shop.product({ name: 'Vase', offerPricePaise: 100_00, producerId: matti })
  const ours = await shop.product({ name: 'Bowl', offerPricePaise: 50_00 })
  const items = [
    { product: theirs, quantity: 1 },
    { product: ours, quantity: 2 },
  ]
  const { orderId } = await shopper.api(placeCodOrder, { body: { items, address: shopper.address._id } })
  expect(ordersHeading.indexOf('producers')).toBe(17)
  expect(await rows()).toEqual([
    expect.objectContaining({
      ...{ date: '2026-11-21 10:42', status: 'Order Placed', items: '1 x Vase\n2 x Bowl', amount: '204.00' },
      ...{ producers: 'Matti Pottery\n', 'paid on': '', refunded: '', 'refunded on': '' },
      ...{ parcels: '', couriers: '', 'tracking numbers': '', 'cash to come': '204.00' },
    }),
  ])

  const seller = await shop.seller()
  const params = { id: orderId }
  for (const status of ['Confirmed', 'Packed'] as const) await seller.api(moveOrder, { params, body: { status } })
  const { order } = await shopper.api(getMyOrder, { params })
  const [first] = order.parcels
  const courier = { courier: 'Speed Post', trackingNumber: 'EX412906331IN' }
  await seller.api(changeParcel, { params: { id: first?._id ?? '' }, body: courier })
  for (const status of ['Shipped', 'Delivered'] as const) await seller.api(moveOrder, { params, body: { status } })
  at('2026-11-22T20:00:00Z')
  const later = await shop.seller()
  await later.api(markCashReceived, { params })
  const lines = [{ product: ours, quantity: 1 }]
  await later.api(refundOrder, { params, body: { lines, method: 'upi', reference: 'UPI 7' } })
  expect((await shopper.send({ method: 'GET', url: `/api/order/${orderId}/invoice` })).statusCode).toBe(200)
  const [row] = await rows('?status=Delivered')
  expect(row).toMatchObject({
    ...{ 'invoice number': '1', 'paid on': '2026-11-23 01:30', refunded: '51.00', 'refunded on': '2026-11-23 01:30' },
    ...{ parcels: `H${order.number}-1\nH${order.number}-2`, couriers: 'Speed Post\n–' },
    ...{ 'tracking numbers': 'EX412906331IN\n–', 'cash to come': '0.00' },
  })
  expect(await rows('?status=Packed')).toEqual([])
})
