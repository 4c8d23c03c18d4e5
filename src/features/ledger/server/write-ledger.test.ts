import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lookAgain, waitingFor } from '#features/orders/journal/server/journal.ts'
import { refundOrder, undoCashReceived } from '#features/orders/seller-orders.contract.ts'
import { order as placeOrder } from '#features/orders/testing/order.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { deliver, type Seller, type Shopper } from '#features/returns/testing/returns.ts'
import { transact } from '#kernel/background.ts'
import { paise } from '#shared/money.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { NO_AMOUNTS } from '../ledger.amounts.ts'
import { checkLedger } from './check-ledger.ts'
import { appendEntries, takeLedgerTurn } from './entries.ts'
import { writeLedger } from './write-ledger.ts'

let shop: TestShop
let seller: Seller
let shopper: Shopper
let product: string
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  shop.setClock(new Date('2026-11-23T10:00:00Z'))
  seller = await shop.seller()
  shopper = await shop.shopper()
  const producerId = await producer(shop, 'Asha Silk')
  product = await shop.product({ producerId, offerPricePaise: 99_99, stock: 100_000 })
  const prices = { maker_price_paise: paise(55_55), costs_paise: paise(10_00) }
  await shop.db.updateTable('products').set(prices).where('id', '=', product).execute()
})
afterEach(() => shop.close())

let keys = 0
async function place(quantity = 1) {
  keys += 1
  const answer = await placeOrder(shopper, [{ product, quantity }], { 'idempotency-key': `key ${keys}` })
  return String(answer.json().orderId)
}
async function sell(quantity = 1) {
  const id = await place(quantity)
  await deliver(seller, id)
  return id
}
const entries = () => shop.db.selectFrom('ledger_entries').selectAll().orderBy('number').execute()
const dues = () =>
  shop.db.selectFrom('ledger_dues').select(['amount_paise', 'due_at']).orderBy('entry_number').execute()
const due = async () => {
  const orders = await shop.db.selectFrom('orders').select('id').execute()
  const ids = orders.map(({ id }) => id)
  return [...(await waitingFor(shop.db, 'ledger', ids))]
}

describe('the writer', () => {
  it('is woken by what happens to orders, and enters it after the commit', async () => {
    const id = await sell(2)
    await vi.waitFor(async () => expect(await entries()).toHaveLength(1), { timeout: 5000 })
    const body = { lines: [{ product, quantity: 1 }], method: 'upi' as const, reference: 'UPI 1' }
    await seller.api(refundOrder, { params: { id }, body })
    await vi.waitFor(async () => expect(await entries()).toHaveLength(2), { timeout: 5000 })
    expect((await entries()).map(({ kind, quantity }) => ({ kind, quantity }))).toEqual([
      { kind: 'sale', quantity: 2 },
      { kind: 'return', quantity: -1 },
    ])
    expect(await due()).toEqual([])
  })

  it('has a sale due at the end of the days to return, and what goes back of it with it', async () => {
    const id = await sell()
    await writeLedger(shop.deps)
    shop.setClock(new Date('2026-11-24T09:00:00Z'))
    seller = await shop.seller()
    await seller.api(undoCashReceived, { params: { id } })
    await writeLedger(shop.deps)
    // The end of the seventh Indian day after 23 November.
    const due_at = Date.parse('2026-11-30T18:30:00Z')
    expect(await dues()).toEqual([
      { amount_paise: 84_83, due_at },
      { amount_paise: -84_83, due_at },
    ])
    expect((await entries()).at(-1)).toMatchObject({ kind: 'correction', quantity: -1, reason: expect.any(String) })
  })

  it('has cash due when nobody can take it back any more, though there are no days to return', async () => {
    await shop.close()
    shop = await testShop({ ...sellerSettings, RETURN_DAYS: '0' })
    shop.setClock(new Date('2026-11-23T18:00:00Z'))
    seller = await shop.seller()
    shopper = await shop.shopper()
    product = await shop.product({ producerId: await producer(shop, 'Asha Silk'), offerPricePaise: 99_99 })
    await shop.db
      .updateTable('products')
      .set({ maker_price_paise: paise(55_55) })
      .execute()
    await sell()
    await writeLedger(shop.deps)
    expect((await dues()).map(({ due_at }) => due_at)).toEqual([Date.parse('2026-11-24T18:00:00Z')])
  })

  it('clears an order from before the ledger without entering it', async () => {
    const old = await place()
    await sql`update orders set ledger_salt = null`.execute(shop.db)
    await deliver(seller, old)
    await writeLedger(shop.deps)
    expect(await entries()).toEqual([])
    expect(await due()).toEqual([])
  })

  it('passes over an order whose figures are impossible, which stays due', async () => {
    const broken = await place(2)
    await sql`update order_lines set maker_paise = maker_paise + 1, shop_paise = shop_paise - 1`.execute(shop.db)
    await deliver(seller, broken)
    await sell()
    await seller.api(refundOrder, {
      params: { id: broken },
      body: { lines: [{ product, quantity: 1 }], method: 'upi', reference: '1' },
    })
    await writeLedger(shop.deps)
    // The shop's own writer may have entered the sale already; half of it has no whole number of paise.
    const ofBroken = (await entries()).filter(({ order_id }) => order_id === broken)
    expect(ofBroken.filter(({ kind }) => kind === 'return')).toEqual([])
    expect(await due()).toEqual([broken])
  })

  it('leaves nothing of a batch that breaks off: the next run enters it', async () => {
    const id = await place()
    await expect(
      transact(shop.deps, async (tx) => {
        await takeLedgerTurn(tx)
        await appendEntries(tx, shop.deps.now(), [
          {
            ...NO_AMOUNTS,
            kind: 'sale',
            producerId: 'asha',
            order: { id, salt: 'salt' },
            line: 1,
            quantity: 1,
            maker: paise(1),
          },
        ])
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    for (const table of ['ledger_entries', 'ledger_dues', 'ledger_sums', 'ledger_months', 'ledger_makers'] as const)
      expect(await shop.db.selectFrom(table).selectAll().execute()).toEqual([])
    await deliver(seller, id)
    await writeLedger(shop.deps)
    expect(await entries()).toHaveLength(1)
  })
})

/**
 * Another order like this one, so many times, as a fixture: written in one statement each, and due once all is there,
 * since the shop's own writer runs meanwhile.
 */
async function copies(id: string, count: number) {
  const row = await shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const line = await shop.db.selectFrom('order_lines').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
  const parcel = await shop.db.selectFrom('parcels').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
  const ids = Array.from({ length: count }, (_, at) => `copy-${at}`)
  const { number: _, ...order } = row
  for (let from = 0; from < count; from += 200) {
    const some = ids.slice(from, from + 200)
    await shop.db
      .insertInto('orders')
      .values(some.map((own) => ({ ...order, id: own })))
      .execute()
    await shop.db
      .insertInto('order_lines')
      .values(some.map((own) => ({ ...line, order_id: own })))
      .execute()
    await shop.db
      .insertInto('parcels')
      .values(some.map((own) => ({ ...parcel, id: own, order_id: own, token: own })))
      .execute()
  }
  await lookAgain(shop.db, 'ledger', shop.deps.now(), shop.db.selectFrom('orders').where('id', 'in', ids))
}

it('1,000 orders are entered in a few seconds, and the event loop is free meanwhile', async () => {
  await copies(await sell(), 1000)
  let longest = 0
  let isDone = false
  const watch = (async () => {
    for (let last = performance.now(); !isDone; last = performance.now()) {
      await setTimeout(1)
      longest = Math.max(longest, performance.now() - last)
    }
  })()
  const began = performance.now()
  await writeLedger(shop.deps)
  const took = performance.now() - began
  isDone = true
  await watch
  console.info(`1,001 orders entered in ${Math.round(took)} ms, the longest turn ${Math.round(longest)} ms`)
  expect(await entries()).toHaveLength(1001)
  expect(took).toBeLessThan(15_000)
}, 60_000)

it.runIf(onPostgres)(
  'two processes write one ledger: no gap, nothing twice',
  async () => {
    await copies(await sell(), 300)
    const other = await shop.anotherProcess()
    const payout = () =>
      transact(other.app.deps, async (tx) => {
        await takeLedgerTurn(tx)
        return appendEntries(tx, shop.deps.now(), [
          {
            ...NO_AMOUNTS,
            kind: 'payout',
            producerId: null,
            order: null,
            line: null,
            quantity: 0,
            community: paise(-1),
          },
        ])
      })
    await Promise.all([
      writeLedger(shop.deps),
      writeLedger(other.app.deps),
      ...Array.from({ length: 20 }, async (_, at) => {
        await setTimeout(at * 20)
        await payout()
      }),
    ])
    await other.close()
    const rows = await entries()
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 321 }, (_, at) => at + 1))
    expect(new Set(rows.map(({ order_id }) => order_id)).size).toBe(302)
    expect(await checkLedger(shop.db)).toEqual({ entries: 321, lastHash: rows.at(-1)?.hash })
  },
  60_000,
)
