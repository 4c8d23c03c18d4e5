import { placeCodOrder } from '#features/orders/orders.contract.ts'
import { payTestCheckout } from '#features/payments/built-in-checkout.contract.ts'
import { placeOnlineOrder } from '#features/payments/payments.contract.ts'
import { newId } from '#shared/ids.ts'
import type { TestShop } from '#testing/shop.ts'

// Orders for tests of papers: two pieces of one product each.

export type Shopper = Awaited<ReturnType<TestShop['shopper']>>

export async function placeCod(shopper: Shopper, product: string, key: string = newId()) {
  const body = { items: [{ product, quantity: 2 }], address: shopper.address._id }
  const { orderId } = await shopper.api(placeCodOrder, { body, headers: { 'idempotency-key': key } })
  return orderId
}

export async function placeOnline(shopper: Shopper, product: string) {
  const body = { items: [{ product, quantity: 2 }], address: shopper.address._id }
  const { orderId, url } = await shopper.api(placeOnlineOrder, { body })
  const pay = () => shopper.api(payTestCheckout, { params: { id: url.split('/').at(-1) ?? '' } })
  return { orderId, pay }
}
