import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { batchFor, productInBatches, stockInBatches } from '#features/catalog/batches/testing/batches.ts'
import { expectAgreement } from '#features/payments/testing/agreement.ts'
import { type PaymentShop, paymentShop } from '#features/payments/testing/payments.ts'
import { indianDay } from '#shared/day.ts'

let shop: PaymentShop
beforeAll(async () => {
  shop = await paymentShop({}, 2)
})
afterAll(() => shop.close())
beforeEach(() => shop.setClock(new Date()))
afterEach(async () => {
  await expectAgreement(shop)
  // Whatever a test leaves behind settles by itself.
  shop.stripe.heal()
  shop.pass(24 * 60)
  await shop.work()
  await expectAgreement(shop, { isSettled: true })
})

/** A shopper with the last piece of something in the cart. */
async function withLastPiece() {
  const bowl = await shop.product({ stock: 1 })
  const buyer = await shop.buyer({ [bowl]: 1 })
  return { buyer, bowl, mails: buyer.mails }
}
async function atStripe() {
  const shopper = await withLastPiece()
  const { url, orderId } = (await shopper.buyer.order()).json()
  const session = shop.sessionAt(url)
  const order = () => shopper.buyer.seen(orderId)
  return { ...shopper, orderId, session, order }
}
const stockOf = (product: string) =>
  shop.db.selectFrom('products').select(['stock', 'in_stock']).where('id', '=', product).executeTakeFirst()

describe('an order that nobody pays', () => {
  it('gives its pieces back to their batches, and those past their date to nobody', async () => {
    // Shortly before midnight in India.
    shop.setClock(new Date(`${indianDay(new Date())}T18:20:00Z`))
    const pickle = await productInBatches(shop, [batchFor(shop, 0, 'old', 1), batchFor(shop, 60, 'new', 1)])
    // Counted here, piece by piece.
    shop.stocks.delete(pickle)
    const buyer = await shop.buyer({ [pickle]: 2 })
    await buyer.order()
    expect(await stockInBatches(shop, pickle)).toMatchObject({ old: 0, new: 0 })
    shop.pass(35)
    await shop.work()
    expect(await stockInBatches(shop, pickle)).toEqual({ old: 1, new: 1, stock: 1, in_stock: 1 })
  })

  it('is kept for its 31 minutes, and released once when they are over', async () => {
    const { bowl, order, buyer, orderId, mails } = await atStripe()
    shop.pass(30)
    await shop.work()
    expect((await order()).status).toBe('Awaiting payment')
    expect(await stockOf(bowl)).toEqual({ stock: 0, in_stock: 0 })
    shop.pass(1)
    await Promise.all([shop.work(), shop.work(), buyer.comeBack(), buyer.cancel(orderId)])
    shop.pass(4)
    await shop.work()
    expect((await order()).status).toBe('Cancelled')
    expect(await stockOf(bowl)).toEqual({ stock: 1, in_stock: 1 })
    expect((await order()).history.filter(({ text }) => text.startsWith('Cancelled'))).toHaveLength(1)
    expect(await mails()).toEqual([])
  })

  it('is kept while nobody has said that the date is right', async () => {
    const { order } = await atStripe()
    shop.deps.clock.ask(new Date())
    shop.pass(24 * 60)
    for (const { deps } of [shop.app, ...shop.others]) await deps.jobs.run('payments')
    expect((await order()).status).toBe('Awaiting payment')
    shop.deps.clock.accept()
    await shop.work()
    expect((await order()).status).toBe('Cancelled')
  })

  it('is released after 35 minutes even when Stripe cannot be asked, and its checkout closed when it can', async () => {
    const { order, session } = await atStripe()
    shop.stripe.fail('final error')
    shop.pass(32)
    await shop.work()
    expect((await order()).status).toBe('Awaiting payment')
    shop.pass(3)
    await shop.work()
    expect((await order()).status).toBe('Cancelled')
    shop.stripe.heal()
    shop.pass(120)
    await shop.work()
    expect(shop.stripe.sessionOf(session.id).status).toBe('expired')
  })

  it('is released by Stripe’s event that its checkout has run out, in any number', async () => {
    const { order, session, bowl } = await atStripe()
    shop.stripe.expireSession(session.id)
    await shop.tell('expired', session, 5)
    await shop.tell('expired', session)
    expect((await order()).status).toBe('Cancelled')
    expect(await stockOf(bowl)).toEqual({ stock: 1, in_stock: 1 })
  })

  it('is not sold to another while it is held, and is when it was released', async () => {
    const { bowl } = await atStripe()
    const other = await shop.buyer({ [bowl]: 1 })
    expect((await other.order()).statusCode).toBe(409)
    expect((await other.orderCod()).statusCode).toBe(409)
    shop.pass(31)
    await shop.work()
    await other.fill({ [bowl]: 1 })
    expect((await other.order()).statusCode).toBe(200)
  })

  it('cannot be paid by Pay now any more once its checkout has run out', async () => {
    const { buyer, orderId } = await atStripe()
    shop.pass(31)
    expect((await buyer.payNow(orderId)).statusCode).toBe(409)
    expect((await buyer.payNow('unknown')).statusCode).toBe(404)
  })
})

describe('money that comes too late', () => {
  const refunded = async (at: Awaited<ReturnType<typeof atStripe>>) => {
    await shop.work()
    expect(await at.order()).toMatchObject({ status: 'Cancelled', isPaid: true, refunded: 102_00 })
    expect((await at.mails()).filter((subject) => subject === 'was paid too late')).toHaveLength(1)
    expect(shop.stripe.ledgerOf(at.session.payment_intent)).toEqual({ captured: 102_00, refunded: 102_00 })
  }

  it('after the hold ran out while Stripe was away goes back, once, with a mail', async () => {
    const at = await atStripe()
    shop.stripe.fail('final error')
    shop.stripe.complete(at.session.id, { paid: true })
    shop.pass(35)
    await shop.work()
    expect(await at.order()).toMatchObject({ status: 'Cancelled', isPaid: false })
    shop.stripe.heal()
    await Promise.all([shop.tell('completed', at.session, 3), shop.tell('completed', at.session)])
    await refunded(at)
    expect(await stockOf(at.bowl)).toEqual({ stock: 1, in_stock: 1 })
  })

  it('is found by the sweep when no event tells of it', async () => {
    const at = await atStripe()
    shop.stripe.fail('final error')
    shop.stripe.complete(at.session.id, { paid: true })
    shop.pass(35)
    await shop.work()
    shop.stripe.heal()
    shop.pass(60)
    await refunded(at)
  })

  it('after the shopper cancelled while Stripe was away goes back', async () => {
    const at = await atStripe()
    shop.stripe.fail('final error', { only: 'expire' })
    expect((await at.buyer.cancel(at.orderId)).statusCode).toBe(200)
    expect((await at.order()).status).toBe('Cancelled')
    shop.stripe.complete(at.session.id, { paid: true })
    await shop.tell('completed', at.session)
    await refunded(at)
  })

  it('for an order that a new one replaced goes back, and the new one stays', async () => {
    const at = await atStripe()
    shop.stripe.fail('final error', { only: 'expire' })
    const next = (await at.buyer.order({ 'idempotency-key': 'next' })).json()
    shop.stripe.complete(at.session.id, { paid: true })
    await shop.tell('completed', at.session)
    shop.stripe.heal()
    await refunded(at)
    expect((await at.buyer.seen(next.orderId)).status).toBe('Awaiting payment')
  })

  it('does not come when the shopper paid just before cancelling: that order is paid, then cancelled and refunded', async () => {
    const at = await atStripe()
    shop.stripe.complete(at.session.id, { paid: true })
    expect((await at.buyer.cancel(at.orderId)).statusCode).toBe(200)
    await shop.work()
    expect(await at.order()).toMatchObject({ status: 'Cancelled', isPaid: true, refunded: 102_00 })
    expect(await at.mails()).toEqual(['is paid', 'was cancelled'])
  })
})

describe('a shopper has one order that awaits payment', () => {
  it('which a new online order replaces, also when it holds the last piece', async () => {
    const at = await atStripe()
    const next = await at.buyer.order({ 'idempotency-key': 'again' })
    expect(next.statusCode).toBe(200)
    await shop.work()
    expect((await at.order()).status).toBe('Cancelled')
    expect(shop.stripe.sessionOf(at.session.id).status).toBe('expired')
    expect(await stockOf(at.bowl)).toEqual({ stock: 0, in_stock: 0 })
    const session = shop.sessionAt(next.json().url)
    shop.stripe.complete(session.id, { paid: true })
    await at.buyer.comeBack()
    expect(await at.buyer.seen(next.json().orderId)).toMatchObject({ status: 'Order Placed', isPaid: true })
  })

  it('which an order paid in cash replaces', async () => {
    const at = await atStripe()
    expect((await at.buyer.orderCod()).statusCode).toBe(200)
    await shop.work()
    expect((await at.order()).status).toBe('Cancelled')
    expect(shop.stripe.sessionOf(at.session.id).status).toBe('expired')
    expect(await stockOf(at.bowl)).toEqual({ stock: 0, in_stock: 0 })
  })

  it('which stays when the new one is refused', async () => {
    const at = await atStripe()
    const gone = await shop.product({ stock: 0 })
    const refused = await at.buyer.order({ 'idempotency-key': 'refused' }, { [at.bowl]: 1, [gone]: 1 })
    expect(refused.statusCode).toBe(409)
    expect((await at.order()).status).toBe('Awaiting payment')
    expect((await at.buyer.payNow(at.orderId)).statusCode).toBe(200)
  })

  it('of many that come at once', async () => {
    const bowl = await shop.product({ stock: 50 })
    const buyer = await shop.buyer({ [bowl]: 1 })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => buyer.order({ 'idempotency-key': `tab ${at}` }, { [bowl]: 1 })),
    )
    for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode)
    const waiting = await shop.db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', buyer.user._id)
      .where('status', '=', 'Awaiting payment')
      .execute()
    expect(waiting).toHaveLength(1)
  })

  it('whose checkout is closed, too, when it was replaced before Stripe had opened it', async () => {
    const { buyer, bowl } = await withLastPiece()
    const asked = shop.stripe.requests.length
    const release = shop.stripe.hold('create')
    const first = buyer.order()
    await expect.poll(() => shop.stripe.requests.length).toBeGreaterThan(asked)
    expect((await buyer.orderCod({}, { [bowl]: 1 })).statusCode).toBe(200)
    await shop.work()
    release()
    expect((await first).statusCode).toBe(409)
    await shop.work()
    const open = [...shop.stripe.sessions.values()].filter(({ status }) => status === 'open')
    expect(open).toEqual([])
  })
})
