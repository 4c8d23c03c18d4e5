import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAgain } from '#features/orders/journal/server/journal.ts'
import { listAllOrders } from '#features/orders/orders.contract.ts'
import { markCashReceived, moveOrder } from '#features/orders/seller-orders.contract.ts'
import { makeOrderTexts } from '#features/orders/server/order-texts.ts'
import { sampleProducers } from '#features/producers/sample-producers.ts'
import { withSamples } from '#features/producers/testing/samples.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getDeskCash, listNewOrders, listOrderIds } from '../desk.contract.ts'

const [maker] = sampleProducers
let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
const placed: string[] = []
const addresses = [
  { firstName: 'Ananya', lastName: 'Rao', zipcode: '560038', email: 'first@example.com', phone: '98450 12345' },
  {
    ...{ firstName: 'Zoë', lastName: 'Sen', zipcode: '700029', email: 'second@example.com', phone: '+91 98300-71882' },
  },
  { ...{ firstName: 'Farhan', lastName: 'Khan', zipcode: '226001', phone: '099350 20714' }, city: 'Lucknow' },
]
/** Half past ten in the evening of 20 November in UTC, 4 o'clock in the morning of the 21st in India. */
const now = new Date('2026-11-20T22:30:00Z')
const HOUR_MS = 60 * 60 * 1000

beforeAll(async () => {
  shop = await testShop(sellerSettings)
  shop.setClock(now)
  seller = await shop.seller()
  await withSamples(shop.db)
  const vase = await shop.product({ name: 'Stoneware Vase', producerId: maker?._id ?? '' })
  const horse = await shop.product({ name: 'Dokra Horse' })
  for (const [at, address] of addresses.entries()) {
    shop.setClock(new Date(now.getTime() - (2 - at) * 6 * HOUR_MS))
    const shopper = await shop.shopper()
    await shopper.send({ method: 'PATCH', url: `/api/address/${shopper.address._id}`, payload: address })
    const answer = await shopper.send({
      method: 'POST',
      url: '/api/order/cod',
      payload: { items: [{ product: at === 0 ? vase : horse, quantity: 1 }], address: shopper.address._id },
    })
    placed.push(answer.json().orderId)
  }
  shop.setClock(now)
  await seller.api(moveOrder, { params: { id: placed[1] ?? '' }, body: { status: 'Confirmed' } })
})
afterAll(() => shop.close())

const found = async (query: Record<string, string>) => {
  const { orders } = await seller.api(listAllOrders, { query })
  return orders.map(({ _id }) => placed.indexOf(_id))
}
const words: [string, string, number[]][] = [
  ['the phone as it was typed', '98450 12345', [0]],
  ['the phone with its country', '+919845012345', [0]],
  ['the phone with a zero and dashes', '098300-71882', [1]],
  ['a part of the phone', '20714', [2]],
  ['an e-mail address', 'second@example', [1]],
  ['the street', 'kaveri residency', [2, 1, 0]],
  ['the town', 'lucknow', [2]],
  ['a product', 'dokra', [2, 1]],
  ['a product and a name', 'horse farhan', [2]],
  ['a producer', maker?.name ?? '', [0]],
  ['a parcel', 'H1002-1', [1]],
]

describe('the desk', () => {
  it.each(words)('finds orders by %s', async (_, q, orders) => {
    expect(await found({ q })).toEqual(orders)
  })

  it.each<[Record<string, string>, number[]]>([
    [{ tab: 'confirm' }, [2, 0]],
    [{ tab: 'pack' }, [1]],
    [{ tab: 'done' }, []],
    [{ from: '2026-11-21' }, [2]],
    [{ to: '2026-11-20' }, [1, 0]],
    [{ from: '2026-11-20', to: '2026-11-20', tab: 'confirm' }, [0]],
    [{ producer: maker?._id ?? '' }, [0]],
    [{ producer: maker?._id ?? '', tab: 'pack' }, []],
    [{ producer: 'nobody' }, []],
  ])('filters by %o', async (query, orders) => {
    expect(await found(query)).toEqual(orders)
  })

  it('counts tabs within all other filters', async () => {
    const none = { confirm: 0, pack: 0, ship: 0, way: 0, cash: 0, problems: 0, done: 0 }
    const tabsOf = async (query: Record<string, string>) => (await seller.api(listAllOrders, { query })).tabs
    expect(await tabsOf({ tab: 'done' })).toEqual({ ...none, confirm: 2, pack: 1 })
    expect(await tabsOf({ q: 'dokra', tab: 'pack' })).toEqual({ ...none, confirm: 1, pack: 1 })
    expect(await tabsOf({ from: '2026-11-21', tab: 'pack' })).toEqual({ ...none, confirm: 1 })
    expect(await tabsOf({ payment: 'paid' })).toEqual(none)
  })

  it.each(['tab=nothing', 'from=21.11.2026', 'to=2026-02-30'])('refuses ?%s', async (query) => {
    expect((await seller.send({ url: `/api/order/seller?${query}` })).statusCode).toBe(400)
    expect((await seller.send({ url: `/api/order/export.csv?${query}` })).statusCode).toBe(400)
  })

  it('exports what its filters show', async () => {
    const { body } = await seller.send({ url: `/api/order/export.csv?tab=confirm&producer=${maker?._id}` })
    expect(body.trim().split('\r\n')).toHaveLength(2)
  })

  it('gives the ids of all that fit', async () => {
    const { orders, total } = await seller.api(listOrderIds, { query: { q: 'dokra' } })
    expect(total).toBe(2)
    expect(orders.map(({ _id, number }) => [placed.indexOf(_id), number])).toEqual([
      [2, 1003],
      [1, 1002],
    ])
    expect((await (await shop.shopper()).send({ url: '/api/order/seller/ids' })).statusCode).toBe(403)
  })

  it('hears of orders that came since then', async () => {
    const newSince = async (hoursAgo: number) => {
      const since = new Date(now.getTime() - hoursAgo * HOUR_MS).toISOString()
      const { orders } = await seller.api(listNewOrders, { query: { since } })
      return orders.map((id) => placed.indexOf(id))
    }
    expect(await newSince(1)).toEqual([2])
    // The one between them is confirmed.
    expect(await newSince(13)).toEqual([0, 2])
    expect((await seller.send({ url: '/api/order/seller/new?since=yesterday' })).statusCode).toBe(400)
  })

  it('finds older orders by all words once their texts are made', async () => {
    await shop.db.updateTable('orders').set({ search_text: '' }).execute()
    expect(await found({ q: 'dokra' })).toEqual([])
    await lookAgain(shop.db, 'search texts', now, shop.db.selectFrom('orders'))
    await makeOrderTexts(shop.deps)
    for (const [, q, orders] of words) expect(await found({ q })).toEqual(orders)
  })
})

it('cash is expected of delivered parcels, and came on the day that it was handed over', async () => {
  const params = { id: placed[2] ?? '' }
  for (const status of ['Confirmed', 'Packed', 'Shipped', 'Delivered'] as const)
    await seller.api(moveOrder, { params, body: { status } })
  const { expected } = await seller.api(getDeskCash)
  expect(expected).toMatchObject({ parcels: 1 })
  expect(expected.amount).toBeGreaterThan(0)
  await seller.api(markCashReceived, { params })
  const nothing = { amount: 0, parcels: 0 }
  expect(await seller.api(getDeskCash)).toMatchObject({ expected: nothing, cameToday: expected.amount })
  shop.setClock(new Date(now.getTime() + 20 * HOUR_MS))
  seller = await shop.seller()
  expect(await seller.api(getDeskCash)).toMatchObject({ expected: nothing, cameToday: 0 })
})
