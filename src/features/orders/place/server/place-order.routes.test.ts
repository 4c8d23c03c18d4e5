import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isAuth } from '#features/auth/auth.contract.ts'
import { updateCart } from '#features/cart/cart.contract.ts'
import { decideApplication, listApplications, submitApplication } from '#features/producers/producers.contract.ts'
import { sampleProducers } from '#features/producers/sample-producers.ts'
import { application } from '#features/producers/testing/application.ts'
import { withSamples } from '#features/producers/testing/samples.ts'
import { listenToStatements } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { HOUR_MS } from '#shared/time.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { cancelOrder, getMyOrder, getSellerOrder, listMyOrders } from '../../orders.contract.ts'
import { moveOrder } from '../../seller-orders.contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings)
})
afterAll(() => shop.close())
afterEach(() => shop.setClock(undefined))

type Shopper = Awaited<ReturnType<TestShop['shopper']>>
type Items = { product: string; quantity: number }[]

const place = (shopper: Shopper, items: Items, headers: Record<string, string> = {}, path = '/api/order/cod') =>
  shopper.send({ method: 'POST', url: path, headers, payload: { items, address: shopper.address._id } })
const placed = async (shopper: Shopper, items: Items) => {
  const answer = await place(shopper, items)
  expect(answer.statusCode, answer.body).toBe(200)
  return String(answer.json().orderId)
}
const countOrders = async (shopper: Shopper) => (await shopper.api(listMyOrders, { query: { limit: '1' } })).total
const cartOf = async (shopper: Shopper) => (await shopper.api(isAuth)).user.cartItems

describe('the days on which an order arrives', () => {
  it('are those of its latest line, counted in Indian days from the order', async () => {
    // Half past midnight on 23 November in India.
    shop.setClock(new Date('2026-11-22T19:00:00Z'))
    const shopper = await shop.shopper()
    const [usual, late] = [await shop.product(), await shop.product({ deliveryDays: '3-12' })]
    const ids = [
      await placed(shopper, [{ product: usual, quantity: 1 }]),
      await placed(shopper, [
        { product: usual, quantity: 1 },
        { product: late, quantity: 1 },
      ]),
    ]
    const orders = await Promise.all(ids.map((id) => shopper.api(getMyOrder, { params: { id } })))
    expect(orders.map(({ order }) => order.delivery)).toEqual([
      { from: '2026-11-27', to: '2026-12-01' },
      { from: '2026-11-27', to: '2026-12-05' },
    ])
  })

  it('are not known of orders that older versions of the shop took', async () => {
    const shopper = await shop.shopper()
    const id = await placed(shopper, [{ product: await shop.product(), quantity: 1 }])
    await shop.db.updateTable('orders').set({ delivery_from: null, delivery_to: null }).where('id', '=', id).execute()
    expect((await shopper.api(getMyOrder, { params: { id } })).order.delivery).toBeNull()
  })
})

describe('an order that was asked for again after it was cancelled', () => {
  it('is named as cancelled where its key is sent', async () => {
    const [shopper, product] = [await shop.shopper(), await shop.product()]
    const headers = { 'idempotency-key': 'once' }
    const first = (await place(shopper, [{ product, quantity: 1 }], headers)).json()
    expect(first).toMatchObject({ message: 'Order placed', status: 'Order Placed' })
    await shopper.api(cancelOrder, { params: { id: first.orderId } })
    const again = await place(shopper, [{ product, quantity: 1 }], headers)
    expect(again.statusCode).toBe(200)
    expect(again.json()).toMatchObject({
      orderId: first.orderId,
      status: 'Cancelled',
      message: 'You placed this order before. It is cancelled now',
    })
    expect(await countOrders(shopper)).toBe(1)
  })

  it('is a new one where no key is sent, within the ten seconds too', async () => {
    const [shopper, product] = [await shop.shopper(), await shop.product()]
    const first = await placed(shopper, [{ product, quantity: 1 }])
    await shopper.api(cancelOrder, { params: { id: first } })
    const second = await placed(shopper, [{ product, quantity: 1 }])
    expect(second).not.toBe(first)
    expect((await shopper.api(getMyOrder, { params: { id: second } })).order.status).toBe('Order Placed')
    expect(await placed(shopper, [{ product, quantity: 1 }])).toBe(second)
  })

  it('is named by its status online too, once it was paid and cancelled', async () => {
    const [shopper, product] = [await shop.shopper(), await shop.product()]
    const headers = { 'idempotency-key': 'online' }
    const order = () => place(shopper, [{ product, quantity: 1 }], headers, '/api/order/stripe')
    const { orderId, url, status } = (await order()).json()
    expect(status).toBe('Awaiting payment')
    await shopper.send({ method: 'POST', url: `/api/test-checkout/${url.split('/').at(-1)}/pay` })
    expect((await order()).json()).toMatchObject({ orderId, status: 'Order Placed' })
    await shopper.api(cancelOrder, { params: { id: orderId } })
    expect((await order()).json()).toMatchObject({ orderId, status: 'Cancelled' })
  })
})

describe('the cart after a cash-on-delivery order', () => {
  it('has what was not ordered, and is empty after a whole checkout', async () => {
    const shopper = await shop.shopper()
    const [bowl, honey] = [await shop.product(), await shop.product()]
    await shopper.api(updateCart, { body: { cartItems: { [bowl]: 3, [honey]: 1 } } })
    await placed(shopper, [{ product: bowl, quantity: 1 }])
    expect(await cartOf(shopper)).toEqual({ [bowl]: 2, [honey]: 1 })
    await placed(shopper, [
      { product: bowl, quantity: 2 },
      { product: honey, quantity: 5 },
    ])
    expect(await cartOf(shopper)).toEqual({})
  })

  it('keeps what is put into it at the same moment', async () => {
    const shopper = await shop.shopper()
    const [bowl, honey] = [await shop.product(), await shop.product()]
    for (let turn = 1; turn <= 10; turn += 1) {
      await shopper.api(updateCart, { body: { cartItems: { [bowl]: 1 } } })
      await Promise.all([
        placed(shopper, [{ product: bowl, quantity: turn }]),
        shopper.api(updateCart, { body: { cartItems: { [bowl]: 1, [honey]: turn } } }),
      ])
      expect(await cartOf(shopper)).toMatchObject({ [honey]: turn })
    }
  })
})

it('an order takes at most 9 statements in one transaction, 4 on PostgreSQL, with all that it may have to do', async () => {
  const quiet = await testShop()
  const shopper = await quiet.shopper()
  const [bowl, honey, gone] = [await quiet.product({ stock: 9 }), await quiet.product(), await quiet.product()]
  await placed(shopper, [{ product: bowl, quantity: 1 }])
  await shopper.api(updateCart, { body: { cartItems: { [bowl]: 2, [honey]: 1, [gone]: 1 } } })
  // Whose transactions could come in between.
  await quiet.deps.jobs.stop()
  const statements: string[] = []
  const stop = listenToStatements(quiet.db, ({ sql }) => {
    // The process asks for it four times a second, on PostgreSQL on another connection.
    if (!sql.includes('"catalogue_version"')) statements.push(sql)
  })
  const answer = await place(
    shopper,
    [
      { product: bowl, quantity: 2 },
      { product: honey, quantity: 1 },
    ],
    { 'idempotency-key': 'counted' },
  )
  stop()
  expect(answer.statusCode).toBe(200)
  await quiet.close()
  const from = statements.findIndex((sql) => /^begin/.test(sql))
  const to = statements.findIndex((sql) => /^commit/.test(sql))
  const within = statements.slice(from + 1, to)
  expect(within, within.join('\n')).toHaveLength(onPostgres ? 4 : 9)
})

describe("a line's producer", () => {
  it('is kept with id and name as they were: an approved one, a sample, or none', async () => {
    const [shopper, boss] = [await shop.shopper(), await shop.seller()]
    await shop.browser().api(submitApplication, { body: { ...application, specialties: ['silk'] } })
    const { applications } = await boss.api(listApplications, { query: { status: 'pending' } })
    const [{ _id = '', name = '' } = {}] = applications
    await boss.api(decideApplication, { params: { id: _id }, body: { status: 'approved' } })
    await withSamples(shop.db)
    const [sample] = sampleProducers
    const products = [
      await shop.product({ producerId: _id }),
      await shop.product({ producerId: sample._id }),
      await shop.product(),
    ]
    const id = await placed(
      shopper,
      products.map((product) => ({ product, quantity: 1 })),
    )
    const producers = [{ _id, name }, { _id: sample._id, name: sample.name }, null]
    await shop.db.updateTable('producers').set({ name: 'Renamed' }).where('id', '=', _id).execute()
    await shop.db.updateTable('products').set({ producer_id: null }).execute()
    for (const { order } of [
      await shopper.api(getMyOrder, { params: { id } }),
      await boss.api(getSellerOrder, { params: { id } }),
    ])
      expect(order.items.map(({ producer }) => producer)).toEqual(producers)
    const csv = await boss.send({ method: 'GET', url: '/api/order/export.csv' })
    expect(csv.body).toContain(`${name}\n${sample.name}`)
  })
})

describe('where the shop ships to', () => {
  const nepal = { country: 'Nepal', zipcode: '44600', state: 'Bagmati', city: 'Kathmandu' }
  const to = async (own: TestShop, address: object) => {
    const shopper = await own.shopper()
    const saved = await shopper.send({ method: 'PATCH', url: `/api/address/${shopper.address._id}`, payload: address })
    expect(saved.statusCode).toBe(200)
    return { shopper, order: await place(shopper, [{ product: await own.product(), quantity: 1 }]) }
  }

  it('is India unless the settings say otherwise: another address is saved, and not ordered to', async () => {
    const { shopper, order } = await to(shop, nepal)
    expect(order.statusCode).toBe(409)
    expect(order.json()).toMatchObject({
      success: false,
      code: 'DOES_NOT_SHIP',
      message: 'We do not ship to Nepal yet. Please choose another address',
    })
    expect(await countOrders(shopper)).toBe(0)
    expect((await to(shop, { country: ' INDIA ' })).order.statusCode).toBe(200)
  })

  it('are the countries of SHIP_TO', async () => {
    const other = await testShop({ SHIP_TO: 'Nepal, Sri Lanka' })
    expect((await to(other, nepal)).order.statusCode).toBe(200)
    expect((await to(other, { country: 'India' })).order.json().message).toContain('We do not ship to India yet')
    await other.close()
  })
})

describe('how many orders an account may have', () => {
  let limited: TestShop
  beforeEach(async () => {
    limited = await testShop({ ...sellerSettings, RATE_LIMIT: 'on' })
  })
  afterEach(() => limited.close())

  const confirm = ({ user }: Shopper) =>
    limited.db.updateTable('users').set({ email_confirmed_at: Date.now() }).where('id', '=', user._id).execute()
  /** Different each time, so that none is taken for another. */
  async function many(shopper: Shopper, count: number, path = '/api/order/cod') {
    const product = await limited.product()
    return Promise.all(
      Array.from({ length: count }, (_, at) => place(shopper, [{ product, quantity: at + 1 }], {}, path)),
    )
  }
  const statuses = (answers: { statusCode: number }[]) =>
    Object.fromEntries(
      [...Map.groupBy(answers, (answer) => answer.statusCode)].map(([status, all]) => [status, all.length]),
    )

  it('5 unsent cash orders before its address is confirmed, 20 after it, also when they come at once', async () => {
    const shopper = await limited.shopper()
    const answers = await many(shopper, 8)
    expect(statuses(answers)).toEqual({ 200: 5, 409: 3 })
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json()
    expect(refused).toMatchObject({
      code: 'TOO_MANY_COD_ORDERS',
      message: expect.stringContaining('confirm your email address'),
    })
    await confirm(shopper)
    expect(statuses(await many(shopper, 16))).toEqual({ 200: 15, 409: 1 })

    const boss = await limited.seller()
    const { orders } = await shopper.api(listMyOrders)
    const [first] = orders
    for (const status of ['Confirmed', 'Packed', 'Shipped'] as const)
      await boss.api(moveOrder, { params: { id: first?._id ?? '' }, body: { status } })
    expect(statuses(await many(shopper, 2))).toEqual({ 200: 1, 409: 1 })
  })

  it('30 new ones in an hour, however they are paid; then it says how long to wait', async () => {
    const shopper = await limited.shopper()
    await confirm(shopper)
    const start = Date.now()
    limited.setClock(new Date(start))
    expect(statuses(await many(shopper, 18))).toEqual({ 200: 18 })
    // Each replaces the one before, so they come one after another.
    const product = await limited.product()
    for (let at = 1; at <= 12; at += 1)
      expect((await place(shopper, [{ product, quantity: at }], {}, '/api/order/stripe')).statusCode).toBe(200)
    limited.setClock(new Date(start + HOUR_MS / 2))
    for (const path of ['/api/order/cod', '/api/order/stripe']) {
      const refused = await place(shopper, [{ product, quantity: 50 }], {}, path)
      expect(refused.statusCode).toBe(429)
      expect(refused.headers['retry-after']).toBe('1800')
      expect(refused.json()).toMatchObject({ success: false, code: 'TOO_MANY' })
    }
    limited.setClock(new Date(start + HOUR_MS))
    expect((await place(shopper, [{ product, quantity: 50 }])).statusCode).toBe(200)
  })

  it('a repeated call is answered as before, whatever the limit', async () => {
    const [shopper, product] = [await limited.shopper(), await limited.product()]
    const headers = { 'idempotency-key': 'first' }
    const { orderId } = (await place(shopper, [{ product, quantity: 1 }], headers)).json()
    await many(shopper, 6)
    expect((await place(shopper, [{ product, quantity: 1 }], headers)).json()).toMatchObject({ orderId })
  })
})

it.runIf(onPostgres)(
  'an order waits for the deletion of its account that has begun, and is not placed after it',
  async () => {
    const [shopper, product] = [await shop.shopper(), await shop.product({ stock: 3 })]
    const [isLocked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const deletion = shop.db.transaction().execute(async (tx) => {
      const account = tx.selectFrom('users').select('id').where('id', '=', shopper.user._id)
      await lockRows(tx, account).execute()
      isLocked.resolve()
      await mayEnd.promise
      await tx.deleteFrom('users').where('id', '=', shopper.user._id).execute()
    })
    await isLocked.promise
    const waiting = ['/api/order/cod', '/api/order/stripe'].map((path) =>
      place(shopper, [{ product, quantity: 1 }], {}, path),
    )
    mayEnd.resolve()
    await deletion
    for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(401)
    const left = await shop.db.selectFrom('orders').select('id').where('user_id', '=', shopper.user._id).execute()
    expect(left).toEqual([])
  },
)

describe('a cart that was ordered on another device', () => {
  const START = new Date('2026-11-23T06:00:00Z')
  const later = (ms: number) => shop.setClock(new Date(START.getTime() + ms))
  /** As the cart's page sends it. */
  const orderCart = (shopper: Shopper, items: Items) =>
    shopper.send({
      method: 'POST',
      url: '/api/order/cod',
      payload: { items, address: shopper.address._id, fromCart: true },
    })
  async function orderedElsewhere() {
    later(0)
    const [shopper, product] = [await shop.shopper(), await shop.product()]
    const items = [{ product, quantity: 2 }]
    await shopper.api(updateCart, { body: { cartItems: { [product]: 2 } } })
    const first = await orderCart(shopper, items)
    expect(first.statusCode, first.body).toBe(200)
    const { order } = await shopper.api(getMyOrder, { params: { id: first.json().orderId } })
    return { shopper, product, items, order }
  }

  it('is asked for before it is ordered again', async () => {
    const { shopper, items, order } = await orderedElsewhere()
    later(20_000)
    const asked = await orderCart(shopper, items)
    expect(asked.statusCode).toBe(409)
    expect(asked.json()).toMatchObject({
      code: 'ORDERED_ALREADY',
      message: `You ordered this 20 seconds ago: order #${order.number}. Order it again?`,
      number: order.number,
      orderId: order._id,
    })
    expect(await countOrders(shopper)).toBe(1)
    expect((await place(shopper, items)).statusCode).toBe(200)
    expect(await countOrders(shopper)).toBe(2)
  })

  it('is ordered again unasked when it was put into the cart again', async () => {
    const { shopper, product, items } = await orderedElsewhere()
    later(20_000)
    await shopper.api(updateCart, { body: { cartItems: { [product]: 2 } } })
    expect((await orderCart(shopper, items)).statusCode).toBe(200)
  })

  it.each([
    ['other pieces', 20_000, 1],
    ['an order of more than a day ago', 25 * HOUR_MS, 2],
  ])('is not asked for because of %s', async (_, ms, quantity) => {
    const { shopper, product } = await orderedElsewhere()
    later(ms)
    expect((await orderCart(shopper, [{ product, quantity }])).statusCode).toBe(200)
  })

  it('is not asked for because of an order that was cancelled', async () => {
    const { shopper, items, order } = await orderedElsewhere()
    await shopper.api(cancelOrder, { params: { id: order._id } })
    later(20_000)
    expect((await orderCart(shopper, items)).statusCode).toBe(200)
  })
})
