import { afterAll, describe, expect, it } from 'vitest'
import { getSellerOrder } from '#features/orders/orders.contract.ts'
import { changeParcel, type MoveTarget, moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { trackParcel } from '#features/orders/parcels/track.contract.ts'
import { moveRefund } from '#features/orders/refunds/server/refunds.ts'
import { refundOrder } from '#features/orders/seller-orders.contract.ts'
import { stockOf } from '#features/orders/testing/order.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { paymentShop } from '#features/payments/testing/payments.ts'
import { listMyReturns, listReturns, moveReturn } from '../returns.contract.ts'
import { ask, deliver, returnShop } from '../testing/returns.ts'
import { settleReturns } from './settle-returns.ts'

const { shop, seller, shopper, delivered, asked, move, take, subjects } = await returnShop()
afterAll(() => shop.close())

const whole = async (id: string) => (await seller.api(getSellerOrder, { params: { id } })).order

type ExchangeStep = { to: MoveTarget; good?: boolean } | MoveTarget
async function moveTo(parcel: string, ...steps: ExchangeStep[]) {
  for (const step of steps) {
    const body = { parcels: [parcel], ...(typeof step === 'string' ? { to: step } : step) }
    const { results } = await seller.api(moveParcels, { body })
    expect(results).toMatchObject([{ ok: true }])
  }
}

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
    const { number } = await whole(order.id)
    const code = `H${number}-2`
    const made = await whole(order.id)
    // It is to be packed, by an order that stays delivered.
    expect(made).toMatchObject({ status: 'Delivered', refunded: 0, hasProblem: true })
    expect(made.parcels).toHaveLength(1)
    expect(made.exchanges).toMatchObject([
      { code, status: 'To pack', sender: null, cash: 0, items: [{ product: order.product, quantity: 2 }] },
    ])
    expect(made.history.map(({ text }) => text)).toContain(`The same pieces are sent again, in exchange: ${code}`)
    expect((await subjects()).at(-1)).not.toContain('Your exchange')

    const [parcel] = made.exchanges
    const params = { id: parcel?._id ?? '' }
    await seller.api(changeParcel, { params, body: { courier: 'Delhivery', trackingNumber: 'EX 1' } })
    await moveTo(params.id, 'Packed', 'Shipped')
    const mail = (await shop.mailsTo(shopper.email)).at(-1)
    expect(mail?.subject).toBe(`Haat: Your exchange for order #${number} is on its way`)
    expect(mail?.text_body).toContain('Delhivery, tracking number EX 1')
    expect(mail?.text_body).toContain(parcel?.trackPath)
    const { parcel: tracked } = await shopper.api(trackParcel, {
      params: { token: parcel?.trackPath.split('/').at(-1) ?? '' },
    })
    expect(tracked).toMatchObject({ number: 1, parcels: 1, pieces: 2, status: 'Shipped', trackingNumber: 'EX 1' })
    expect(await whole(order.id)).toMatchObject({ status: 'Delivered', hasProblem: false })
    await moveTo(params.id, 'Delivered')
    const after = await whole(order.id)
    expect(after).toMatchObject({ status: 'Delivered', refunded: 0, hasProblem: false })
    expect(after.history.map(({ text }) => text)).toContain('Exchange, parcel 2: Delivered')
    expect(await stockOf(shop, order.product)).toMatchObject({ stock: 7 })
    // A piece once.
    expect((await ask(shopper, { order: order.id, items: order.items(2) })).statusCode).toBe(409)
  })

  it.each([
    { end: 'Cancelled', way: [], stock: 9 },
    { end: 'Lost', way: ['Packed', 'Shipped'], stock: 7 },
    { end: 'Returned', good: true, way: ['Packed', 'Shipped', 'Refused'], stock: 9 },
    { end: 'Returned', good: false, way: ['Packed', 'Shipped', 'Delivered'], stock: 7 },
  ] as const)(
    'an exchange that is $end (good: $good) opens its return again, and can be sent once more or refunded',
    async ({ end, way, stock, ...more }) => {
      for (const last of ['once more', 'refunded']) {
        const order = await delivered(3)
        const id = await asked(order, 2, 'exchange')
        await take(id, { to: 'accepted' }, { to: 'arrived' }, { to: 'closed' })
        const [parcel] = (await whole(order.id)).exchanges
        await moveTo(parcel?._id ?? '', ...way)
        await moveTo(parcel?._id ?? '', { to: end, ...more })
        expect(await stockOf(shop, order.product)).toMatchObject({ stock })
        expect(await whole(order.id)).toMatchObject({
          status: 'Delivered',
          hasProblem: true,
          returns: [{ state: 'arrived' }],
        })
        expect((await seller.api(listReturns, { query: { order: order.id } })).returns).toMatchObject([{ due: 204_00 }])
        if (last === 'refunded') await take(id, { to: 'closed', method: 'upi', reference: `UPI ${order.id}` })
        else {
          await take(id, { to: 'closed' })
          const second = (await whole(order.id)).exchanges[1]
          expect(second).toMatchObject({ status: 'To pack', items: [{ quantity: 2 }] })
          await moveTo(second?._id ?? '', 'Packed', 'Shipped', 'Delivered')
        }
        expect(await whole(order.id)).toMatchObject({
          ...{ status: 'Delivered', hasProblem: false, refunded: last === 'refunded' ? 204_00 : 0 },
        })
      }
    },
  )

  it('finds what was lost in exchange: it goes into stock, and the return stays as it is settled', async () => {
    const order = await delivered(3)
    const id = await asked(order, 1, 'exchange')
    await take(id, { to: 'accepted' }, { to: 'damaged' }, { to: 'closed' })
    const [parcel] = (await whole(order.id)).exchanges
    await moveTo(parcel?._id ?? '', 'Packed', 'Shipped', 'Lost')
    await take(id, { to: 'closed', method: 'upi', reference: 'UPI 4713' })
    expect(await stockOf(shop, order.product)).toMatchObject({ stock: 6 })
    await moveTo(parcel?._id ?? '', { to: 'Returned', good: true })
    expect(await stockOf(shop, order.product)).toMatchObject({ stock: 7 })
    expect(await whole(order.id)).toMatchObject({ hasProblem: false, returns: [{ state: 'closed' }], refunded: 102_00 })
  })

  it('cancels no parcel of an order by itself', async () => {
    const order = await delivered(1)
    const { parcels } = await whole(order.id)
    const { results } = await seller.api(moveParcels, { body: { parcels: [parcels[0]?._id ?? ''], to: 'Cancelled' } })
    expect(results[0]).toMatchObject({ ok: false })
    const payload = { orders: [order.id], to: 'Cancelled' }
    const answer = await seller.send({ method: 'POST', url: '/api/parcel/move', payload })
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { to: 'Orders are cancelled one by one' }])
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

  it('finds them as orders are found, and says who asked, who made it and what it is worth', async () => {
    const maker = await producer(shop, 'Kumkum Kiln', { sends: false })
    const other = await shop.shopper()
    const order = await delivered(3, other, { name: 'Terracotta Owl', producerId: maker })
    const answer = await ask(other, { order: order.id, items: order.items(2) })
    expect(answer.json().return).not.toHaveProperty('shopper')
    expect(answer.json().return.worth).toBe(204)
    const { number, address } = await whole(order.id)
    const searched = [
      `#${number}`,
      'ananya rao',
      address.phone,
      address.email,
      'terracotta owl',
      'kumkum',
      address.zipcode,
    ]
    for (const q of searched) {
      const { returns } = await seller.api(listReturns, { query: { q } })
      expect(
        returns.map((one) => one.order.number),
        q,
      ).toContain(number)
      expect(returns[0]).toMatchObject({
        shopper: { name: 'Ananya Rao', phone: address.phone, country: 'India', email: address.email },
        ...{ worth: 204_00, items: [{ producer: 'Kumkum Kiln', quantity: 2 }] },
      })
    }
    const one = await seller.api(listReturns, { query: { q: `#${number}` } })
    expect(one).toMatchObject({ total: 1, counts: { all: 1, asked: 1, done: 0 } })
    expect((await seller.api(listReturns, { query: { q: 'nothing has this name' } })).returns).toEqual([])
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
    const refund = await paid.db.selectFrom('refunds').select('id').where('return_id', '=', next.id).executeTakeFirst()
    await moveRefund(paid.deps, refund?.id ?? '', 'failed')
    await settleReturns(paid.deps)
    expect((await own.api(getSellerOrder, { params: { id: orderId } })).order.hasProblem).toBe(true)
    await own.api(moveReturn, { params: next, body: { to: 'closed', method: 'upi', reference: 'UPI 1' } })
    const { order } = await own.api(getSellerOrder, { params: { id: orderId } })
    expect(order).toMatchObject({ refunded: 306_00, hasProblem: false })
  } finally {
    await paid.close()
  }
})
