import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '#kernel/background.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listMoneyProblems } from '../../money-problems.contract.ts'
import { getSellerOrder } from '../../orders.contract.ts'
import { message } from '../../orders.messages.ts'
import { recordEvent } from '../../server/order-history.ts'
import { order, type Shopper } from '../../testing/order.ts'
import { lookAgain, waitingFor } from './journal.ts'
import { type JournalReader, ordersOf, readJournal } from './read-journal.ts'

const START = new Date('2026-11-23T09:00:00Z')

let shop: TestShop
let shopper: Shopper
let product: string
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  // Each test reads by itself.
  await shop.deps.jobs.stop()
  shop.setClock(START)
  shopper = await shop.shopper()
  product = await shop.product()
})
afterEach(() => shop.close())

let keys = 0
const place = async () => {
  const answer = await order(shopper, [{ product, quantity: 1 }], { 'idempotency-key': `key ${++keys}` })
  return String(answer.json().orderId)
}
const placeMany = async (count: number) => {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) ids.push(await place())
  return ids
}

/** A reader that notes the orders of each of its transactions, and cannot do some. */
function reading(cannot: ReadonlySet<string> = new Set(), more: Partial<JournalReader> = {}) {
  const done: string[][] = []
  const reader: JournalReader = {
    ...{ reader: 'papers', most: 2 },
    async work(_, events) {
      const ids = ordersOf(events)
      if (ids.some((id) => cannot.has(id))) throw new Error('its figures are impossible')
      done.push(ids)
    },
    ...more,
  }
  return { done, read: () => readJournal(shop.deps, reader) }
}

describe('a reader', () => {
  it('reads each event once, in the order of their commits, some at a time', async () => {
    const ids = await placeMany(3)
    const { done, read } = reading()
    await read()
    expect(done).toEqual([ids.slice(0, 2), ids.slice(2)])
    await read()
    expect(done).toHaveLength(2)
    const next = await place()
    await read()
    expect(done.at(-1)).toEqual([next])
  })

  it('passes over what it does not want, and is asked to look again at some orders, it alone', async () => {
    const [first = '', second = ''] = await placeMany(2)
    const { done, read } = reading(undefined, { wants: () => false })
    await read()
    expect(done).toEqual([])
    for (const reader of ['papers', 'ledger'] as const)
      await lookAgain(shop.db, reader, START, shop.db.selectFrom('orders').where('id', '=', second))
    await read()
    expect(done).toEqual([[second]])
    expect(await waitingFor(shop.db, 'papers', [first, second])).toEqual(new Set())
    expect(await waitingFor(shop.db, 'ledger', [first, second])).toEqual(new Set([first, second]))
    const { order: seen } = await (await shop.seller()).api(getSellerOrder, { params: { id: second } })
    expect(seen.history.map(({ text }) => text)).toEqual(['Order placed'])
  })

  it('does as many of some events together as fit', async () => {
    const ids = await placeMany(4)
    const { done, read } = reading(undefined, { most: 4, fits: async (_, events) => Math.min(3, events.length) })
    await read()
    expect(done).toEqual([ids.slice(0, 3), ids.slice(3)])
  })

  it('leaves its cursor where it was when a transaction breaks off', async () => {
    const ids = await placeMany(2)
    const { done, read } = reading()
    const breaking = readJournal(shop.deps, {
      ...{ reader: 'papers', most: 2 },
      work: () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' })),
    })
    await expect(breaking).rejects.toThrow('no room')
    await read()
    expect(done).toEqual([ids])
  })

  it('reads nothing twice while other processes read, too', async () => {
    const ids = await placeMany(12)
    const readers = [reading(), reading(), reading()]
    await Promise.all(readers.map(({ read }) => read()))
    expect(readers.flatMap(({ done }) => done.flat()).sort()).toEqual(ids.sort())
  })
})

describe('an event that cannot be done', () => {
  it('holds up no other, stands under the problems, is tried again, and ends by itself', async () => {
    const ids = await placeMany(5)
    const broken = ids[2] ?? ''
    const cannot = new Set([broken])
    const { done, read } = reading(cannot)
    await read()
    expect(done.flat()).toEqual(ids.filter((id) => id !== broken))
    expect(await waitingFor(shop.db, 'papers', ids)).toEqual(new Set([broken]))

    const seller = await shop.seller()
    const problems = async () => (await seller.api(listMoneyProblems)).problems
    expect(await problems()).toMatchObject([
      { kind: 'left undone', order: { _id: broken }, text: expect.stringContaining('the invoices could not follow') },
    ])
    expect((await seller.api(getSellerOrder, { params: { id: broken } })).order.hasProblem).toBe(true)

    const tries = async () =>
      (await shop.db.selectFrom('journal_troubles').select('tries').execute()).map((row) => row.tries)
    await read()
    expect(await tries()).toEqual([1])
    shop.setClock(new Date(START.getTime() + MINUTE_MS))
    await read()
    expect(await tries()).toEqual([2])
    cannot.clear()
    await read()
    expect(await tries()).toEqual([2])
    shop.setClock(new Date(START.getTime() + 4 * MINUTE_MS))
    await read()
    expect(done.at(-1)).toEqual([broken])
    expect(await tries()).toEqual([])
    expect(await problems()).toEqual([])
    expect((await seller.api(getSellerOrder, { params: { id: broken } })).order.hasProblem).toBe(false)
  })
})

it.runIf(onPostgres)('an event that is committed after a later one is read all the same', async () => {
  const [first = '', second = ''] = await placeMany(2)
  const { done, read } = reading()
  await read()
  const happened = (id: string, before: () => Promise<unknown> = async () => {}) =>
    transact(shop.deps, async (tx) => {
      await recordEvent(tx, id, { actor: 'shop' }, message('BECAME', { status: 'Packed' }), START)
      await before()
    })
  // The first has its number, and is committed after the second was read.
  await happened(first, async () => {
    await happened(second)
    await read()
  })
  await read()
  expect(done.slice(1)).toEqual([[second], [first]])
  const events = await shop.db.selectFrom('order_events').select(['order_id', 'place']).orderBy('number').execute()
  expect(events.slice(2).map(({ order_id }) => order_id)).toEqual([first, second])
  expect(events.slice(2).map(({ place }) => Number(place))).toEqual([4, 3])
})
