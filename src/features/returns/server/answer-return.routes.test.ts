import { afterAll, describe, expect, it } from 'vitest'
import { getSellerOrder } from '#features/orders/orders.contract.ts'
import { refundOrder } from '#features/orders/seller-orders.contract.ts'
import { moveRefund } from '#features/orders/server/refunds.ts'
import { stockOf } from '#features/orders/testing/order.ts'
import { paymentShop } from '#features/payments/testing/payments.ts'
import { listMyReturns, listReturns, moveReturn } from '../returns.contract.ts'
import { ask, deliver, returnShop } from '../testing/returns.ts'
import { settleReturns } from './settle-returns.ts'

const { shop, seller, shopper, delivered, asked, move, take, subjects } = await returnShop()
afterAll(() => shop.close())

const whole = async (id: string) => (await seller.api(getSellerOrder, { params: { id } })).order

describe('the seller', () => {
  it('accepts it with the address, takes the goods back into stock, and refunds the cash with a reference', async () => {
    const order = await delivered(3)
    const id = await asked(order, 2)
    await take(id, { to: 'accepted', message: 'Please use the same box' })
    const mail = (await shop.mailsTo(shopper.email)).at(-1)
    expect(mail?.subject).toContain('is accepted')
    expect(mail?.text_body).toContain('12 Fort Road, Jaipur 302001')
    expect(mail?.text_body).toContain('Please use the same box')
    expect((await whole(order.id)).hasProblem).toBe(false)

    await take(id, { to: 'arrived' }, { to: 'arrived' })
    expect(await stockOf(shop, order.product)).toMatchObject({ stock: 9 })
    expect((await whole(order.id)).hasProblem).toBe(true)

    const [waiting] = (await seller.api(listReturns, { query: { order: order.id } })).returns
    expect(waiting?.due).toBe(204_00)
    const without = await move(id, { to: 'closed' })
    expect([without.statusCode, without.json().code]).toEqual([409, 'REFUND_FIRST'])
    const byCard = await move(id, { to: 'closed', method: 'card' })
    expect(byCard.json().code).toBe('NOT_PAID_BY_CARD')
    expect((await move(id, { to: 'closed', method: 'upi' })).json().fields).toHaveProperty('reference')
    await take(id, { to: 'closed', method: 'upi', reference: 'UPI 4711' }, { to: 'closed' })
    const after = await whole(order.id)
    expect(after).toMatchObject({ refunded: 204_00, hasProblem: false })
    expect(after.items[0]?.refunded).toBe(2)
    const [shown] = (await shopper.api(listMyReturns, { query: { order: order.id } })).returns
    expect(shown).toMatchObject({ state: 'closed', refund: { amount: 204_00, method: 'upi', state: 'done' } })
    expect(shown).not.toHaveProperty('changedBy')
    expect((await subjects()).at(-1)).toContain('is refunded')
    // Nobody refunds them again.
    const twice = await seller.send({
      method: 'POST',
      url: `/api/order/${order.id}/refund`,
      payload: { lines: order.items(2), method: 'upi', reference: 'UPI 4712' },
    })
    expect(twice.json().code).toBe('TOO_MUCH_TO_REFUND')
  })

  it('declines it with a sentence, which the shopper reads; again changes nothing', async () => {
    const order = await delivered()
    const id = await asked(order)
    expect((await move(id, { to: 'declined' })).json().fields).toHaveProperty('message')
    await take(
      id,
      { to: 'declined', message: 'A fingerprint in the clay is no fault' },
      { to: 'declined', message: 'x' },
    )
    const mails = (await shop.mailsTo(shopper.email)).filter(({ text_body }) =>
      text_body.includes('fingerprint in the clay'),
    )
    expect(mails).toHaveLength(1)
    const { orders } = { orders: (await shopper.api(listMyReturns, { query: { order: order.id } })).returns }
    expect(orders[0]).toMatchObject({ state: 'declined', answer: 'A fingerprint in the clay is no fault' })
    const late = await move(id, { to: 'accepted' })
    expect(late.statusCode).toBe(409)
    expect(late.json().message).toMatch(
      /^This return is declined, by seller@example\.com, since .+\. Nothing was changed$/,
    )
  })

  it('is told when somebody else was faster', async () => {
    const order = await delivered()
    const id = await asked(order)
    const answers = await Promise.all([
      move(id, { to: 'accepted', from: 'asked' }),
      move(id, { to: 'declined', from: 'asked', message: 'No' }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    for (const to of ['closed', 'arrived'] as const) {
      const other = await asked(await delivered())
      expect((await move(other, { to })).json().code).toBe('CANNOT_MOVE_RETURN')
    }
    expect((await move('x', { to: 'accepted' })).statusCode).toBe(404)
  })

  it('writes damaged goods off, and knows what was refunded on the order’s page', async () => {
    const order = await delivered(2)
    const id = await asked(order, 1)
    await take(id, { to: 'accepted' }, { to: 'damaged', faulty: true })
    expect(await stockOf(shop, order.product)).toMatchObject({ stock: 8 })
    await seller.api(refundOrder, {
      params: { id: order.id },
      body: { lines: order.items(1), method: 'bank', reference: 'NEFT 9' },
    })
    await take(id, { to: 'closed' })
    expect((await whole(order.id)).refunded).toBe(102_00)
    const [shown] = (await seller.api(listReturns, { query: { order: order.id } })).returns
    expect(shown).toMatchObject({ state: 'closed', faulty: true, refund: { method: 'bank' } })
  })

  it('sends the same again in exchange: no money moves, and the stock adds up', async () => {
    const order = await delivered(3)
    const id = await asked(order, 2, 'exchange')
    await take(id, { to: 'accepted' }, { to: 'arrived' })
    expect(await stockOf(shop, order.product)).toMatchObject({ stock: 9 })
    await take(id, { to: 'closed' }, { to: 'closed' })
    expect(await stockOf(shop, order.product)).toMatchObject({ stock: 7 })
    const after = await whole(order.id)
    expect(after).toMatchObject({ refunded: 0, hasProblem: false })
    expect(after.history.map(({ text }) => text)).toContain('The same pieces sent again, in exchange')
    expect((await subjects()).at(-1)).toContain('Your exchange')
    // A piece once.
    expect((await ask(shopper, { order: order.id, items: order.items(2) })).statusCode).toBe(409)
  })

  it('refunds an exchange that cannot be sent, because nothing is left', async () => {
    const order = await delivered(2, shopper, { stock: 2 })
    const id = await asked(order, 2, 'exchange')
    await take(id, { to: 'accepted' }, { to: 'damaged' })
    const none = await move(id, { to: 'closed' })
    expect([none.statusCode, none.json().code]).toEqual([409, 'PRODUCT_UNAVAILABLE'])
    await take(id, { to: 'closed', method: 'upi', reference: 'UPI 77' })
    expect((await whole(order.id)).refunded).toBe(204_00)
  })

  it('finds them by what there is to do, newest first', async () => {
    const { counts, returns } = await seller.api(listReturns, { query: { view: 'asked' } })
    expect(returns.every(({ state }) => state === 'asked')).toBe(true)
    expect(counts.asked).toBe(returns.length)
    expect(counts.all).toBe(counts.asked + counts.accepted + counts.arrived + counts.done)
  })
})

it('what was paid by card goes back when the goods arrive, and the return is done once it has', async () => {
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
    const made = (await ask(buyer, { order: orderId, items: [{ product, quantity: 2 }] })).json().return
    const params = { id: String(made._id) }
    await own.api(moveReturn, { params, body: { to: 'accepted', message: 'To our door' } })
    const { return: arrived } = await own.api(moveReturn, { params, body: { to: 'arrived' } })
    expect(arrived).toMatchObject({ state: 'arrived', refund: { amount: 204_00, method: 'card', state: 'queued' } })
    // Nobody has to do anything.
    expect((await own.api(getSellerOrder, { params: { id: orderId } })).order.hasProblem).toBe(false)
    await paid.work()
    await settleReturns(paid.deps)
    const [shown] = (await own.api(listReturns, { query: { view: 'done' } })).returns
    expect(shown).toMatchObject({ state: 'closed', refund: { state: 'done' } })
    expect((await own.api(moveReturn, { params, body: { to: 'closed' } })).return.state).toBe('closed')

    // A card that is closed by now: the seller is to send the money in another way.
    const second = (await ask(buyer, { order: orderId, items: [{ product, quantity: 1 }] })).json().return
    const next = { id: String(second._id) }
    await own.api(moveReturn, { params: next, body: { to: 'accepted', message: 'To our door' } })
    await own.api(moveReturn, { params: next, body: { to: 'damaged' } })
    const refund = await paid.db.selectFrom('returns').select('refund_id').where('id', '=', next.id).executeTakeFirst()
    await moveRefund(paid.deps, refund?.refund_id ?? '', 'failed')
    await settleReturns(paid.deps)
    expect((await own.api(getSellerOrder, { params: { id: orderId } })).order.hasProblem).toBe(true)
    await own.api(moveReturn, { params: next, body: { to: 'closed', method: 'upi', reference: 'UPI 1' } })
    const { order } = await own.api(getSellerOrder, { params: { id: orderId } })
    expect(order).toMatchObject({ refunded: 306_00, hasProblem: false })
  } finally {
    await paid.close()
  }
})
