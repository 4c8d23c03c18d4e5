import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moveOrder, refundOrder } from '#features/orders/seller-orders.contract.ts'
import { expectAgreement } from '#features/payments/testing/agreement.ts'
import { type PaymentShop, paymentShop } from '#features/payments/testing/payments.ts'
import { done } from '#features/second-yes/testing/done.ts'
import { fromRupees, toRupees } from '#shared/money.ts'

let shop: PaymentShop
let seller: Awaited<ReturnType<PaymentShop['seller']>>
beforeAll(async () => {
  shop = await paymentShop({}, 2)
  seller = await shop.seller()
})
afterAll(() => shop.close())
beforeEach(() => shop.setClock(new Date()))
afterEach(async () => {
  await expectAgreement(shop)
  shop.stripe.heal()
  shop.pass(48 * 60)
  await shop.work()
  await expectAgreement(shop, { isSettled: true })
})

/** A paid order of 2 bowls at ₹100.25 and 3 pots at ₹50.25: ₹351.25, and 2% of it, ₹7.025, rounded up. */
async function paidOrder() {
  const [bowl, pot] = [await shop.product({ offerPricePaise: 100_25 }), await shop.product({ offerPricePaise: 50_25 })]
  const buyer = await shop.buyer({ [bowl]: 2, [pot]: 3 })
  const { url, orderId } = (await buyer.order()).json()
  const session = shop.sessionAt(url)
  shop.stripe.complete(session.id, { paid: true })
  await shop.tell('completed', session)
  return {
    buyer,
    bowl,
    pot,
    orderId,
    order: () => buyer.seen(orderId),
    ledger: () => shop.stripe.ledgerOf(session.payment_intent),
    refund: async (lines?: { product: string; quantity: number }[]) =>
      done(await seller.api(refundOrder, { params: { id: orderId }, body: lines ? { lines } : {} })),
  }
}
const TOTAL = 358_28

describe('the seller refunds', () => {
  it('a whole order', async () => {
    const { order, ledger, refund } = await paidOrder()
    expect(await refund()).toMatchObject({ amount: TOTAL })
    await shop.work()
    expect(ledger()).toEqual({ captured: TOTAL, refunded: TOTAL })
    const after = await order()
    expect(after).toMatchObject({ status: 'Order Placed', isPaid: true, refunded: TOTAL })
    expect(after.items.map(({ refunded }) => refunded)).toEqual([2, 3])
    expect(after.history.map(({ by, text }) => `${by}: ${text}`).slice(-2)).toEqual([
      'seller: Refund of ₹358.28 ordered',
      'payment: ₹358.28 refunded',
    ])
    await expect(refund()).rejects.toMatchObject({ status: 409, code: 'CANNOT_REFUND' })
  })

  it('line by line, piece by piece, each with its share of the tax, and comes to the total exactly', async () => {
    const { bowl, pot, order, ledger, refund } = await paidOrder()
    for (const product of [pot, bowl, pot, pot, bowl]) {
      await refund([{ product, quantity: 1 }])
      await expectAgreement(shop)
    }
    await shop.work()
    expect(ledger()).toEqual({ captured: TOTAL, refunded: TOTAL })
    expect((await order()).refunded).toBe(TOTAL)
  })

  it('never more pieces than are left', async () => {
    const { bowl, pot, orderId, refund, order } = await paidOrder()
    await refund([{ product: bowl, quantity: 1 }])
    await expect(refund([{ product: bowl, quantity: 2 }])).rejects.toMatchObject({
      status: 409,
      message: 'Only 1 of Blue Pottery Bowl can still be refunded',
    })
    await expect(
      refund([
        { product: bowl, quantity: 1 },
        { product: bowl, quantity: 1 },
      ]),
    ).rejects.toMatchObject({ status: 409 })
    await expect(refund([{ product: await shop.product(), quantity: 1 }])).rejects.toMatchObject({ status: 409 })
    for (const lines of [
      [],
      [{ product: pot, quantity: 0 }],
      [{ product: pot, quantity: -1 }],
      [{ product: pot, quantity: 0.5 }],
    ]) {
      const answer = await seller.send({ method: 'POST', url: `/api/order/${orderId}/refund`, payload: { lines } })
      expect(answer.statusCode).toBe(400)
    }
    expect((await order()).items.map(({ refunded }) => refunded)).toEqual([1, 0])
  })

  it('once, when it is ordered twice at the same time', async () => {
    const { refund, ledger } = await paidOrder()
    const results = await Promise.allSettled([refund(), refund(), refund()])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    await shop.work()
    expect(ledger().refunded).toBe(TOTAL)
  })

  it('what is left, when pieces, the whole and a cancellation are ordered at the same time', async () => {
    const { bowl, pot, orderId, refund, ledger } = await paidOrder()
    await Promise.allSettled([
      refund([{ product: bowl, quantity: 1 }]),
      refund(),
      refund([{ product: pot, quantity: 2 }]),
      seller.api(moveOrder, { params: { id: orderId }, body: { status: 'Cancelled' } }),
    ])
    await shop.work()
    expect(ledger().refunded).toBe(TOTAL)
  })

  it('the rest when a paid order is cancelled after some pieces were refunded', async () => {
    const { bowl, orderId, refund, ledger, order } = await paidOrder()
    await refund([{ product: bowl, quantity: 1 }])
    await seller.api(moveOrder, { params: { id: orderId }, body: { status: 'Cancelled' } })
    await shop.work()
    expect(await order()).toMatchObject({ status: 'Cancelled', refunded: TOTAL })
    expect(ledger().refunded).toBe(TOTAL)
  })

  it('an order that the shopper cancels, unasked', async () => {
    const { buyer, orderId, ledger } = await paidOrder()
    await Promise.all([1, 2, 3].map(() => buyer.cancel(orderId)))
    await shop.work()
    expect(ledger().refunded).toBe(TOTAL)
  })

  it('an order that came back, unasked', async () => {
    const { orderId, order, ledger } = await paidOrder()
    for (const status of ['Confirmed', 'Packed', 'Shipped', 'Returned', 'Returned'] as const)
      await seller.api(moveOrder, { params: { id: orderId }, body: { status } })
    await shop.work()
    expect(await order()).toMatchObject({ status: 'Returned', refunded: TOTAL })
    expect(ledger().refunded).toBe(TOTAL)
  })

  it('nothing of an order that is not paid', async () => {
    const buyer = await shop.buyer({ [await shop.product()]: 1 })
    const unpaid = (await buyer.order()).json().orderId
    for (const body of [{}, { method: 'upi' as const, reference: 'UPI 1' }])
      await expect(seller.api(refundOrder, { params: { id: unpaid }, body })).rejects.toMatchObject({ status: 409 })
    await expect(seller.api(refundOrder, { params: { id: 'unknown' }, body: {} })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('an order paid by card by UPI too, when the card takes nothing back', async () => {
    const { bowl, refund, orderId, ledger, order } = await paidOrder()
    const lines = [{ product: bowl, quantity: 2 }]
    const body = { lines, method: 'upi' as const, reference: 'UPI 4711' }
    expect(await seller.api(refundOrder, { params: { id: orderId }, body })).toMatchObject({ amount: 204_51 })
    await refund()
    await shop.work()
    expect(ledger().refunded).toBe(TOTAL - 204_51)
    expect((await order()).refunded).toBe(TOTAL)
  })

  it('only when nobody else has refunded since it was looked at', async () => {
    const { pot, refund, orderId, order } = await paidOrder()
    const { amount } = await refund([{ product: pot, quantity: 1 }])
    const body = { lines: [{ product: pot, quantity: 1 }], refundedBefore: 0 }
    await expect(seller.api(refundOrder, { params: { id: orderId }, body })).rejects.toMatchObject({
      status: 409,
      code: 'ORDER_CHANGED',
      message: expect.stringMatching(/^₹51\.25 of order \d+ is refunded by now, changed by seller@example\.com on /),
    })
    expect((await order()).refunded).toBe(amount)
    const informed = { ...body, refundedBefore: toRupees(amount) }
    await seller.api(refundOrder, { params: { id: orderId }, body: informed })
  })
})

describe('a refund', () => {
  it.each(['cut', 'final error', 'busy', 'lost', 'error after it was done'] as const)(
    'that met Stripe’s "%s" is carried out once, later',
    async (fault) => {
      const { refund, ledger } = await paidOrder()
      shop.stripe.fail(fault, { only: 'refund' })
      await refund()
      await shop.work()
      await expectAgreement(shop)
      shop.stripe.heal()
      shop.pass(2)
      await shop.work()
      expect(ledger().refunded).toBe(TOTAL)
      await expectAgreement(shop, { isSettled: true })
    },
  )

  it('that Stripe carried out and forgot the key of is not carried out again', async () => {
    const { bowl, refund, ledger } = await paidOrder()
    shop.stripe.fail('error after it was done', { only: 'refund' })
    const { amount } = await refund([{ product: bowl, quantity: 1 }])
    await shop.work()
    shop.stripe.heal()
    shop.pass(25 * 60)
    await shop.work()
    expect(ledger().refunded).toBe(amount)
  })

  it('whose key Stripe answers with an error for a day is carried out after it', async () => {
    const { refund, ledger } = await paidOrder()
    shop.stripe.fail('kept error', { only: 'refund', times: 1 })
    await refund()
    await shop.work()
    for (let hours = 0; hours < 26; hours += 1) {
      shop.pass(60)
      await shop.work()
    }
    expect(ledger().refunded).toBe(TOTAL)
  })

  it('that Stripe refuses is told to both sides, and can be ordered again', async () => {
    const { bowl, refund, ledger, order } = await paidOrder()
    shop.stripe.fail('refusal', { only: 'refund' })
    await refund([{ product: bowl, quantity: 1 }])
    await shop.work()
    expect(await order()).toMatchObject({ refunded: 0, isPaid: true })
    expect((await order()).history.at(-1)).toMatchObject({ by: 'payment', text: 'Refund of ₹102.25 failed' })
    shop.stripe.heal()
    await refund()
    await shop.work()
    expect(ledger().refunded).toBe(TOTAL)
  })

  it.each(['refund.failed', 'refund.updated'])('that the bank sends back (%s) can be ordered again', async (type) => {
    const { pot, refund, ledger, order } = await paidOrder()
    await refund()
    await shop.work()
    const made = shop.stripe.refunds.at(-1)
    const event = shop.stripe.event(type, shop.stripe.failRefund(made?.id ?? ''))
    await shop.deliver(event, 4)
    await shop.deliver(event)
    expect(await order()).toMatchObject({ refunded: 0, items: [{ refunded: 0 }, { refunded: 0 }] })
    expect(ledger().refunded).toBe(0)
    await refund([{ product: pot, quantity: 3 }])
    await refund()
    await shop.work()
    expect(ledger().refunded).toBe(TOTAL)
  })

  it('that the bank sent back while its answer was lost is not taken for done', async () => {
    const { refund, order } = await paidOrder()
    shop.stripe.fail('error after it was done', { only: 'refund' })
    await refund()
    await shop.work()
    shop.stripe.heal()
    shop.stripe.failRefund(shop.stripe.refunds.at(-1)?.id ?? '')
    shop.pass(2)
    await shop.work()
    expect((await order()).refunded).toBe(0)
  })

  it('of one piece that fails does not change what the others cost: together they are the total', async () => {
    // Tax is rounded: pieces of ₹100.25 cost 102.25, 102.26 and 102.26 one after another.
    const bowl = await shop.product({ offerPricePaise: 100_25 })
    const buyer = await shop.buyer({ [bowl]: 3 })
    const { url, orderId, amount } = (await buyer.order()).json()
    const session = shop.sessionAt(url)
    shop.stripe.complete(session.id, { paid: true })
    await shop.tell('completed', session)
    const refundOne = async () => {
      await seller.api(refundOrder, { params: { id: orderId }, body: { lines: [{ product: bowl, quantity: 1 }] } })
      await shop.work()
      return shop.stripe.refunds.at(-1)?.id ?? ''
    }
    const first = await refundOne()
    const second = await refundOne()
    for (const id of [first, second]) {
      await shop.deliver(shop.stripe.event('refund.failed', shop.stripe.failRefund(id)))
      await refundOne()
    }
    await refundOne()
    expect(shop.stripe.ledgerOf(session.payment_intent).refunded).toBe(fromRupees(amount))
  })
})
