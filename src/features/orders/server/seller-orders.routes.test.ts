import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { setStock } from '#features/products/seller-products.contract.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getSellerOrder, listAllOrders } from '../orders.contract.ts'
import type { OrderStatus } from '../orders.states.ts'
import { getOverview, markCashReceived, moveOrder } from '../seller-orders.contract.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
/** Half past ten in the evening of 20 November in UTC, 4 o'clock in the morning of the 21st in India. */
const now = new Date('2026-11-20T22:30:00Z')
const placed: string[] = []
const addresses = [
  { firstName: 'Ananya', lastName: 'Rao', zipcode: '560038' },
  { firstName: 'Zoë', lastName: "D'Souza", zipcode: '403001' },
  { firstName: '=SUM(1)', lastName: '100%', zipcode: '110001' },
]
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  const product = await shop.product({ offerPricePaise: 100000, stock: 6 })
  for (const [at, address] of addresses.entries()) {
    shop.setClock(new Date(now.getTime() - (2 - at) * 6 * 60 * 60 * 1000))
    const shopper = await shop.shopper()
    await shopper.send({ method: 'PATCH', url: `/api/address/${shopper.address._id}`, payload: address })
    const answer = await shopper.send({
      method: 'POST',
      url: '/api/order/cod',
      payload: { items: [{ product, quantity: 1 }], address: shopper.address._id },
    })
    placed.push(answer.json().orderId)
  }
  const move = (at: number, status: OrderStatus) =>
    seller.api(moveOrder, { params: { id: placed[at] ?? '' }, body: { status } })
  for (const status of ['Confirmed', 'Packed', 'Shipped'] as const) await move(0, status)
  await seller.api(markCashReceived, { params: { id: placed[0] ?? '' } })
  await move(1, 'Confirmed')
  shop.setClock(now)
})
afterAll(() => shop.close())

const found = async (query: Record<string, string>) => {
  const { orders } = await seller.api(listAllOrders, { query })
  return orders.map(({ _id }) => placed.indexOf(_id))
}

describe("the seller's orders", () => {
  it.each<[string, Record<string, string>, number[]]>([
    ['nothing: all, newest first', {}, [2, 1, 0]],
    ['a number', { q: '1002' }, [1]],
    ['a number with its sign', { q: '#1003' }, [2]],
    ['a PIN', { q: '560038' }, [0]],
    ['a part of a PIN', { q: '4030' }, [1]],
    ['a name without its accents', { q: "zoe d's" }, [1]],
    ['a sign that means something to the database', { q: '100%' }, [2]],
    ['a name nobody has', { q: 'charkha' }, []],
    ['paid', { payment: 'paid' }, [0]],
    ['pending', { payment: 'pending' }, [2, 1]],
    ['a status', { status: 'Confirmed' }, [1]],
    ['a payment type', { paymentType: 'Online' }, []],
    ['several together', { payment: 'pending', q: 'zoe', paymentType: 'COD' }, [1]],
    ['a second page', { page: '2', limit: '2' }, [0]],
  ])('are found by %s', async (_, query, orders) => {
    expect(await found(query)).toEqual(orders)
  })

  it('are counted by payment, within the other filters', async () => {
    const { counts, total, pages } = await seller.api(listAllOrders, { query: { payment: 'pending' } })
    expect({ counts, total, pages }).toEqual({ counts: { all: 3, paid: 1, pending: 2 }, total: 2, pages: 1 })
    expect((await seller.api(listAllOrders, { query: { q: '560038' } })).counts).toEqual({
      all: 1,
      paid: 1,
      pending: 0,
    })
  })

  it.each([['payment=maybe'], ['status=Lost'], ['page=0'], [`q=${'x'.repeat(201)}`]])('refuse ?%s', async (query) => {
    expect((await seller.send({ method: 'GET', url: `/api/order/seller?${query}` })).statusCode).toBe(400)
    const refused = await seller.send({ method: 'GET', url: `/api/order/export.csv?${query}` })
    expect(refused.statusCode).toBe(query === 'page=0' ? 200 : 400)
  })

  it('are read one by one', async () => {
    const { order } = await seller.api(getSellerOrder, { params: { id: placed[1] ?? '' } })
    expect(order).toMatchObject({
      number: 1002,
      status: 'Confirmed',
      address: { lastName: "D'Souza" },
      items: [{ quantity: 1 }],
    })
    await expect(seller.api(getSellerOrder, { params: { id: 'nothing' } })).rejects.toMatchObject({ status: 404 })
  })

  it('come as CSV, with the same filters and formulas defused', async () => {
    const answer = await seller.send({ method: 'GET', url: '/api/order/export.csv' })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="orders.csv"',
    })
    const lines = answer.body.trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toBe(
      '\uFEFFnumber,date,status,payment type,paid,items,subtotal,tax,amount,name,email,phone,street,city,state,zipcode,country,producers,invoice number,paid on,refunded,refunded on,parcels,couriers,tracking numbers,cash to come'.trim(),
    )
    expect(lines[1]).toContain(`"'=SUM(1) 100%"`)
    expect(lines[3]).toContain('"COD","yes","1 x Blue Pottery Bowl","1000.00","20.00","1020.00","Ananya Rao"')
    const paid = await seller.send({ method: 'GET', url: '/api/order/export.csv?payment=paid' })
    expect(paid.body.trim().split('\r\n')).toHaveLength(2)
  })
})

describe('the overview', () => {
  it('adds up by Indian days, without cancelled orders, and names what is low on stock', async () => {
    const [low] = [await shop.product({ name: 'Nearly gone', stock: 2 })]
    const plenty = await shop.product({ name: 'Plenty', stock: 6 })
    await seller.api(setStock, { body: { id: plenty, inStock: true, stock: 6 } })
    const overview = await seller.api(getOverview)
    // Placed at 15:30, 21:30 and 03:30+: the first two on the 20th, the last on the 21st in India. One was paid, on the 21st.
    expect(overview.today).toEqual({ orders: 1, revenue: 102000 })
    expect(overview.days).toHaveLength(30)
    expect(overview.days.slice(-3)).toEqual([
      { day: '2026-11-19', orders: 0, revenue: 0 },
      { day: '2026-11-20', orders: 2, revenue: 0 },
      { day: '2026-11-21', orders: 1, revenue: 102000 },
    ])
    expect(overview.lowStock.map(({ name, stock }) => ({ name, stock }))).toEqual([
      { name: 'Nearly gone', stock: 2 },
      { name: 'Blue Pottery Bowl', stock: 3 },
    ])
    expect(overview.lowStock[0]?._id).toBe(low)
    await seller.api(moveOrder, { params: { id: placed[2] ?? '' }, body: { status: 'Cancelled' } })
    expect((await seller.api(getOverview)).today).toEqual({ orders: 0, revenue: 102000 })
    shop.setClock(new Date(now.getTime() + 30 * DAY_MS))
  })
})

describe('a cancelled order', () => {
  it('is neither paid nor pending', async () => {
    shop.setClock(undefined)
    seller = await shop.seller()
    const { counts, orders } = await seller.api(listAllOrders, { query: { payment: 'pending' } })
    expect(counts).toEqual({ all: 3, paid: 1, pending: 1 })
    expect(orders.map(({ _id }) => placed.indexOf(_id))).toEqual([1])
  })
})

describe('the log', () => {
  it('has who moved which order and who took which cash', async () => {
    shop.setClock(undefined)
    const { entries, pages } = await (await shop.seller()).api(listAudit)
    expect(pages).toBe(1)
    // Exports are named there, too.
    const moves = entries.filter(({ action }) => action.startsWith('order.'))
    expect(moves.map(({ action, summary, subject }) => [action, summary, placed.indexOf(subject)])).toEqual([
      ['order.moved', 'Order 1003: Order Placed to Cancelled', 2],
      ['order.moved', 'Order 1002: Order Placed to Confirmed', 1],
      ['order.cash-received', 'Order 1001: cash received', 0],
      ['order.moved', 'Order 1001: Packed to Shipped', 0],
      ['order.moved', 'Order 1001: Confirmed to Packed', 0],
      ['order.moved', 'Order 1001: Order Placed to Confirmed', 0],
    ])
  })
})
