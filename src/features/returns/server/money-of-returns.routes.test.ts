import { afterAll, describe, expect, it } from 'vitest'
import { getSellerOrder } from '#features/orders/orders.contract.ts'
import { letGoOfCash } from '#features/orders/parcels/parcels.contract.ts'
import { moveRefund } from '#features/orders/refunds/server/refunds.ts'
import { moveOrder, refundOrder } from '#features/orders/seller-orders.contract.ts'
import { order as placeOrder, stockOf } from '#features/orders/testing/order.ts'
import { paymentShop } from '#features/payments/testing/payments.ts'
import { listMyReturns, moveReturn } from '../returns.contract.ts'
import { ask, deliver, returnShop } from '../testing/returns.ts'
import { settleReturns } from './settle-returns.ts'

const { shop, seller, shopper, delivered, asked, move, take } = await returnShop()
afterAll(() => shop.close())

const whole = async (id: string) => (await seller.api(getSellerOrder, { params: { id } })).order
const mine = async (order: string) => (await shopper.api(listMyReturns, { query: { order } })).returns
const refund = (id: string, lines: { product: string; quantity: number }[], reference: string) =>
  seller.api(refundOrder, { params: { id }, body: { lines, method: 'upi', reference } })

describe('pieces of a return', () => {
  it('that were refunded on the order’s page after it was accepted are not asked for again when they arrive', async () => {
    const order = await delivered(3)
    const id = await asked(order, 1)
    await take(id, { to: 'accepted' })
    await refund(order.id, order.items(1), 'UPI 1')
    await take(id, { to: 'arrived' })
    expect((await whole(order.id)).hasProblem).toBe(false)
    await settleReturns(shop.deps)
    expect(await mine(order.id)).toMatchObject([{ state: 'closed', refund: { amount: 102_00, method: 'upi' } }])
    expect((await whole(order.id)).refunded).toBe(102_00)
    // The other two can still be returned, each once.
    expect((await ask(shopper, { order: order.id, items: order.items(3) })).statusCode).toBe(409)
    const second = await asked(order, 2)
    await take(second, { to: 'accepted' }, { to: 'arrived' }, { to: 'closed', method: 'upi', reference: 'UPI 2' })
    expect((await whole(order.id)).refunded).toBe(306_00)
  })

  it('are counted by the return: one refund of three pieces is of two returns, and of one piece more', async () => {
    const order = await delivered(4)
    const [first, second] = [await asked(order, 1), await asked(order, 1)]
    await take(first, { to: 'accepted' })
    await take(second, { to: 'accepted' })
    await refund(order.id, order.items(3), 'UPI 3')
    await take(first, { to: 'arrived' })
    await take(second, { to: 'damaged' })
    await settleReturns(shop.deps)
    expect((await mine(order.id)).map(({ state }) => state)).toEqual(['closed', 'closed'])
    expect(await whole(order.id)).toMatchObject({ refunded: 306_00, items: [{ refunded: 3 }] })
  })

  it('that were refunded only in part wait for the rest', async () => {
    const order = await delivered(3)
    const id = await asked(order, 2)
    await take(id, { to: 'accepted' })
    await refund(order.id, order.items(1), 'UPI 4')
    await take(id, { to: 'arrived' })
    expect((await whole(order.id)).hasProblem).toBe(true)
    await take(id, { to: 'closed', method: 'upi', reference: 'UPI 5' })
    expect((await whole(order.id)).refunded).toBe(204_00)
  })

  it('that were refunded are not sent again in exchange', async () => {
    const order = await delivered(1)
    const id = await asked(order, 1, 'exchange')
    await take(id, { to: 'accepted' })
    await refund(order.id, order.items(1), 'UPI 6')
    await take(id, { to: 'arrived' })
    await settleReturns(shop.deps)
    expect((await mine(order.id))[0]).toMatchObject({ state: 'closed' })
    expect(await stockOf(shop, order.product)).toMatchObject({ stock: 10 })
  })
})

describe('what came of a return', () => {
  it('is said piece by piece: 2 of 3 came, and one of them is broken', async () => {
    const order = await delivered(3)
    const id = await asked(order, 3)
    await take(id, { to: 'accepted' })
    const came = (quantity: number, broken = 0) => ({
      to: 'arrived' as const,
      came: [{ product: order.product, quantity, broken }],
    })
    expect((await move(id, came(4))).json().code).toBe('TOO_MANY_CAME')
    expect((await move(id, came(1, 2))).statusCode).toBe(400)
    expect((await move(id, came(0))).json().fields).toHaveProperty('came')
    expect((await move(id, { to: 'arrived', came: [{ product: 'x', quantity: 1 }] })).statusCode).toBe(400)
    await take(id, came(2, 1))
    expect(await stockOf(shop, order.product)).toMatchObject({ stock: 8 })
    expect(await mine(order.id)).toMatchObject([{ state: 'arrived', items: [{ quantity: 3, came: 2, broken: 1 }] }])
    await take(id, { to: 'closed', method: 'upi', reference: 'UPI 7' })
    expect((await whole(order.id)).refunded).toBe(204_00)
    // The third is with the shopper, who may send it after all.
    const third = await asked(order, 1)
    await take(third, { to: 'accepted' }, { to: 'damaged' }, { to: 'closed', method: 'upi', reference: 'UPI 8' })
    const [line] = await shop.db.selectFrom('order_lines').selectAll().where('order_id', '=', order.id).execute()
    expect(line).toMatchObject({ refunded: 3, restocked: 1, written_off: 2 })
  })

  it('is damaged where every piece that came is broken', async () => {
    const order = await delivered(2)
    const id = await asked(order, 2)
    await take(id, { to: 'accepted' }, { to: 'arrived', came: [{ product: order.product, quantity: 1, broken: 1 }] })
    expect((await mine(order.id))[0]).toMatchObject({ state: 'damaged', items: [{ came: 1, broken: 1 }] })
  })
})

describe('cash that the courier lost', () => {
  it('was paid by the shopper: it goes back, the return ends, and the account can be deleted', async () => {
    const buyer = await shop.shopper()
    const product = await shop.product({ name: 'Blue Bowl', offerPricePaise: 100_00, stock: 10 })
    const id = String((await placeOrder(buyer, [{ product, quantity: 2 }])).json().orderId)
    for (const status of ['Confirmed', 'Packed', 'Shipped', 'Delivered'] as const)
      await seller.api(moveOrder, { params: { id }, body: { status } })
    const made = (await ask(buyer, { order: id, items: [{ product, quantity: 1 }], payTo: 'asha@okbank' })).json()
      .return
    expect(made.payTo).toBe('asha@okbank')
    const params = { id: String(made._id) }
    await seller.api(moveReturn, { params, body: { to: 'accepted' } })
    const { return: arrived } = await seller.api(moveReturn, { params, body: { to: 'arrived' } })
    expect(arrived.due).toBe(102_00)
    const { return: done } = await seller.api(moveReturn, {
      params,
      body: { to: 'closed', method: 'upi', reference: 'UPI 9' },
    })
    expect(done).toMatchObject({ state: 'closed', refund: { amount: 102_00, state: 'done' } })
    const order = await whole(id)
    expect(order).toMatchObject({ refunded: 102_00, isPaid: false })
    await seller.api(letGoOfCash, {
      params: { id: order.parcels[0]?._id ?? '' },
      body: { reason: 'The courier lost it' },
    })
    const after = await whole(id)
    expect(after).toMatchObject({ refunded: 102_00, isPaid: true, hasProblem: false })
    const deleted = await buyer.send({
      method: 'POST',
      url: '/api/user/delete',
      payload: { currentPassword: 'a good password' },
    })
    expect(deleted.statusCode, deleted.body).toBe(200)
  })

  it('of an account that says where to send it: a UPI ID, or an account with its IFSC, and nothing else', async () => {
    const order = await delivered()
    const asking = (payTo: string) => ask(shopper, { order: order.id, items: order.items(1), payTo })
    for (const wrong of ['my bank', '1234567890', 'SBIN0001234', 'x'.repeat(201)])
      expect((await asking(wrong)).json().fields).toHaveProperty('payTo')
    expect((await asking('1234 5678 9012, SBIN0001234')).json().return.payTo).toBe('1234 5678 9012, SBIN0001234')
  })
})

it('a card refund on the order’s page is of the accepted return: its arrival sends nothing, and its failure opens it again', async () => {
  const paid = await paymentShop()
  try {
    const own = await paid.seller()
    const product = await paid.product()
    const buyer = await paid.buyer({ [product]: 3 })
    const { url, orderId } = (await buyer.order()).json()
    const session = paid.sessionAt(url)
    paid.stripe.complete(session.id, { paid: true })
    await paid.tell('completed', session)
    await deliver(own, orderId)
    const made = (await ask(buyer, { order: orderId, items: [{ product, quantity: 1 }] })).json().return
    const params = { id: String(made._id) }
    await own.api(moveReturn, { params, body: { to: 'accepted', message: 'To our door' } })
    await own.api(refundOrder, { params: { id: orderId }, body: { lines: [{ product, quantity: 1 }] } })
    await own.api(moveReturn, { params, body: { to: 'arrived' } })
    await paid.work()
    await settleReturns(paid.deps)
    expect(paid.stripe.totals().refunded).toBe(102_00)
    const state = async () =>
      (await buyer.api(listMyReturns, { query: { order: orderId } })).returns.map((one) => one.state)
    expect(await state()).toEqual(['closed'])

    const [row] = await paid.db.selectFrom('refunds').select('id').where('return_id', '=', params.id).execute()
    await moveRefund(paid.deps, row?.id ?? '', 'failed')
    await settleReturns(paid.deps)
    expect(await state()).toEqual(['arrived'])
    expect((await own.api(getSellerOrder, { params: { id: orderId } })).order.hasProblem).toBe(true)
    await own.api(moveReturn, { params, body: { to: 'closed', method: 'upi', reference: 'UPI 1' } })
    await settleReturns(paid.deps)
    expect(await state()).toEqual(['closed'])
    expect((await own.api(getSellerOrder, { params: { id: orderId } })).order).toMatchObject({
      refunded: 102_00,
      hasProblem: false,
    })
  } finally {
    await paid.close()
  }
})
