import { afterAll, beforeAll, expect, it } from 'vitest'
import { payTestCheckout } from '#features/payments/built-in-checkout.contract.ts'
import { placeOnlineOrder } from '#features/payments/payments.contract.ts'
import { paise } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { placeCodOrder } from '../orders.contract.ts'
import { getOverview, markCashReceived, moveOrder, refundOrder } from '../seller-orders.contract.ts'
import { producer } from '../testing/parcels.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let shopper: Awaited<ReturnType<TestShop['shopper']>>
const noon = (day: number) => new Date(Date.parse('2026-11-21T06:30:00Z') + day * DAY_MS)
const goods = { matti: '', charkha: '', ours: '' }
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  shop.setClock(noon(0))
  shopper = await shop.shopper()
  seller = await shop.seller()
  const [matti, charkha] = [await producer(shop, 'Matti'), await producer(shop, 'Charkha', { sends: false })]
  goods.matti = await shop.product({ offerPricePaise: 100_00, producerId: matti })
  goods.charkha = await shop.product({ offerPricePaise: 50_00, producerId: charkha })
  goods.ours = await shop.product({ offerPricePaise: 10_00 })
})
afterAll(() => shop.close())

const body = (items: { product: string; quantity: number }[]) => ({ items, address: shopper.address._id })
const move = async (id: string, ...statuses: ('Confirmed' | 'Packed' | 'Shipped' | 'Delivered')[]) => {
  for (const status of statuses) await seller.api(moveOrder, { params: { id }, body: { status } })
}
const byProducer = async () => {
  const rows = (await seller.api(getOverview)).byProducer
  return Object.fromEntries(rows.map(({ producer: by, revenue }) => [by?.name ?? 'none', revenue]))
}

it('counts what is to do, and the revenue of those who made what was paid for', async () => {
  const items = [
    { product: goods.matti, quantity: 2 },
    { product: goods.charkha, quantity: 1 },
    { product: goods.ours, quantity: 3 },
  ]
  const { orderId: cash } = await shopper.api(placeCodOrder, { body: body(items) })
  const { orderId: waits } = await shopper.api(placeCodOrder, { body: body(items.slice(1)) })
  await shopper.api(placeCodOrder, { body: body(items.slice(2)) })
  const { toDo, byProducer: nothing } = await seller.api(getOverview)
  expect({ toDo, nothing }).toEqual({ toDo: { confirm: 3, pack: 0, ship: 0 }, nothing: [] })

  await move(cash, 'Confirmed', 'Packed', 'Shipped', 'Delivered')
  await move(waits, 'Confirmed')
  const overview = await seller.api(getOverview)
  expect(overview.toDo).toEqual({ confirm: 1, pack: 1, ship: 0 })
  // 280 and 2% of it, in the parcels of Matti and of the shop.
  expect(overview.expectedInCash).toEqual({ amount: paise(285_60), parcels: 2 })

  shop.setClock(noon(1))
  seller = await shop.seller()
  await seller.api(markCashReceived, { params: { id: cash } })
  expect(await byProducer()).toEqual({ Matti: 200_00, Charkha: 50_00, none: 30_00 })
  expect((await seller.api(getOverview)).expectedInCash).toEqual({ amount: paise(0), parcels: 0 })

  const { orderId: card, url } = await shopper.api(placeOnlineOrder, { body: body(items.slice(1, 2)) })
  await shopper.api(payTestCheckout, { params: { id: url.split('/').at(-1) ?? '' } })
  expect((await byProducer()).Charkha).toBe(100_00)
  const lines = [{ product: goods.matti, quantity: 1 }]
  await seller.api(refundOrder, { params: { id: cash }, body: { lines, method: 'upi', reference: 'UPI 1' } })
  expect((await byProducer()).Matti).toBe(100_00)
  await seller.api(refundOrder, { params: { id: card }, body: {} })
  expect((await byProducer()).Charkha).toBe(50_00)

  // Thirty days later it is over.
  shop.setClock(noon(31))
  seller = await shop.seller()
  expect(await byProducer()).toEqual({})
})
