import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markRestored } from '#app/restored.ts'
import { listLedgerEntries } from '#features/ledger/entries-file.contract.ts'
import { transact } from '#kernel/background.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listAllOrders, type Order } from '../../orders.contract.ts'
import { message } from '../../orders.messages.ts'
import { changeParcel, listChangedParcels, moveParcels } from '../../parcels/parcels.contract.ts'
import { recordEvent } from '../../server/order-history.ts'
import { order, type Shopper } from '../../testing/order.ts'

let shop: TestShop
let office: Awaited<ReturnType<TestShop['seller']>>
let shopper: Shopper
let product: string
beforeEach(async () => {
  shop = await testShop(sellerSettings, { processes: 2 })
  office = await shop.seller()
  shopper = await shop.shopper()
  product = await shop.product()
})
afterEach(() => shop.close())

let keys = 0
async function place() {
  const answer = await order(shopper, [{ product, quantity: 1 }], { 'idempotency-key': `key ${++keys}` })
  return String(answer.json().orderId)
}
const move = (ids: string[], to: 'Confirmed' | 'Packed' | 'Shipped') =>
  office.api(moveParcels, { body: { orders: ids, to } })

async function ask(path: string, since: string, limit = 100) {
  const answer = await office.send({ method: 'GET', url: `${path}?since=${since}&limit=${limit}` })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

/** Reads on from a cursor to the end. */
async function follow(path: string, list: string, since = '', limit = 100) {
  const rows: Order[] = []
  let cursor = since
  for (;;) {
    const answer = await ask(path, cursor, limit)
    rows.push(...answer[list])
    cursor = answer.cursor
    if (!answer.more) return { rows, cursor, ids: rows.map(({ _id }) => _id) }
  }
}
const orders = (since?: string, limit?: number) => follow(listAllOrders.path, 'orders', since, limit)
const parcels = (since?: string, limit?: number) => follow(listChangedParcels.path, 'parcels', since, limit)

describe('orders since a cursor', () => {
  it('come in the order in which something happened to them last, each once, page by page', async () => {
    const ids = [await place(), await place(), await place()]
    const [one = '', two = '', three = ''] = ids
    const first = await orders('', 2)
    expect(first.ids).toEqual(ids)
    expect((await orders(first.cursor)).ids).toEqual([])
    await move([two], 'Confirmed')
    await move([one], 'Confirmed')
    await move([two], 'Packed')
    const then = await orders(first.cursor, 1)
    expect(then.rows.map(({ _id, status }) => [_id, status])).toEqual([
      [one, 'Confirmed'],
      [two, 'Packed'],
    ])
    expect((await orders('0')).ids).toEqual([three, one, two])
    expect((await orders(then.cursor)).ids).toEqual([])
  })

  it('say when something happened to each last', async () => {
    const id = await place()
    const at = new Date('2030-05-01T10:00:00.000Z')
    shop.setClock(at)
    office = await shop.seller()
    await move([id], 'Confirmed')
    expect((await orders()).rows).toMatchObject([{ updatedAt: at.toISOString() }])
  })

  it('are asked for by the cursor of an answer, or by none', async () => {
    for (const since of ['x', '1-2-3-4', '-1', '9'.repeat(200)]) {
      const answer = await office.send({ method: 'GET', url: `${listAllOrders.path}?since=${since}` })
      expect(answer.json()).toMatchObject({ code: 'BAD_INPUT', fields: { since: expect.any(String) } })
    }
  })

  it('begin anew after a restore, and where the cursor is ahead of all that happened', async () => {
    await place()
    const { cursor } = await orders()
    const refused = async (since: string) =>
      (await office.send({ method: 'GET', url: `${listAllOrders.path}?since=${since}` })).json().code
    expect(await refused('0-999')).toBe('CURSOR_NOT_VALID')
    await markRestored(shop.db, new Date())
    office = await shop.seller()
    expect(await refused(cursor)).toBe('CURSOR_NOT_VALID')
    expect((await orders()).ids).toHaveLength(1)
  })
})

describe('parcels since a cursor', () => {
  it('come when they are made, moved or get a tracking number, with their order', async () => {
    const ids = [await place(), await place()]
    expect((await parcels()).ids).toEqual([])
    await move(ids, 'Confirmed')
    const first = await parcels('', 1)
    expect(first.rows).toMatchObject(ids.map((_id) => ({ order: { _id }, status: 'To pack' })))
    const [one = ''] = first.ids
    await office.api(changeParcel, {
      params: { id: one },
      body: { courier: 'Speed Post', trackingNumber: 'EX412906331IN' },
    })
    const then = await parcels(first.cursor)
    expect(then.rows).toMatchObject([{ _id: one, trackingNumber: 'EX412906331IN' }])
    expect((await parcels(then.cursor)).ids).toEqual([])
    expect((await orders()).rows.at(-1)?.history.map(({ text }) => text)).toEqual(['Order placed', 'Confirmed'])
  })
})

it('entries of the ledger since a cursor are there for anybody', async () => {
  const answer = await shop.request({ method: 'GET', url: `${listLedgerEntries.path}?since=` })
  expect(answer.json()).toMatchObject({ entries: [], cursor: '0-0', more: false })
})

it.runIf(onPostgres)('an order that is committed after a later one is not missed', async () => {
  const [first, second] = [await place(), await place()]
  const { cursor } = await orders()
  let read: Awaited<ReturnType<typeof orders>> | undefined
  const happened = (id: string, before: () => Promise<unknown> = async () => {}) =>
    transact(shop.deps, async (tx) => {
      await recordEvent(tx, id, { actor: 'shop' }, message('BECAME', { status: 'Packed' }), new Date())
      await before()
    })
  await happened(first, async () => {
    await happened(second)
    read = await orders(cursor)
  })
  expect(read?.ids).toEqual([second])
  expect((await orders(read?.cursor)).ids).toEqual([first])
})
