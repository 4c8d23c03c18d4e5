import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestShop, testShop } from '#server/test-shop.ts'
import { newId } from '#shared/ids.ts'
import { listMyOrders } from '../orders.contract.ts'
import { movesBy, type OrderStatus, orderStatuses } from '../orders.states.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop({ SELLER_EMAIL: 'seller@example.com', SELLER_PASSWORD: 'sell everything' })
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
  await shop.db
    .updateTable('orders')
    .set({ status, is_paid: isPaid ? 1 : 0, payment_type: paymentType })
    .where('id', '=', id)
    .execute()
  return { id, product, shopper, email: shopper.email }
}
const move = (id: string, status: unknown) =>
  seller.send({ method: 'POST', url: `/api/order/${id}/status`, payload: { status } })
const takeCash = (id: string) => seller.send({ method: 'POST', url: `/api/order/${id}/cash-received` })
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
    expect((await shop.mailsTo(paid.email)).at(-1)?.text_body).toContain('What you paid, ₹102.00, goes back to you.')
  })

  it('reminds of the cash when a COD order leaves, and not when it is paid', async () => {
    const [cod, paid] = [await orderIn('Packed'), await orderIn('Packed', { isPaid: true, paymentType: 'Online' })]
    await move(cod.id, 'Shipped')
    await move(paid.id, 'Shipped')
    expect((await shop.mailsTo(cod.email)).at(-1)?.text_body).toContain('Please keep ₹102.00 ready for the courier.')
    expect((await shop.mailsTo(paid.email)).at(-1)?.text_body).not.toContain('courier')
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
