import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bringTo } from '#features/orders/testing/parcels.ts'
import { newId } from '#shared/ids.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listMyOrders } from '../orders.contract.ts'
import { movesBy } from '../orders.moves.ts'
import { type OrderStatus, orderStatuses } from '../orders.states.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterAll(() => shop.close())

type Shopper = Awaited<ReturnType<TestShop['shopper']>>

/** An order in some state, by a shopper whose mails are their own. */
async function orderIn(
  status: OrderStatus,
  { isPaid = false, paymentType = 'COD' as 'COD' | 'Online', stock = null as number | null } = {},
) {
  const shopper = await shop.shopper()
  const product = await shop.product({ offerPricePaise: 10000, stock })
  const placed = await shopper.send({
    method: 'POST',
    url: '/api/order/cod',
    payload: { items: [{ product, quantity: 1 }], address: shopper.address._id },
  })
  const id: string = placed.json().orderId
  await bringTo(shop, id, { status, isPaid, paymentType })
  return { id, product, shopper, email: shopper.email }
}
const move = (id: string, status: unknown) =>
  seller.send({ method: 'POST', url: `/api/order/${id}/status`, payload: { status } })
const takeCash = (id: string) => seller.send({ method: 'POST', url: `/api/order/${id}/cash-received` })
const undoCash = (id: string) => seller.send({ method: 'POST', url: `/api/order/${id}/cash-received/undo` })
const seen = async (shopper: Shopper) => (await shopper.api(listMyOrders)).orders[0]
/** Subjects of the mails after "Your Haat order #1". */
const mailsAbout = async (email: string) =>
  (await shop.mailsTo(email)).flatMap(({ subject }) => /^Your Haat order #\d+ ?(.*)/.exec(subject)?.[1] ?? [])

describe('moving an order on', () => {
  const moves = orderStatuses.flatMap((from) =>
    orderStatuses
      .filter((to) => to !== from)
      .map((to) => ({ from, to, allowed: movesBy('seller', from).includes(to) })),
  )

  it.each(moves)('$from -> $to: $allowed', async ({ from, to, allowed }) => {
    const { id, shopper } = await orderIn(from)
    const answer = await move(id, to)
    expect(answer.statusCode).toBe(allowed ? 200 : 409)
    expect((await seen(shopper))?.status).toBe(allowed ? to : from)
  })

  it('refuses unknown states and unknown orders', async () => {
    const { id } = await orderIn('Order Placed')
    for (const status of ['Lost', '', 7, null]) expect((await move(id, status)).statusCode).toBe(400)
    expect((await move(newId(), 'Confirmed')).statusCode).toBe(404)
    expect((await move("' or 1=1", 'Confirmed')).statusCode).toBe(404)
  })

  it('is not for shoppers', async () => {
    const { id, shopper } = await orderIn('Order Placed')
    const answer = await shopper.send({
      method: 'POST',
      url: `/api/order/${id}/status`,
      payload: { status: 'Confirmed' },
    })
    expect(answer.statusCode).toBe(403)
  })

  it('mails each step that matters once, also when it is asked for many times at once', async () => {
    const { id, email } = await orderIn('Order Placed')
    for (const status of ['Confirmed', 'Packed', 'Shipped', 'Delivered']) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => move(id, status)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    }
    expect(await mailsAbout(email)).toEqual(['', 'is on its way', 'was delivered'])
  })

  it('gives counted stock back once when the seller cancels, and says what happens to the money', async () => {
    const { id, product, email } = await orderIn('Confirmed', { stock: 1 })
    await Promise.all([1, 2, 3, 4].map(() => move(id, 'Cancelled')))
    const stock = await shop.db
      .selectFrom('products')
      .select(['stock', 'in_stock'])
      .where('id', '=', product)
      .executeTakeFirst()
    expect(stock).toEqual({ stock: 1, in_stock: 1 })
    expect(await mailsAbout(email)).toEqual(['', 'was cancelled'])
    expect((await shop.mailsTo(email)).at(-1)?.text_body).toContain('There is nothing to pay.')

    const paid = await orderIn('Order Placed', { isPaid: true, paymentType: 'Online' })
    await move(paid.id, 'Cancelled')
    expect((await shop.mailsTo(paid.email)).at(-1)?.text_body).toContain('We refund what you paid, ₹102.00.')
  })

  it('reminds of the cash when a COD order leaves, and not when it is paid', async () => {
    const [cod, paid] = [await orderIn('Packed'), await orderIn('Packed', { isPaid: true, paymentType: 'Online' })]
    await move(cod.id, 'Shipped')
    await move(paid.id, 'Shipped')
    expect((await shop.mailsTo(cod.email)).at(-1)?.text_body).toContain('Keep cash ready: ₹102.00 for the courier')
    expect((await shop.mailsTo(paid.email)).at(-1)?.text_body).not.toContain('courier')
  })
})

describe('an order that somebody else has moved meanwhile', () => {
  it('stays as it is, and says what it is, by whom and since when', async () => {
    const { id, shopper } = await orderIn('Order Placed')
    expect((await move(id, 'Confirmed')).statusCode).toBe(200)
    const late = await seller.send({
      method: 'POST',
      url: `/api/order/${id}/status`,
      payload: { status: 'Cancelled', from: 'Order Placed' },
    })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({ success: false, code: 'ORDER_CHANGED', status: 'Confirmed' })
    expect(late.json().message).toMatch(
      /^Order \d+ is Confirmed now, changed by seller@example\.com on \d+ \w+ \d{4} at \d\d:\d\d\. Nothing was changed just now$/,
    )
    expect((await seen(shopper))?.status).toBe('Confirmed')
  })

  it('may have been cancelled by its shopper', async () => {
    const { id, shopper } = await orderIn('Order Placed')
    await shopper.send({ method: 'POST', url: `/api/order/${id}/cancel` })
    const payload = { status: 'Confirmed', from: 'Order Placed' }
    const late = await seller.send({ method: 'POST', url: `/api/order/${id}/status`, payload })
    expect(late.json().message).toContain('is Cancelled now, changed by the shopper on')
  })

  it('is moved when it is as the seller saw it, and the same again is no conflict', async () => {
    const { id } = await orderIn('Order Placed')
    const payload = { status: 'Confirmed', from: 'Order Placed' }
    for (const turn of [1, 2]) {
      const answer = await seller.send({ method: 'POST', url: `/api/order/${id}/status`, payload })
      expect({ turn, status: answer.statusCode }).toEqual({ turn, status: 200 })
    }
  })
})

describe('an order that came back', () => {
  const giveBack = (id: string, restock?: unknown) =>
    seller.send({ method: 'POST', url: `/api/order/${id}/status`, payload: { status: 'Returned', restock } })
  const stockOf = async (id: string) =>
    (await shop.db.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirst())?.stock

  it.each([
    ['comes back into stock unless it is said otherwise', undefined, 4],
    ['comes back into stock', true, 4],
    ['is written off', false, 3],
  ])('%s; the same again changes nothing', async (_, restock, stock) => {
    for (const status of ['Shipped', 'Delivered'] as const) {
      const { id, product, shopper, email } = await orderIn(status, { stock: 4 })
      expect(await stockOf(product)).toBe(3)
      expect((await giveBack(id, restock)).statusCode).toBe(200)
      expect((await giveBack(id, restock === undefined ? undefined : !restock)).statusCode).toBe(200)
      expect(await stockOf(product)).toBe(stock)
      const order = await seen(shopper)
      expect(order?.status).toBe('Returned')
      expect(order?.history.at(-1)?.text).toBe(restock === false ? 'Returned, goods written off' : 'Returned')
      expect(await mailsAbout(email)).toEqual(['', 'came back to us'])
    }
  })

  it('owes no cash any more', async () => {
    const { id, shopper, email } = await orderIn('Shipped')
    await giveBack(id)
    expect((await takeCash(id)).statusCode).toBe(409)
    expect((await seen(shopper))?.isPaid).toBe(false)
    expect((await shop.mailsTo(email)).at(-1)?.text_body).toContain('There is nothing to pay.')
  })

  it('goes no further, and cannot be cancelled by its shopper', async () => {
    const { id, shopper } = await orderIn('Delivered')
    await giveBack(id)
    for (const status of ['Shipped', 'Delivered', 'Cancelled', 'Order Placed'])
      expect((await move(id, status)).statusCode).toBe(409)
    expect((await shopper.send({ method: 'POST', url: `/api/order/${id}/cancel` })).statusCode).toBe(409)
  })

  it('takes restock as yes or no only', async () => {
    const { id } = await orderIn('Shipped')
    for (const restock of ['false', 0, null]) expect((await giveBack(id, restock)).statusCode).toBe(400)
  })

  it('alone can be written off: what is cancelled never left, and comes back into stock', async () => {
    const { id, product, shopper } = await orderIn('Confirmed', { stock: 4 })
    const payload = { status: 'Cancelled', restock: false }
    const cancelled = await seller.send({ method: 'POST', url: `/api/order/${id}/status`, payload })
    expect(cancelled.statusCode).toBe(200)
    expect(await stockOf(product)).toBe(4)
    expect((await seen(shopper))?.status).toBe('Cancelled')
  })

  it('stops nobody from deleting the account', async () => {
    const { id, shopper } = await orderIn('Shipped')
    const remove = () =>
      shopper.send({ method: 'POST', url: '/api/user/delete', payload: { currentPassword: 'a good password' } })
    expect((await remove()).statusCode).toBe(409)
    await giveBack(id)
    expect((await remove()).statusCode).toBe(200)
  })
})

describe('taking the cash', () => {
  it('marks a COD order as paid, once, with one mail', async () => {
    const { id, shopper, email } = await orderIn('Delivered')
    const answers = await Promise.all(Array.from({ length: 6 }, () => takeCash(id)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
    expect((await seen(shopper))?.isPaid).toBe(true)
    expect(await mailsAbout(email)).toEqual(['', 'is paid'])
  })

  it.each([
    ['a cancelled order', 'Cancelled', 'COD'],
    ['an order paid by card', 'Awaiting payment', 'Online'],
  ] as const)('is refused for %s', async (_, status, paymentType) => {
    const { id, shopper } = await orderIn(status, { paymentType })
    expect((await takeCash(id)).statusCode).toBe(409)
    expect((await seen(shopper))?.isPaid).toBe(false)
  })

  it.each(['Order Placed', 'Confirmed', 'Packed'] as const)('is too early for an order that is %s', async (status) => {
    const { id, shopper } = await orderIn(status)
    expect((await takeCash(id)).json()).toMatchObject({ success: false, code: 'CASH_TOO_EARLY' })
    expect((await seen(shopper))?.isPaid).toBe(false)
  })

  it('can be taken back for 24 hours; the history has both', async () => {
    const { id, shopper, email } = await orderIn('Shipped')
    await takeCash(id)
    expect((await seen(shopper))?.paidAt).toBeInstanceOf(Date)
    const answers = [await undoCash(id), await undoCash(id)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const order = await seen(shopper)
    expect(order).toMatchObject({ isPaid: false, status: 'Shipped' })
    expect(order).not.toHaveProperty('paidAt')
    expect(order?.history.slice(-2).map(({ text }) => text)).toEqual(['Cash received', 'Cash received was a mistake'])
    expect(await mailsAbout(email)).toEqual(['', 'is paid', 'is not paid yet'])
    expect((await takeCash(id)).statusCode).toBe(200)
    expect((await seen(shopper))?.isPaid).toBe(true)
  })

  it('cannot be taken back a day later, nor once some of it was refunded, nor where it was paid online', async () => {
    const now = Date.now()
    const [late, refunded] = [await orderIn('Shipped'), await orderIn('Shipped')]
    const online = await orderIn('Shipped', { isPaid: true, paymentType: 'Online' })
    for (const { id } of [late, refunded]) await takeCash(id)
    const payload = { lines: [{ product: refunded.product, quantity: 1 }], method: 'upi', reference: 'UPI 1' }
    const refund = await seller.send({ method: 'POST', url: `/api/order/${refunded.id}/refund`, payload })
    expect(refund.statusCode).toBe(200)
    for (const { id } of [refunded, online]) expect((await undoCash(id)).statusCode).toBe(409)
    shop.setClock(new Date(now + 25 * 60 * 60 * 1000))
    seller = await shop.seller()
    expect((await undoCash(late.id)).statusCode).toBe(409)
    shop.setClock(undefined)
    seller = await shop.seller()
    expect((await undoCash(newId())).statusCode).toBe(404)
  })

  it('of an unknown order is not found', async () => {
    expect((await takeCash(newId())).statusCode).toBe(404)
  })

  it('tells nobody when the account was deleted since', async () => {
    const { id, shopper } = await orderIn('Delivered')
    const deleted = await shopper.send({
      method: 'POST',
      url: '/api/user/delete',
      payload: { currentPassword: 'a good password' },
    })
    expect(deleted.statusCode).toBe(200)
    expect((await takeCash(id)).statusCode).toBe(200)
    expect(await shop.mailsTo('')).toEqual([])
  })
})
