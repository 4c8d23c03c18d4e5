import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelOrder, placeCodOrder } from '#features/orders/orders.contract.ts'
import { type TestShop, testShop } from '#testing/shop.ts'
import { payTestCheckout } from '../built-in-checkout.contract.ts'
import { placeOnlineOrder } from '../payments.contract.ts'
import { lookUpReturned } from './returning.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.close())

/** A shopper before the test checkout: one piece of ₹100 and 2% tax. */
async function atCheckout() {
  const product = await shop.product({ offerPricePaise: 100_00 })
  const shopper = await shop.shopper()
  const body = { items: [{ product, quantity: 1 }], address: shopper.address._id }
  const { url, orderId } = await shopper.api(placeOnlineOrder, { body })
  return { shopper, orderId, params: { id: url.replace(/.*\//, '') } }
}

it('says what was paid for which order', async () => {
  const { shopper, orderId, params } = await atCheckout()
  const known = { orderId, number: expect.any(Number), amount: 102_00 }
  expect(await lookUpReturned(shopper.api)).toMatchObject({ result: 'awaiting', ...known })
  await shopper.api(payTestCheckout, { params })
  expect(await lookUpReturned(shopper.api)).toMatchObject({ result: 'paid', ...known })
})

it('says that nothing was charged for an order that was not paid in time', async () => {
  const { shopper, orderId } = await atCheckout()
  await shopper.api(cancelOrder, { params: { id: orderId } })
  expect(await lookUpReturned(shopper.api)).toMatchObject({ result: 'cancelled', isRefunded: false })
})

it('says that the money goes back when a paid order was cancelled', async () => {
  const { shopper, orderId, params } = await atCheckout()
  await shopper.api(payTestCheckout, { params })
  await shopper.api(cancelOrder, { params: { id: orderId } })
  expect(await lookUpReturned(shopper.api)).toMatchObject({ result: 'cancelled', isRefunded: true })
})

it('speaks of no payment where there was none, or nobody is logged in', async () => {
  const shopper = await shop.shopper()
  const body = { items: [{ product: await shop.product(), quantity: 1 }], address: shopper.address._id }
  await shopper.api(placeCodOrder, { body })
  expect(await lookUpReturned(shopper.api)).toBeUndefined()
  expect(await lookUpReturned(shop.browser().api)).toBeUndefined()
})
