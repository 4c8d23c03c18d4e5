import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAuth } from '#features/auth/auth.contract.ts'
import { updateCart } from '#features/cart/cart.contract.ts'
import { cancelOrder, listMyOrders } from '#features/orders/orders.contract.ts'
import { payOrder } from '#features/orders/pay-order.contract.ts'
import { refundOrder } from '#features/orders/seller-orders.contract.ts'
import { testStripe } from '#features/payments/testing/stripe.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getTestCheckout, payTestCheckout } from '../built-in-checkout.contract.ts'
import { checkPayment, placeOnlineOrder } from '../payments.contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings)
})
afterAll(() => shop.close())

/** A shopper before the test checkout, with two pieces of the three there are. */
async function atCheckout() {
  const product = await shop.product({ offerPricePaise: 100_00, stock: 3 })
  const shopper = await shop.shopper()
  await shopper.api(updateCart, { body: { cartItems: { [product]: 2 } } })
  const { url, orderId } = await shopper.api(placeOnlineOrder, {
    body: { items: [{ product, quantity: 2 }], address: shopper.address._id },
  })
  const id = url.replace('http://localhost:3000/test-checkout/', '')
  const stock = () =>
    shop.db.selectFrom('products').select(['stock', 'in_stock']).where('id', '=', product).executeTakeFirst()
  return {
    shopper,
    product,
    orderId,
    params: { id },
    stock,
    order: async () => (await shopper.api(listMyOrders)).orders.find(({ _id }) => _id === orderId),
    cart: async () => (await shopper.api(isAuth)).user.cartItems,
    state: async () => (await shopper.api(getTestCheckout, { params: { id } })).checkout.state,
  }
}

describe('the test checkout', () => {
  it('shows what is to be paid and where the shopper goes on to', async () => {
    const { shopper, params, orderId } = await atCheckout()
    expect((await shopper.api(getTestCheckout, { params })).checkout).toEqual({
      _id: params.id,
      amount: 204_00,
      state: 'open',
      successPath: '/loader?next=my-orders',
      cancelPath: `/cart?cancelled=${orderId}`,
    })
  })

  it('is paid once; the order is paid then, and the cart empty', async () => {
    const { shopper, params, order, cart, state, stock } = await atCheckout()
    const results = await Promise.allSettled([1, 2, 3].map(() => shopper.api(payTestCheckout, { params })))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await order()).toMatchObject({ status: 'Order Placed', isPaid: true })
    expect([await cart(), await state(), await stock()]).toEqual([{}, 'paid', { stock: 1, in_stock: 1 }])
    expect(await shopper.api(checkPayment)).toMatchObject({ result: 'paid' })
  })

  it('is left by the address for it: the order is cancelled, the stock back, the cart as it was', async () => {
    const { shopper, params, orderId, product, order, cart, state, stock } = await atCheckout()
    expect(await shopper.api(checkPayment, { query: { cancelled: orderId } })).toMatchObject({ result: 'cancelled' })
    expect(await order()).toMatchObject({ status: 'Cancelled', isPaid: false })
    expect([await cart(), await state(), await stock()]).toEqual([
      { [product]: 2 },
      'expired',
      { stock: 3, in_stock: 1 },
    ])
    await expect(shopper.api(payTestCheckout, { params })).rejects.toMatchObject({ status: 409 })
  })

  it('can be gone on with by Pay now, until it has run out', async () => {
    const { shopper, params, orderId, order, state, stock } = await atCheckout()
    const { url } = await shopper.api(payOrder, { params: { id: orderId } })
    expect(url).toBe(`http://localhost:3000/test-checkout/${params.id}`)
    shop.setClock(new Date(Date.now() + 31 * MINUTE_MS))
    expect(await state()).toBe('expired')
    await expect(shopper.api(payTestCheckout, { params })).rejects.toMatchObject({ status: 409 })
    await shop.deps.jobs.run('payments')
    expect((await order())?.status).toBe('Cancelled')
    expect(await stock()).toEqual({ stock: 3, in_stock: 1 })
    shop.setClock(undefined)
  })

  it('refunds to the paisa, and never more than was paid', async () => {
    const { shopper, params, orderId, product, order } = await atCheckout()
    await shopper.api(payTestCheckout, { params })
    const seller = await shop.seller()
    await seller.api(refundOrder, { params: { id: orderId }, body: { lines: [{ product, quantity: 1 }] } })
    await shopper.api(cancelOrder, { params: { id: orderId } })
    await shop.deps.jobs.run('payments')
    expect(await order()).toMatchObject({ status: 'Cancelled', refunded: 204_00 })
    const rows = await shop.db
      .selectFrom('refunds')
      .select(['amount_minor', 'state'])
      .where('order_id', '=', orderId)
      .execute()
    expect(rows).toEqual([
      { amount_minor: 102_00, state: 'done' },
      { amount_minor: 102_00, state: 'done' },
    ])
  })

  it("is nobody else's: another shopper finds nothing", async () => {
    const { params, order } = await atCheckout()
    const other = await shop.shopper()
    await expect(other.api(getTestCheckout, { params })).rejects.toMatchObject({ status: 404 })
    await expect(other.api(payTestCheckout, { params })).rejects.toMatchObject({ status: 404 })
    expect((await order())?.status).toBe('Awaiting payment')
  })
})

it('is not there where Stripe or nothing takes the payments', async () => {
  const stripe = await testStripe()
  for (const settings of [stripe.settings, { PUBLIC_URL: 'https://haat.example' }]) {
    const other = await testShop(settings)
    const shopper = await other.shopper()
    for (const [method, url] of [
      ['GET', '/api/test-checkout/any'],
      ['POST', '/api/test-checkout/any/pay'],
    ] as const) {
      expect((await shopper.send({ method, url })).json()).toMatchObject({
        code: 'NOT_FOUND',
        message: 'This address was not found',
      })
    }
    expect(other.app.endpoints.some(({ path }) => path.includes('test-checkout'))).toBe(false)
    await other.close()
  }
  await stripe.close()
})
