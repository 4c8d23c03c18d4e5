import { afterAll, beforeAll, expect, it } from 'vitest'
import { payTestCheckout } from '#features/payments/built-in-checkout.contract.ts'
import { placeOnlineOrder } from '#features/payments/payments.contract.ts'
import { toRupees } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { cancelOrder, placeCodOrder } from '../orders.contract.ts'
import { getOverview, markCashReceived, moveOrder, refundOrder, undoCashReceived } from '../seller-orders.contract.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let shopper: Awaited<ReturnType<TestShop['shopper']>>
let product: string
const noon = (day: number) => new Date(Date.parse('2026-11-21T06:30:00Z') + day * DAY_MS)
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  shop.setClock(noon(0))
  shopper = await shop.shopper()
  product = await shop.product({ offerPricePaise: 100_00 })
})
afterAll(() => shop.close())

/** Two pieces, ₹204. */
const body = () => ({ items: [{ product, quantity: 2 }], address: shopper.address._id })

async function onDay(day: number) {
  shop.setClock(noon(day))
  seller = await shop.seller()
}

/** Rupees by day, the last five days. */
const lastDays = async () => (await seller.api(getOverview)).days.slice(-5).map(({ revenue }) => toRupees(revenue))

it('is money on the day it came, less what was refunded on its day', async () => {
  await onDay(0)
  const { orderId: cash } = await shopper.api(placeCodOrder, { body: body() })
  for (const status of ['Confirmed', 'Packed', 'Shipped'] as const)
    await seller.api(moveOrder, { params: { id: cash }, body: { status } })
  expect(await lastDays()).toEqual([0, 0, 0, 0, 0])

  await onDay(1)
  await seller.api(markCashReceived, { params: { id: cash } })
  const { orderId: card, url } = await shopper.api(placeOnlineOrder, { body: body() })
  await shopper.api(payTestCheckout, { params: { id: url.split('/').at(-1) ?? '' } })
  expect(await lastDays()).toEqual([0, 0, 0, 0, 408])

  await onDay(2)
  const lines = [{ product, quantity: 1 }]
  await seller.api(refundOrder, { params: { id: cash }, body: { lines, method: 'upi', reference: 'UPI 1' } })
  expect(await lastDays()).toEqual([0, 0, 0, 408, -102])

  await onDay(3)
  await shopper.api(cancelOrder, { params: { id: card } })
  // Ordered, and not done yet.
  await onDay(4)
  await shop.deps.jobs.run('payments')
  const [, second, third] = await lastDays()
  expect([second, third]).toEqual([408, -102])
  expect((await lastDays()).slice(3).reduce((sum, revenue) => sum + revenue, 0)).toBe(-204)
})

it('forgets cash that was marked by mistake', async () => {
  await onDay(5)
  const before = await lastDays()
  const { orderId } = await shopper.api(placeCodOrder, { body: body() })
  const params = { id: orderId }
  for (const status of ['Confirmed', 'Packed', 'Shipped'] as const)
    await seller.api(moveOrder, { params, body: { status } })
  await seller.api(markCashReceived, { params })
  expect((await lastDays()).at(-1)).toBe(204)
  await seller.api(undoCashReceived, { params })
  expect(await lastDays()).toEqual(before)
})
