import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writePapers } from '#features/invoices/server/write-papers.ts'
import { lookAgain } from '#features/orders/journal/server/journal.ts'
import { lockRows, takeTurns } from '#kernel/db/engine.ts'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { anyAddress, onPostgres, type TestShop, testShop } from '#testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.close())

type Shopper = Awaited<ReturnType<TestShop['shopper']>>
const remove = (shopper: Shopper) =>
  shopper.send({ method: 'POST', url: '/api/user/delete', payload: { currentPassword: 'a good password' } })

const orderOf = (user_id: string, status: 'Order Placed' | 'Delivered', at = Date.now()) => ({
  ...{ id: newId(), user_id, status, payment_type: 'COD' as const, is_paid: 0, created_at: at },
  ...{ subtotal_paise: paise(100), tax_paise: paise(2), amount_paise: paise(102), address: JSON.stringify(anyAddress) },
})

describe('deleting an account', () => {
  it('waits for an order that is being placed, and then for the order', async ({ skip }) => {
    skip(!onPostgres, 'one transaction at a time')
    const shopper = await shop.shopper()
    const { _id } = shopper.user
    const locked = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    // As an order does: the account's row first.
    const placing = shop.db.transaction().execute(async (tx) => {
      await lockRows(tx, tx.selectFrom('users').select('id').where('id', '=', _id)).execute()
      locked.resolve()
      await mayEnd.promise
      await tx.insertInto('orders').values(orderOf(_id, 'Order Placed')).execute()
    })
    await locked.promise
    const removing = remove(shopper)
    // Long enough for the password to be checked.
    await setTimeout(500)
    mayEnd.resolve()
    await placing
    expect((await removing).json().code).toBe('OPEN_ORDERS')
  })

  it('locks no order while invoices are numbered, which locks orders of many shoppers', async ({ skip }) => {
    skip(!onPostgres, 'one transaction at a time')
    const shopper = await shop.shopper()
    await shop.db.insertInto('orders').values(orderOf(shopper.user._id, 'Delivered')).execute()
    const locked = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const numbering = shop.db.transaction().execute(async (tx) => {
      await takeTurns(tx, 'invoices')
      locked.resolve()
      await mayEnd.promise
      const own = tx.selectFrom('orders').select('id').where('user_id', '=', shopper.user._id)
      return lockRows(tx, own).execute()
    })
    await locked.promise
    const removing = remove(shopper)
    await setTimeout(500)
    mayEnd.resolve()
    expect(await numbering).toHaveLength(1)
    expect((await removing).statusCode).toBe(200)
  })

  it('neither fails nor deadlocks beside the numbering of invoices, in whatever order the rows are', async () => {
    const shoppers = await Promise.all(Array.from({ length: 6 }, () => shop.shopper()))
    for (const [at, { user }] of shoppers.entries()) {
      // Old and new orders of all of them lie between each other's.
      const orders = Array.from({ length: 40 }, (_, index) =>
        orderOf(user._id, 'Delivered', (at % 2 ? -index : index) * 7),
      )
      await shop.db.insertInto('orders').values(orders).execute()
    }
    await lookAgain(shop.db, 'papers', shop.deps.now(), shop.db.selectFrom('orders'))
    let isDone = false
    const numbering = (async () => {
      while (!isDone) {
        await writePapers(shop.deps)
        await setTimeout(1)
      }
    })()
    const answers = await Promise.all(shoppers.map(remove))
    isDone = true
    await numbering
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
    await writePapers(shop.deps)
    const left = await shop.db
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'Delivered')
      .where('id', 'not in', shop.db.selectFrom('invoices').select('order_id'))
      .execute()
    expect(left).toEqual([])
    const numbers = await shop.db.selectFrom('invoices').select('number').orderBy('number').execute()
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => at + 1))
  })
})
