import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moveOrder, refundOrder } from '#features/orders/seller-orders.contract.ts'
import { type PaymentShop, paymentShop } from '#features/payments/testing/payments.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'

// A backup knows less than the payment service: it is put back here by taking out of the database what came after it.

let shop: PaymentShop
let seller: Awaited<ReturnType<PaymentShop['seller']>>
beforeAll(async () => {
  shop = await paymentShop({}, 2)
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.setClock(new Date())
  seller = await shop.seller()
})

/** A paid order of three bowls at ₹100: ₹306, and ₹102 for one. */
async function paidOrder() {
  const bowl = await shop.product({ offerPricePaise: 100_00 })
  const buyer = await shop.buyer({ [bowl]: 3 })
  const { url, orderId } = (await buyer.order()).json()
  const session = shop.sessionAt(url)
  shop.stripe.complete(session.id, { paid: true })
  await shop.tell('completed', session)
  const refund = (quantity: number) =>
    seller.api(refundOrder, { params: { id: orderId }, body: { lines: [{ product: bowl, quantity }] } })
  return {
    orderId,
    refund,
    cancel: () => seller.api(moveOrder, { params: { id: orderId }, body: { status: 'Cancelled' } }),
    order: () => buyer.seen(orderId),
    refunded: () => shop.stripe.ledgerOf(session.payment_intent).refunded,
    /** The database as it was before anything was refunded; the payment service has forgotten its keys since. */
    async forgetRefunds() {
      for (const table of ['refunds', 'credit_notes'] as const)
        await shop.db.deleteFrom(table).where('order_id', '=', orderId).execute()
      await shop.db
        .updateTable('order_lines')
        .set({ refunded: 0, credited: 0 })
        .where('order_id', '=', orderId)
        .execute()
      await shop.db.updateTable('orders').set({ status: 'Order Placed' }).where('id', '=', orderId).execute()
      await aDayLater()
    },
    /** The same, from a moment when they were queued. */
    async requeueRefunds() {
      const queued = { state: 'queued', attempts: 0, provider_id: null, done_at: null } as const
      await shop.db.updateTable('refunds').set(queued).where('order_id', '=', orderId).execute()
      await aDayLater()
    },
  }
}
async function aDayLater() {
  shop.pass(25 * 60)
  seller = await shop.seller()
}

describe('after a backup was restored', () => {
  it('a refund that was queued in it and made since is not made again', async () => {
    const { refund, requeueRefunds, refunded, order } = await paidOrder()
    await refund(1)
    await shop.work()
    await requeueRefunds()
    await shop.work()
    expect(refunded()).toBe(102_00)
    expect(await order()).toMatchObject({ refunded: 102_00, items: [{ refunded: 1 }] })
  })

  it('a refund that it knows nothing of is booked, not paid out, when it is ordered again', async () => {
    const { refund, forgetRefunds, refunded, order } = await paidOrder()
    await refund(1)
    await shop.work()
    await forgetRefunds()
    await refund(1)
    await shop.work()
    expect(refunded()).toBe(102_00)
    const after = await order()
    expect(after).toMatchObject({ refunded: 102_00, items: [{ refunded: 1 }] })
    expect(after.history.at(-1)).toMatchObject({
      by: 'payment',
      text: '₹102.00 was refunded at a time that the shop does not remember',
    })
  })

  it('a cancellation pays out what was not refunded in the life that is forgotten, and no more', async () => {
    const { refund, cancel, forgetRefunds, refunded, order } = await paidOrder()
    await refund(1)
    await shop.work()
    await forgetRefunds()
    await cancel()
    await shop.work()
    expect(refunded()).toBe(306_00)
    expect(await order()).toMatchObject({ status: 'Cancelled', refunded: 306_00, items: [{ refunded: 3 }] })
  })

  it('several refunds that wait come to what is left, piece by piece', async () => {
    const { refund, forgetRefunds, refunded, order } = await paidOrder()
    await refund(2)
    await shop.work()
    await forgetRefunds()
    shop.stripe.fail('final error', { only: 'refunds' })
    await refund(1)
    await refund(1)
    await refund(1)
    await shop.work()
    shop.stripe.heal()
    shop.pass(2)
    await shop.work()
    expect(refunded()).toBe(306_00)
    expect(await order()).toMatchObject({ refunded: 306_00, items: [{ refunded: 3 }] })
  })
})

describe('several workers', () => {
  it('never have the same refund, however slow the payment service is', async () => {
    const orders = []
    for (let count = 0; count < 5; count += 1) orders.push(await paidOrder())
    // Nobody carries them out while they are ordered.
    shop.stripe.fail('final error', { only: 'refunds' })
    for (const { refund } of orders) await refund(3)
    await shop.work()
    shop.stripe.heal()
    shop.pass(3)
    const before = shop.stripe.requestsTo('refund').length
    const release = shop.stripe.hold('refund')
    const [first, second] = [shop.app, ...shop.others].map(({ deps }) => deps.jobs)
    const working = [first?.run('payments')]
    await expect.poll(() => shop.stripe.requestsTo('refund').length).toBe(before + 1)
    // Longer than a batch of 20 could wait for its turn.
    shop.pass(4)
    working.push(second?.run('payments'))
    await expect.poll(() => shop.stripe.requestsTo('refund').length).toBe(before + 2)
    release()
    await Promise.all(working)
    await shop.work()
    const asked = shop.stripe.requestsTo('refund').slice(before)
    expect(asked).toHaveLength(5)
    expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(5)
    for (const { refunded } of orders) expect(refunded()).toBe(306_00)
  })

  it('make the refunds of one order one after the other', async () => {
    const { refund, refunded, order } = await paidOrder()
    // Nobody carries them out while they are ordered.
    shop.stripe.fail('final error', { only: 'refunds' })
    for (let count = 0; count < 3; count += 1) await refund(1)
    await shop.work()
    shop.stripe.heal()
    shop.pass(2)
    const before = shop.stripe.requestsTo('refund').length
    const release = shop.stripe.hold('refund')
    const [first, second] = [shop.app, ...shop.others].map(({ deps }) => deps.jobs)
    const working = first?.run('payments')
    await expect.poll(() => shop.stripe.requestsTo('refund').length).toBe(before + 1)
    await second?.run('payments')
    expect(shop.stripe.requestsTo('refund')).toHaveLength(before + 1)
    release()
    await working
    expect(refunded()).toBe(306_00)
    expect(await order()).toMatchObject({ refunded: 306_00, items: [{ refunded: 3 }] })
  })

  it('take up a refund that a worker has left, once its time is over', async () => {
    const { refund, refunded } = await paidOrder()
    await refund(3)
    const claimed = { due_at: Date.now() + 5 * MINUTE_MS, attempts: 1 }
    await shop.db.updateTable('refunds').set(claimed).where('state', '=', 'queued').execute()
    shop.setClock(new Date(Date.now() + DAY_MS))
    await shop.work()
    expect(refunded()).toBe(306_00)
  })
})

describe('money that is not what the order costs', () => {
  type Money = { amount_total?: number; currency?: string }
  const wrong = async (money: Money) => {
    const bowl = await shop.product({ stock: 3, offerPricePaise: 100_00 })
    const buyer = await shop.buyer({ [bowl]: 2 })
    const { url, orderId } = (await buyer.order()).json()
    const session = shop.sessionAt(url)
    shop.stripe.complete(session.id, { paid: true, ...money })
    return { bowl, buyer, orderId, session, ledger: () => shop.stripe.ledgerOf(session.payment_intent) }
  }

  it.each([
    ['too little', { amount_total: 50_00 }, '₹50.00'],
    ['too much', { amount_total: 999_00 }, '₹999.00'],
    ['another currency', { currency: 'usd' }, '$204.00'],
  ] satisfies [string, Money, string][])('goes back: %s', async (_, money: Money, paid) => {
    const { bowl, buyer, orderId, session, ledger } = await wrong(money)
    // Told of in every way, at the same time.
    await Promise.all([
      shop.tell('completed', session, 3),
      buyer.comeBack(),
      shop.work(),
      shop.tell('completed', session),
    ])
    await shop.work()
    expect(ledger()).toEqual({ captured: money.amount_total ?? 204_00, refunded: money.amount_total ?? 204_00 })
    const order = await buyer.seen(orderId)
    expect(order).toMatchObject({ status: 'Cancelled', isPaid: false, refunded: 0, hasInvoice: false })
    expect(order.wrongPayment).toEqual({ paid, refund: 'done' })
    expect(order.history.map(({ text }) => text).slice(1)).toEqual([
      `${paid} was paid, and the order costs ₹204.00: all of it is refunded`,
      'Cancelled: another amount was paid',
      `${paid} refunded`,
    ])
    expect(await buyer.mails()).toEqual(['was paid with another amount'])
    const stock = shop.db.selectFrom('products').select('stock').where('id', '=', bowl)
    expect(await stock.executeTakeFirst()).toEqual({ stock: 3 })
    expect(await buyer.expectedCart()).toEqual({ [bowl]: 2 })
  })

  it('can be refunded again by the seller when that has failed, and only then', async () => {
    const { buyer, orderId, session, ledger } = await wrong({ amount_total: 50_00 })
    shop.stripe.fail('refusal', { only: 'refund' })
    await shop.tell('completed', session)
    await shop.work()
    shop.stripe.heal()
    expect((await buyer.seen(orderId)).wrongPayment).toEqual({ paid: '₹50.00', refund: 'failed' })
    const again = () => seller.api(refundOrder, { params: { id: orderId }, body: {} })
    expect(await again()).toMatchObject({ message: '₹50.00 will be refunded', amount: 50_00 })
    await expect(again()).rejects.toMatchObject({ status: 409 })
    await shop.work()
    expect(ledger()).toEqual({ captured: 50_00, refunded: 50_00 })
    await expect(again()).rejects.toMatchObject({ status: 409, code: 'CANNOT_REFUND' })
  })
})
