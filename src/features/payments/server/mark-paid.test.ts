import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OrderStatus } from '#features/orders/orders.states.ts'
import { moveOrder } from '#features/orders/seller-orders.contract.ts'
import { expectAgreement } from '#features/payments/testing/agreement.ts'
import { type PaymentShop, paymentShop } from '#features/payments/testing/payments.ts'

let shop: PaymentShop
let seller: Awaited<ReturnType<PaymentShop['seller']>>
beforeAll(async () => {
  shop = await paymentShop({}, 2)
  seller = await shop.seller()
})
afterAll(() => shop.close())
afterEach(() => expectAgreement(shop))

/** A shopper who has gone to Stripe with two pieces of one product. */
async function atStripe() {
  const bowl = await shop.product({ stock: 3 })
  const buyer = await shop.buyer({ [bowl]: 2 })
  const { url, orderId } = (await buyer.order()).json()
  const history = async () => (await buyer.seen(orderId)).history.map(({ by, text }) => `${by}: ${text}`)
  return { buyer, bowl, orderId, session: shop.sessionAt(url), mails: buyer.mails, history }
}
type AtStripe = Awaited<ReturnType<typeof atStripe>>

async function expectPaidOnce({ buyer, orderId, mails, history }: AtStripe) {
  expect(await buyer.seen(orderId)).toMatchObject({ status: 'Order Placed', isPaid: true, refunded: 0 })
  expect(await mails()).toEqual(['is paid'])
  expect(await history()).toEqual(['shopper: Order placed, awaiting payment', 'payment: ₹204.00 paid'])
  expect(shop.stripe.ledgerOf(await intentOf(orderId))).toEqual({ captured: 204_00, refunded: 0 })
  await expectAgreement(shop)
}
const intentOf = (orderId: string) => shop.sessionOfOrder(orderId)?.payment_intent ?? null

describe('an order is paid', () => {
  it('when Stripe’s event comes before the shopper', async () => {
    const at = await atStripe()
    shop.stripe.complete(at.session.id, { paid: true })
    expect((await shop.tell('completed', at.session)).map(({ statusCode }) => statusCode)).toEqual([200])
    expect(await at.buyer.comeBack()).toMatchObject({ result: 'paid', orderId: at.orderId })
    await expectPaidOnce(at)
  })

  it('when the shopper comes before Stripe’s event', async () => {
    const at = await atStripe()
    shop.stripe.complete(at.session.id, { paid: true })
    expect(await at.buyer.comeBack()).toMatchObject({ result: 'paid', orderId: at.orderId })
    await shop.tell('completed', at.session)
    await expectPaidOnce(at)
  })

  it('when the shopper comes back and no event ever arrives', async () => {
    const at = await atStripe()
    shop.stripe.complete(at.session.id, { paid: true })
    expect(await at.buyer.comeBack()).toMatchObject({ result: 'paid' })
    await expectPaidOnce(at)
  })

  it('when neither comes: the sweep asks before the hold ends', async () => {
    const at = await atStripe()
    shop.stripe.complete(at.session.id, { paid: true })
    shop.pass(31)
    await shop.work()
    shop.setClock(undefined)
    await expectPaidOnce(at)
  })

  it('when the shopper has paid and comes back by the address for leaving', async () => {
    const at = await atStripe()
    shop.stripe.complete(at.session.id, { paid: true })
    expect(await at.buyer.comeBack(at.orderId)).toMatchObject({ result: 'paid', orderId: at.orderId })
    await expectPaidOnce(at)
  })

  it('when Stripe confirms the money later', async () => {
    const at = await atStripe()
    shop.stripe.complete(at.session.id, { paid: false })
    await shop.tell('completed', at.session)
    expect(await at.buyer.comeBack()).toMatchObject({ result: 'awaiting' })
    expect(await at.buyer.seen(at.orderId)).toMatchObject({ status: 'Awaiting payment', isPaid: false })
    shop.stripe.settle(at.session.id)
    await shop.tell('async_payment_succeeded', at.session)
    await expectPaidOnce(at)
  })

  it('once, by twenty deliveries of one event at the same time', async () => {
    const at = await atStripe()
    shop.stripe.complete(at.session.id, { paid: true })
    const answers = await shop.tell('completed', at.session, 20)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    await expectPaidOnce(at)
  })

  it('once, by different events, returns and sweeps at the same time', async () => {
    const at = await atStripe()
    shop.stripe.complete(at.session.id, { paid: true })
    await Promise.all([
      shop.tell('completed', at.session),
      at.buyer.comeBack(),
      shop.tell('completed', at.session, 3),
      at.buyer.comeBack(at.orderId),
      shop.tell('async_payment_succeeded', at.session, 2),
      shop.work(),
    ])
    await expectPaidOnce(at)
  })

  it('and then stays so, when an event about its end comes late', async () => {
    const at = await atStripe()
    const expired = shop.stripe.event('checkout.session.expired', at.session)
    shop.stripe.complete(at.session.id, { paid: true })
    await shop.tell('completed', at.session)
    await shop.deliver(expired)
    await expectPaidOnce(at)
  })

  it('and what was put into the cart since stays there', async () => {
    const at = await atStripe()
    const honey = await shop.product()
    await at.buyer.fill({ [at.bowl]: 3, [honey]: 1 })
    shop.stripe.complete(at.session.id, { paid: true })
    await shop.tell('completed', at.session)
    expect(await at.buyer.expectedCart()).toEqual({ [at.bowl]: 1, [honey]: 1 })
    await expectPaidOnce(at)
  })
})

describe('an order is not paid', () => {
  const declined = async ({ buyer, orderId }: AtStripe) => {
    expect(await buyer.comeBack()).toMatchObject({ result: 'awaiting', orderId })
    expect(await buyer.seen(orderId)).toMatchObject({ status: 'Awaiting payment', isPaid: false })
  }

  it('when the bank declines; the shopper can try again at the same checkout', async () => {
    const at = await atStripe()
    await declined(at)
    const again = await at.buyer.payNow(at.orderId)
    expect(again.json().url).toBe(at.session.url)
    shop.stripe.complete(at.session.id, { paid: true })
    await shop.tell('completed', at.session)
    await expectPaidOnce(at)
  })

  it('when Stripe says that the money will not come: it is cancelled and the stock comes back', async () => {
    const at = await atStripe()
    shop.stripe.complete(at.session.id, { paid: false })
    await shop.tell('completed', at.session)
    await shop.tell('async_payment_failed', at.session)
    expect(await at.buyer.seen(at.orderId)).toMatchObject({ status: 'Cancelled', isPaid: false })
    expect(await at.mails()).toEqual([])
  })

  it('when the shopper leaves: it is cancelled, its checkout closed, the stock back, the cart as it was', async () => {
    const at = await atStripe()
    expect(await at.buyer.comeBack(at.orderId)).toMatchObject({ result: 'cancelled', orderId: at.orderId })
    expect(await at.buyer.seen(at.orderId)).toMatchObject({ status: 'Cancelled', isPaid: false })
    expect(shop.sessionOfOrder(at.orderId)?.status).toBe('expired')
    expect(await at.buyer.expectedCart()).toEqual({ [at.bowl]: 2 })
    expect(await at.mails()).toEqual([])
    expect((await at.buyer.payNow(at.orderId)).statusCode).toBe(409)
  })

  it('when somebody else knows its id', async () => {
    const [at, other] = [await atStripe(), await atStripe()]
    expect(await other.buyer.comeBack(at.orderId)).toMatchObject({ result: 'nothing' })
    expect((await other.buyer.payNow(at.orderId)).statusCode).toBe(404)
    expect((await other.buyer.cancel(at.orderId)).statusCode).toBe(404)
    expect((await at.buyer.seen(at.orderId)).status).toBe('Awaiting payment')
  })

  it.each([
    ['no payment', { payment_status: 'unpaid' }],
    ['another checkout', { id: 'cs_test_of_another_shop' }],
  ])('when the event is of %s', async (_, wrong) => {
    const at = await atStripe()
    shop.stripe.complete(at.session.id, { paid: false })
    const event = shop.stripe.event('checkout.session.completed', {
      ...at.session,
      payment_status: 'paid',
      ...wrong,
    })
    expect((await shop.deliver(event))[0]?.statusCode).toBe(200)
    expect(await at.buyer.seen(at.orderId)).toMatchObject({ status: 'Awaiting payment', isPaid: false })
    expect(await at.mails()).toEqual([])
  })
})

it('the seller cannot move an order on that awaits payment, only cancel it', async () => {
  const at = await atStripe()
  const move = (status: OrderStatus) => seller.api(moveOrder, { params: { id: at.orderId }, body: { status } })
  for (const status of ['Order Placed', 'Confirmed', 'Packed', 'Shipped', 'Delivered'] as const)
    await expect(move(status)).rejects.toMatchObject({ status: 409 })
  await move('Cancelled')
  expect(shop.sessionOfOrder(at.orderId)?.status).toBe('expired')
  expect(await at.history()).toContain('seller: Cancelled')
})

it('who did what is told to both sides, the seller’s name to the seller only', async () => {
  const at = await atStripe()
  shop.stripe.complete(at.session.id, { paid: true })
  await shop.tell('completed', at.session)
  await seller.api(moveOrder, { params: { id: at.orderId }, body: { status: 'Confirmed' } })
  expect((await at.buyer.seen(at.orderId)).history.at(-1)).toMatchObject({ by: 'seller', text: 'Confirmed' })
  expect((await at.buyer.seen(at.orderId)).history.at(-1)).not.toHaveProperty('seller')
  const forSeller = await seller.send({ method: 'GET', url: `/api/order/seller/${at.orderId}` })
  expect(forSeller.json().order.history.at(-1)).toMatchObject({ by: 'seller', seller: 'seller@example.com' })
})
