import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '#features/account/account.contract.ts'
import { addProduct as addProductContract } from '#features/catalog/seller-products.contract.ts'
import { productForm } from '#features/catalog/testing/product-form.ts'
import { getMyOrder, getSellerOrder, listAllOrders } from '#features/orders/orders.contract.ts'
import { refundOrder } from '#features/orders/seller-orders.contract.ts'
import { moveRefund } from '#features/orders/server/refunds.ts'
import { order as placeOrder, stockOf } from '#features/orders/testing/order.ts'
import { paymentShop } from '#features/payments/testing/payments.ts'
import { listFiles } from '#kernel/storage/list-files.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listMyReturns, listReturns, moveReturn, withdrawReturn } from '../returns.contract.ts'
import { ask, deliver, photo, type Seller, type Shopper } from '../testing/returns.ts'
import { settleReturns } from './settle-returns.ts'

let shop: TestShop
let seller: Seller
let shopper: Shopper
beforeAll(async () => {
  shop = await testShop({ ...sellerSettings, LEGAL_ADDRESS: '12 Fort Road, Jaipur 302001' })
  seller = await shop.seller()
  shopper = await shop.shopper()
})
afterAll(() => shop.close())

const photosOnDisk = async () =>
  (await listFiles(path.join(shop.dataDir, 'media'))).filter((name) => name.startsWith('return-'))

/** An order of so many bowls at 100 rupees each, delivered and paid. */
async function delivered(quantity = 3, by = shopper, more: Parameters<TestShop['product']>[0] = {}) {
  const product = await shop.product({ name: 'Blue Bowl', offerPricePaise: 100_00, stock: 10, ...more })
  const id = String((await placeOrder(by, [{ product, quantity }])).json().orderId)
  await deliver(seller, id)
  return { id, product, items: (count: number) => [{ product, quantity: count }] }
}

async function asked(order: Awaited<ReturnType<typeof delivered>>, count = 1, wish: 'refund' | 'exchange' = 'refund') {
  const answer = await ask(shopper, { order: order.id, items: order.items(count), wish })
  expect(answer.statusCode, answer.body).toBe(201)
  return String(answer.json().return._id)
}

type Step = Parameters<typeof move>[1]
const move = (
  id: string,
  body: { to: 'accepted' | 'declined' | 'arrived' | 'damaged' | 'closed' } & Record<string, unknown>,
) => seller.send({ method: 'PATCH', url: `/api/return/${id}`, payload: body })
async function take(id: string, ...steps: Step[]) {
  for (const step of steps) {
    const answer = await move(id, step)
    expect(answer.statusCode, answer.body).toBe(200)
  }
}
const subjects = async () => (await shop.mailsTo(shopper.email)).map(({ subject }) => subject)
const whole = async (id: string) => (await seller.api(getSellerOrder, { params: { id } })).order

describe('a return', () => {
  it('is asked for with photos, which only its shopper and the seller may see, without their metadata', async () => {
    const order = await delivered()
    const answer = await ask(shopper, { order: order.id, items: order.items(2) }, [await photo(), await photo(2400)])
    expect(answer.statusCode).toBe(201)
    const { return: made, message } = answer.json()
    expect(message).toBe('We have your return, and write to you soon')
    expect(made).toMatchObject({
      state: 'asked',
      wish: 'refund',
      reason: 'The rim is chipped',
      items: [{ quantity: 2 }],
    })
    expect(made.photos.map(({ width }: { width: number }) => width)).toEqual([60, 1600])
    const [{ url }] = made.photos
    const seen = await shopper.send({ method: 'GET', url })
    expect(seen.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' })
    const { exif, width } = await sharp(seen.rawPayload).metadata()
    expect({ exif, width }).toEqual({ exif: undefined, width: 60 })
    const [shown] = (await seller.api(listReturns, { query: { order: order.id } })).returns
    expect((await seller.send({ method: 'GET', url: shown?.photos[1]?.url ?? '' })).statusCode).toBe(200)
    for (const [caller, status] of [
      [await shop.shopper(), 404],
      [shop.browser(), 401],
      [seller, 401],
    ] as const)
      expect((await caller.send({ method: 'GET', url })).statusCode).toBe(status)
    expect((await shopper.send({ method: 'GET', url: url.replace('photo/1', 'photo/3') })).statusCode).toBe(404)
    expect(await subjects()).toContain(`Haat: We have your return for order #${shown?.order.number}`)
    expect((await whole(order.id)).hasProblem).toBe(true)
    const { orders } = await seller.api(listAllOrders, { query: { tab: 'problems' } })
    expect(orders.map(({ _id }) => _id)).toContain(order.id)
  })

  it('of each piece is asked for once, and never of one that was refunded', async () => {
    const order = await delivered(4)
    await asked(order, 2)
    await seller.api(refundOrder, {
      params: { id: order.id },
      body: { lines: order.items(1), method: 'upi', reference: 'UPI 1' },
    })
    const more = await ask(shopper, { order: order.id, items: order.items(2) })
    expect([more.statusCode, more.json().code]).toEqual([409, 'TOO_MANY_TO_RETURN'])
    expect(more.json().message).toBe(
      'Only 1 of Blue Bowl can still be returned: the others are refunded or in a return already',
    )
    const left = async () => (await shopper.api(listMyReturns, { query: { order: order.id } })).left
    expect(await left()).toEqual([{ product: order.product, quantity: 1 }])
    await asked(order, 1)
    expect((await ask(shopper, { order: order.id, items: order.items(1) })).statusCode).toBe(409)
    expect(await left()).toMatchObject([{ quantity: 0, why: 'Blue Bowl is refunded or in a return already' }])
  })

  it('can be asked for until the end of the last Indian day', async () => {
    const order = await delivered()
    const product = order.items(1)
    // Delivered in the evening of 21 November in India.
    const evening = new Date('2026-11-21T17:00:00Z').getTime()
    await shop.db.updateTable('parcels').set({ delivered_at: evening }).where('order_id', '=', order.id).execute()
    try {
      shop.setClock(new Date('2026-11-28T18:30:00Z'))
      const late = await ask(shopper, { order: order.id, items: product })
      expect([late.statusCode, late.json().code]).toEqual([409, 'TOO_LATE_TO_RETURN'])
      expect(late.json().message).toContain('Blue Bowl could be returned until 28 November.')
      shop.setClock(new Date('2026-11-28T18:29:59Z'))
      expect((await ask(shopper, { order: order.id, items: product })).statusCode).toBe(201)
    } finally {
      shop.setClock(undefined)
    }
  })

  it.each([
    ['nothing', { items: [] }, 400, 'items'],
    ['half a piece', { items: [{ product: 'x', quantity: 0.5 }] }, 400, 'items.0.quantity'],
    ['no reason', { reason: ' ' }, 400, 'reason'],
    ['another wish', { wish: 'money' }, 400, 'wish'],
    ['what is not in the order', { items: [{ product: 'x', quantity: 1 }] }, 400, 'items'],
    ['an order that is not there', { order: 'x' }, 404, undefined],
  ])('of %s is refused, and leaves nothing behind', async (_, change, status, field) => {
    const order = await delivered()
    const before = await photosOnDisk()
    const answer = await ask(shopper, { order: order.id, items: order.items(1), ...change } as never, [await photo()])
    expect(answer.statusCode, answer.body).toBe(status)
    if (field) expect(Object.keys(answer.json().fields)).toEqual([field])
    expect(await photosOnDisk()).toEqual(before)
    expect(await readdir(path.join(shop.dataDir, 'incoming'))).toEqual([])
  })

  it('is refused with a file that is no picture, or with five, and of somebody else’s order', async () => {
    const order = await delivered()
    const before = await photosOnDisk()
    const wanted = { order: order.id, items: order.items(1) }
    const broken = await ask(shopper, wanted, [await photo(), Buffer.from('<svg/>')])
    expect([broken.statusCode, broken.json().code]).toEqual([400, 'UNREADABLE_PICTURE'])
    const many = await ask(shopper, wanted, Array(5).fill(await photo()))
    expect([many.statusCode, many.json().message]).toEqual([400, 'Send at most 4 photos'])
    expect((await ask(await shop.shopper(), wanted)).statusCode).toBe(404)
    expect(await photosOnDisk()).toEqual(before)
  })

  it('may come as JSON alone where there are no photos', async () => {
    const order = await delivered()
    const payload = { order: order.id, items: order.items(1), reason: 'Too small', wish: 'exchange' }
    expect((await shopper.send({ method: 'POST', url: '/api/return', payload })).statusCode).toBe(201)
    expect(
      (await shopper.send({ method: 'POST', url: '/api/return', payload: { ...payload, reason: '' } })).statusCode,
    ).toBe(400)
  })

  it('is refused before the delivery, and of goods that cannot be returned, which the order says', async () => {
    const product = await shop.product({ name: 'Wild Honey', category: 'Food-Spices' })
    const id = String((await placeOrder(shopper, [{ product, quantity: 1 }])).json().orderId)
    const items = [{ product, quantity: 1 }]
    const early = await ask(shopper, { order: id, items })
    expect([early.statusCode, early.json().code]).toEqual([409, 'NOT_DELIVERED'])
    // What was ordered stays as it was sold.
    await shop.db.updateTable('products').set({ returnable: 1 }).where('id', '=', product).execute()
    await deliver(seller, id)
    const { order } = await shopper.api(getMyOrder, { params: { id } })
    expect(order.items[0]?.returnable).toBe(false)
    const answer = await ask(shopper, { order: id, items })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'NOT_RETURNABLE'])
    expect(answer.json().message).toBe(
      'Wild Honey cannot be returned, except if it came damaged. Then write to support@haat.example, with a photo',
    )
  })

  it('may be withdrawn until it is answered; its photos go, and its pieces can be asked for again', async () => {
    const order = await delivered(1)
    const before = await photosOnDisk()
    const made = (await ask(shopper, { order: order.id, items: order.items(1) }, [await photo()])).json().return
    const params = { id: String(made._id) }
    expect(
      (await (await shop.shopper()).send({ method: 'POST', url: `/api/return/${made._id}/withdraw` })).statusCode,
    ).toBe(404)
    expect((await shopper.api(withdrawReturn, { params })).return).toMatchObject({ state: 'withdrawn', photos: [] })
    await shopper.api(withdrawReturn, { params })
    expect(await photosOnDisk()).toEqual(before)
    expect((await whole(order.id)).hasProblem).toBe(false)
    const again = await asked(order, 1)
    await take(again, { to: 'accepted' })
    const late = await shopper.send({ method: 'POST', url: `/api/return/${again}/withdraw` })
    expect([late.statusCode, late.json().code]).toEqual([409, 'CANNOT_MOVE_RETURN'])
  })
})

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

describe('an account with returns', () => {
  it('is kept while one is open; then it goes with its photos and what was written', async () => {
    const other = await shop.shopper()
    const order = await delivered(2, other)
    const made = (await ask(other, { order: order.id, items: order.items(1) }, [await photo()])).json().return
    const data = (await other.send({ method: 'GET', url: '/api/user/data' })).json()
    expect(data.returns).toMatchObject([{ reason: 'The rim is chipped', items: [{ name: 'Blue Bowl', quantity: 1 }] }])
    const remove = { body: { currentPassword: 'a good password' } }
    await expect(other.api(deleteAccount, remove)).rejects.toMatchObject({ code: 'OPEN_RETURNS' })
    await take(made._id, { to: 'declined', message: 'It was used' })
    const before = await photosOnDisk()
    await other.api(deleteAccount, remove)
    expect(await photosOnDisk()).toHaveLength(before.length - 1)
    const [shown] = (await seller.api(listReturns, { query: { order: order.id } })).returns
    expect(shown).toMatchObject({ state: 'declined', reason: '', photos: [] })
  })
})

describe('whether a product can be returned', () => {
  const add = async (data: object) => {
    const bowl = { name: 'Bowl', category: 'Pottery-Ceramics', price: 100, offerPrice: 100, ...data }
    return seller.send({ method: 'POST', url: addProductContract.path, ...(await productForm(bowl)) })
  }
  it.each([
    [{}, true],
    [{ category: 'Food-Spices' }, false],
    [{ returnable: false }, false],
    [{ category: 'Food-Spices', returnable: true }, true],
  ])('%j: %j', async (data, returnable) => {
    const { product } = (await add(data)).json()
    expect(product.returnable).toBe(returnable)
    const shown = (await shop.request({ method: 'GET', url: `/api/product/${product._id}` })).json().product
    expect(shown.notReturnable).toBe(returnable ? undefined : true)
  })

  it('is refused as anything but yes or no', async () => {
    const answer = await add({ returnable: 'maybe' })
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['returnable']])
  })
})
