import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeMoneyProblem, listMoneyProblems } from '#features/orders/money-problems.contract.ts'
import { getSellerOrder } from '#features/orders/orders.contract.ts'
import { moveOrder, refundOrder } from '#features/orders/seller-orders.contract.ts'
import { expectAgreement } from '#features/payments/testing/agreement.ts'
import { type PaymentShop, paymentShop } from '#features/payments/testing/payments.ts'
import type { StripeRefund } from '#features/payments/testing/stripe-books.ts'
import { compareGateway } from './compare-gateway.ts'

let shop: PaymentShop
let seller: Awaited<ReturnType<PaymentShop['seller']>>
beforeAll(async () => {
  shop = await paymentShop({}, 2)
  seller = await shop.seller()
})
afterAll(() => shop.close())
beforeEach(() => shop.setClock(new Date()))

/** A paid order of three bowls at 100 rupees: 306, and 102 for one. */
async function paidOrder() {
  const bowl = await shop.product({ offerPricePaise: 100_00 })
  const buyer = await shop.buyer({ [bowl]: 3 })
  const { url, orderId } = (await buyer.order()).json()
  const session = shop.sessionAt(url)
  shop.stripe.complete(session.id, { paid: true })
  await shop.tell('completed', session)
  const intent = session.payment_intent ?? ''
  const params = { id: String(orderId) }
  return {
    ...{ bowl, orderId, intent, params },
    refund: (quantity: number) => seller.api(refundOrder, { params, body: { lines: [{ product: bowl, quantity }] } }),
    order: async () => (await seller.api(getSellerOrder, { params })).order,
    problems: async () => (await seller.api(listMoneyProblems, { query: { order: orderId } })).problems,
    there: () => shop.stripe.ledgerOf(intent),
  }
}

const tell = (type: string, object: object) => shop.deliver(shop.stripe.event(type, object), 2)
/** As Stripe tells of a refund that was made in its dashboard, in any order and more than once. */
async function tellOfRefund(refund: StripeRefund) {
  const answers = [
    ...(await tell('charge.refunded', shop.stripe.chargeOf(refund.payment_intent))),
    ...(await tell('refund.created', refund)),
    ...(await tell('refund.updated', refund)),
  ]
  for (const { statusCode, body } of answers) expect(statusCode, body).toBe(200)
}

describe('a refund that was made at Stripe itself', () => {
  it('of the whole is booked with all pieces, is a problem with a mail until somebody has seen to it, and nothing is refunded again', async () => {
    const { intent, order, problems, refund, there, params } = await paidOrder()
    await tellOfRefund(shop.stripe.refundThere(intent))
    expect(await order()).toMatchObject({ refunded: 306_00, hasProblem: true, items: [{ refunded: 3 }] })
    const [problem, ...others] = await problems()
    expect(others).toEqual([])
    expect(problem).toMatchObject({ kind: 'refunded there', amount: '₹306.00', order: { _id: params.id } })
    await expect(refund(1)).rejects.toMatchObject({ code: 'TOO_MUCH_TO_REFUND' })
    await seller.api(moveOrder, { params, body: { status: 'Cancelled' } })
    await shop.work()
    expect(there()).toMatchObject({ captured: 306_00, refunded: 306_00 })
    expect(await order()).toMatchObject({ refunded: 306_00, creditNotes: [{ amount: 306_00 }] })
    await shop.deps.jobs.run('mails to the seller')
    const mails = await shop.mailsTo('seller@example.com')
    expect(mails.at(-1)?.text_body).toContain('refunded there, ₹306.00, at Stripe')

    const close = (id: string, note: string) =>
      seller.send({ method: 'POST', url: closeMoneyProblem.path.replace(':id', id), payload: { note } })
    expect((await close(problem?._id ?? '', ' ')).statusCode).toBe(400)
    expect((await close('unknown', 'Seen')).statusCode).toBe(404)
    for (const _ of ['once', 'again']) expect((await close(problem?._id ?? '', 'Agreed by phone')).statusCode).toBe(200)
    expect(await problems()).toEqual([])
    expect((await order()).hasProblem).toBe(false)
    // The same event months later opens nothing.
    await tellOfRefund(shop.stripe.refunds.at(-1) ?? expect.fail())
    expect(await problems()).toEqual([])
  })

  it('of one piece’s price is of one piece: the other two can be refunded, and no more', async () => {
    const { intent, order, refund, there } = await paidOrder()
    await tellOfRefund(shop.stripe.refundThere(intent, 102_00))
    expect(await order()).toMatchObject({ refunded: 102_00, items: [{ refunded: 1 }] })
    await expect(refund(3)).rejects.toMatchObject({ code: 'TOO_MUCH_TO_REFUND' })
    await refund(2)
    await shop.work()
    expect(there().refunded).toBe(306_00)
    await expectAgreement(shop)
  })

  it('of any other amount is for no piece; a piece that is refunded afterwards costs so much less, or nothing', async () => {
    const { intent, order, refund, there } = await paidOrder()
    await tellOfRefund(shop.stripe.refundThere(intent, 150_00))
    expect(await order()).toMatchObject({ refunded: 150_00, items: [{ refunded: 0 }] })
    expect(await refund(1)).toMatchObject({ amount: 0, message: expect.stringContaining('went back before') })
    expect(await refund(1)).toMatchObject({ amount: 54_00 })
    await shop.work()
    expect(there().refunded).toBe(204_00)
    expect(await order()).toMatchObject({ refunded: 204_00, items: [{ refunded: 2 }] })
    // The first one's money comes back: what it paid for is to be refunded again.
    const first = shop.stripe.refunds.find(({ payment_intent }) => payment_intent === intent)
    await tell('refund.failed', shop.stripe.failRefund(first?.id ?? ''))
    expect(await order()).toMatchObject({ refunded: 54_00, hasProblem: true, items: [{ refunded: 1 }] })
    await refund(2)
    await shop.work()
    expect(there().refunded).toBe(306_00)
  })

  it('while ours is on its way comes before it: together they are no more than was paid', async () => {
    const { intent, orderId, order, there } = await paidOrder()
    shop.stripe.fail('final error', { only: 'refund' })
    await seller.api(moveOrder, { params: { id: orderId }, body: { status: 'Cancelled' } })
    await shop.work()
    shop.stripe.heal()
    await tellOfRefund(shop.stripe.refundThere(intent, 200_00))
    shop.pass(90)
    await shop.work()
    expect(there().refunded).toBe(306_00)
    expect(await order()).toMatchObject({ refunded: 306_00, items: [{ refunded: 3 }] })
  })
})

describe('a dispute', () => {
  it('is a problem, and its money is gone from the books while the bank has it', async () => {
    const { intent, order, problems, refund } = await paidOrder()
    const dispute = shop.stripe.dispute(intent)
    await tell('charge.dispute.created', dispute)
    await tell('charge.dispute.funds_withdrawn', dispute)
    expect(await order()).toMatchObject({ refunded: 306_00, hasProblem: true, items: [{ refunded: 0 }] })
    expect(await problems()).toMatchObject([{ kind: 'disputed', amount: '₹306.00' }])
    expect(await refund(1)).toMatchObject({ amount: 0 })
    const won = shop.stripe.endDispute(dispute.id, 'won')
    await tell('charge.dispute.funds_reinstated', won)
    await tell('charge.dispute.closed', won)
    // The piece that it was counted for is to be refunded after all.
    expect(await order()).toMatchObject({ refunded: 0, hasProblem: false, items: [{ refunded: 0 }] })
    expect(await refund(1)).toMatchObject({ amount: 102_00 })
  })

  it('that is lost is the shop’s loss, and stays a problem until somebody has seen it', async () => {
    const { intent, order, problems } = await paidOrder()
    const dispute = shop.stripe.dispute(intent)
    await tell('charge.dispute.closed', shop.stripe.endDispute(dispute.id, 'lost'))
    expect(await order()).toMatchObject({ refunded: 306_00, items: [{ refunded: 0 }] })
    expect(await problems()).toMatchObject([{ kind: 'dispute lost' }])
  })

  it('of which no more is told than that it is there takes no money out of the books', async () => {
    const { intent, order } = await paidOrder()
    const { balance_transactions: _, currency: __, ...bare } = shop.stripe.dispute(intent)
    await tell('charge.dispute.created', bare)
    expect(await order()).toMatchObject({ refunded: 0, hasProblem: true })
    await tell('charge.dispute.funds_withdrawn', bare)
    await tell('charge.dispute.updated', bare)
    expect(await order()).toMatchObject({ refunded: 306_00 })
  })
})

it('money for a checkout that no order has is a problem, once', async () => {
  const session = {
    id: 'cs_of_nobody',
    payment_status: 'paid',
    status: 'complete',
    amount_total: 510_00,
    currency: 'inr',
  }
  await tell('checkout.session.completed', { ...session, object: 'checkout.session', payment_intent: 'pi_of_nobody' })
  const { problems } = await seller.api(listMoneyProblems, { query: {} })
  expect(problems.filter(({ kind }) => kind === 'no order')).toMatchObject([
    { order: null, amount: '₹510.00', reference: 'pi_of_nobody' },
  ])
})

describe('the comparison by night', () => {
  it('books what no event told, and then has what the payment service has', async () => {
    const [refunded, disputed, failed] = [await paidOrder(), await paidOrder(), await paidOrder()]
    shop.stripe.refundThere(refunded.intent, 102_00)
    shop.stripe.dispute(disputed.intent)
    await failed.refund(1)
    await shop.work()
    shop.stripe.failRefund(shop.stripe.refunds.at(-1)?.id ?? '')
    shop.pass(24 * 60)
    const { captured, refunded: back, disputed: taken } = shop.stripe.totals()
    expect(await compareGateway(shop.deps)).toMatchObject({ off: 0, gateway_paise: captured - back - taken })
    seller = await shop.seller()
    expect(await refunded.order()).toMatchObject({ refunded: 102_00, items: [{ refunded: 1 }], hasProblem: true })
    expect(await disputed.order()).toMatchObject({ refunded: 306_00, hasProblem: true })
    expect(await failed.order()).toMatchObject({ refunded: 0, hasProblem: true })
    const { checks } = await seller.api(listMoneyProblems, { query: {} })
    expect(checks).toMatchObject([{ provider: 'Stripe', isRight: true }])
  })

  it('names each payment of which the books have something else, until it fits again', async () => {
    const { orderId, order, problems, refund } = await paidOrder()
    const stray = shop.stripe.payOtherwise(75_00)
    await refund(1)
    await shop.work()
    const tamper = (amount_minor: number) =>
      shop.db.updateTable('refunds').set({ amount_minor }).where('order_id', '=', orderId).execute()
    await tamper(96_00)
    shop.pass(24 * 60)
    expect(await compareGateway(shop.deps)).toMatchObject({ off: 2 })
    seller = await shop.seller()
    expect(await problems()).toMatchObject([{ kind: 'books differ', amount: '₹6.00' }])
    const all = await seller.api(listMoneyProblems, { query: {} })
    expect(all.problems.map(({ reference }) => reference)).toContain(stray)
    expect(all.checks).toMatchObject([{ isRight: false }])
    await tamper(102_00)
    expect(await compareGateway(shop.deps)).toMatchObject({ off: 1 })
    expect(await problems()).toEqual([])
    expect((await order()).hasProblem).toBe(false)
    // Somebody gives back there what belongs to no order.
    shop.stripe.refundThere(stray)
    expect(await compareGateway(shop.deps)).toMatchObject({ off: 0 })
    const { problems: left } = await seller.api(listMoneyProblems, { query: {} })
    expect(left.map(({ reference }) => reference)).not.toContain(stray)
  })

  it('says of money for no order that its dispute is over', async () => {
    const stray = shop.stripe.payOtherwise(75_00)
    const { id } = shop.stripe.dispute(stray)
    await compareGateway(shop.deps)
    const kinds = async () => {
      const { problems } = await (await shop.seller()).api(listMoneyProblems, { query: {} })
      return problems.filter(({ reference }) => reference === id || reference === stray).map(({ kind }) => kind)
    }
    expect(await kinds()).toEqual(['disputed'])
    shop.stripe.endDispute(id, 'lost')
    await compareGateway(shop.deps)
    expect(await kinds()).toEqual(['dispute lost'])
  })
})
