import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockRows } from '#kernel/db/engine.ts'
import { type TestShop, testShop } from '#testing/shop.ts'
import { countOrders, order, type Shopper, stockOf } from '../../testing/order.ts'
import { deleteOldKeys } from './idempotency-key.ts'
import { placeCodOrder } from './place-order.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.close())

describe('many at once', () => {
  it('64 buyers of the last piece: one order, 63 times 409, nothing oversold', async () => {
    const bowl = await shop.product({ stock: 1 })
    const shoppers: Shopper[] = []
    for (let at = 0; at < 8; at++) shoppers.push(await shop.shopper())
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, at) =>
        order(shoppers[at % 8] as Shopper, [{ product: bowl, quantity: 1 }], { 'idempotency-key': `buyer-${at}` }),
      ),
    )
    const statuses = Object.groupBy(answers, (answer) => answer.statusCode)
    expect({ placed: statuses[200]?.length, refused: statuses[409]?.length }).toEqual({ placed: 1, refused: 63 })
    expect(await stockOf(shop, bowl)).toEqual({ stock: 0, in_stock: 0 })
  })

  it('the same Idempotency-Key in parallel: one order, the same answer to all', async () => {
    const bowl = await shop.product({ stock: 100 })
    const shopper = await shop.shopper()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        order(shopper, [{ product: bowl, quantity: 3 }], { 'idempotency-key': 'checkout-1' }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.json().orderId)).size).toBe(1)
    expect(await countOrders(shopper)).toBe(1)
    expect((await stockOf(shop, bowl)).stock).toBe(97)
  })

  it('the same key with other content is refused, and belongs to one shopper only', async () => {
    const bowl = await shop.product()
    const [shopper, other] = [await shop.shopper(), await shop.shopper()]
    const headers = { 'idempotency-key': 'checkout-2' }
    await order(shopper, [{ product: bowl, quantity: 1 }], headers)
    expect((await order(shopper, [{ product: bowl, quantity: 2 }], headers)).statusCode).toBe(409)
    expect((await order(other, [{ product: bowl, quantity: 2 }], headers)).statusCode).toBe(200)
    expect(
      (await order(other, [{ product: bowl, quantity: 2 }], { 'idempotency-key': 'x'.repeat(256) })).statusCode,
    ).toBe(400)
  })

  it('a key that belongs to a refused order can be used again', async () => {
    const bowl = await shop.product({ stock: 0 })
    const shopper = await shop.shopper()
    const headers = { 'idempotency-key': 'checkout-3' }
    expect((await order(shopper, [{ product: bowl, quantity: 1 }], headers)).statusCode).toBe(409)
    await shop.db.updateTable('products').set({ stock: 1, in_stock: 1 }).where('id', '=', bowl).execute()
    expect((await order(shopper, [{ product: bowl, quantity: 1 }], headers)).statusCode).toBe(200)
  })

  it('an identical order without a key makes no second within 10 seconds, but does later', async () => {
    const bowl = await shop.product()
    const shopper = await shop.shopper()
    const now = Date.now()
    shop.setClock(new Date(now))
    const [first, second] = await Promise.all([
      order(shopper, [{ product: bowl, quantity: 1 }]),
      order(shopper, [{ product: bowl, quantity: 1 }]),
    ])
    expect(first?.json().orderId).toBe(second?.json().orderId)
    await order(shopper, [{ product: bowl, quantity: 2 }])
    expect(await countOrders(shopper)).toBe(2)
    shop.setClock(new Date(now + 11_000))
    await order(shopper, [{ product: bowl, quantity: 1 }])
    expect(await countOrders(shopper)).toBe(3)
    shop.setClock(undefined)
  })

  it('an identical order without a key makes no second while the first waits, however long', async () => {
    const [bowl, shopper] = [await shop.product(), await shop.shopper()]
    const held = Promise.withResolvers<void>()
    const holds = Promise.withResolvers<void>()
    const holder = shop.db.transaction().execute(async (tx) => {
      await lockRows(tx, tx.selectFrom('products').select('id').where('id', '=', bowl)).execute()
      holds.resolve()
      await held.promise
    })
    await holds.promise
    const place = () =>
      placeCodOrder(
        shop.deps,
        { shopperId: shopper.user._id, idempotencyKey: undefined },
        { items: [{ product: bowl, quantity: 1 }], address: shopper.address._id },
      )
    const start = new Date()
    shop.setClock(start)
    const first = place()
    shop.setClock(new Date(start.getTime() + 11_000))
    const second = place()
    held.resolve()
    await holder
    expect((await second).orderId).toBe((await first).orderId)
    shop.setClock(undefined)
    expect(await countOrders(shopper)).toBe(1)
  })
})

it('keys are kept for 24 hours', async () => {
  const [bowl, shopper] = [await shop.product(), await shop.shopper()]
  const place = () => order(shopper, [{ product: bowl, quantity: 1 }], { 'idempotency-key': 'once' })
  const { orderId } = (await place()).json()
  const inHours = (hours: number) => ({ ...shop.deps, now: () => new Date(Date.now() + hours * 60 * 60 * 1000) })
  await deleteOldKeys(inHours(23))
  expect((await place()).json().orderId).toBe(orderId)
  await deleteOldKeys(inHours(25))
  expect((await place()).json().orderId).not.toBe(orderId)
})
