import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/ids.ts'
import { NO_MONEY, paise } from '#shared/money.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getMyOrder, listMyOrders, placeCodOrder } from '../../orders.contract.ts'
import { bringTo, producer } from '../../testing/parcels.ts'

let shop: TestShop
let shopper: Awaited<ReturnType<TestShop['shopper']>>
const at = (hour: number) => Date.parse('2026-11-23T04:30:00Z') + hour * 60 * 60 * 1000
beforeAll(async () => {
  shop = await testShop({ ...sellerSettings, RATE_LIMIT: 'on' })
  shop.setClock(new Date(at(-20)))
  shopper = await shop.shopper()
})
afterAll(() => shop.close())

/** A cash order with two pieces of a producer who sends by themselves, in the second parcel, whose `token` this is. */
async function twoParcels() {
  const producerId = await producer(shop, 'Matti Pottery Collective')
  const ours = await shop.product({ offerPricePaise: 100_00 })
  const theirs = await shop.product({ offerPricePaise: 50_00, producerId })
  const items = [
    { product: ours, quantity: 1 },
    { product: theirs, quantity: 2 },
  ]
  const { orderId } = await shopper.api(placeCodOrder, { body: { items, address: shopper.address._id } })
  return { orderId, producerId }
}

async function shipped() {
  const { orderId } = await twoParcels()
  await bringTo(shop, orderId, { status: 'Shipped' })
  const params = { id: orderId }
  const id = (await shopper.api(getMyOrder, { params })).order.parcels[1]?._id ?? ''
  const courier = { courier: 'Speed Post', tracking_number: 'EX 412906331 IN', tracking_key: `EX${orderId}` }
  const moments = { confirmed_at: at(0), packed_at: at(1), shipped_at: at(2) }
  const tracking_url = 'https://courier.example/EX412906331IN'
  await shop.db
    .updateTable('parcels')
    .set({ ...courier, ...moments, tracking_url })
    .where('id', '=', id)
    .execute()
  const { order } = await shopper.api(getMyOrder, { params })
  return { order, token: order.parcels[1]?.trackPath.split('/').at(-1) ?? '' }
}

const look = (token: string) => shop.request({ method: 'GET', url: `/api/track/${token}` })

describe('GET /api/track/:token', () => {
  it('shows our own steps and the courier to anybody, and nothing of who gets it', async () => {
    const { order, token } = await shipped()
    expect(order.parcels.map(({ status }) => status)).toEqual(['Shipped', 'Shipped'])
    expect(token).toMatch(/^[\w-]{32}$/)
    const answer = await look(token)
    expect(answer.json()).toEqual({
      success: true,
      parcel: {
        ...{ number: 2, parcels: 2, pieces: 2, status: 'Shipped' },
        ...{ courier: 'Speed Post', trackingNumber: 'EX 412906331 IN' },
        trackingUrl: 'https://courier.example/EX412906331IN',
        delivery: order.delivery,
        placedAt: '2026-11-22T08:30:00.000Z',
        confirmedAt: '2026-11-23T04:30:00.000Z',
        packedAt: '2026-11-23T05:30:00.000Z',
        shippedAt: '2026-11-23T06:30:00.000Z',
      },
    })
    const { firstName, lastName, city, zipcode, phone, email } = order.address
    for (const secret of [firstName, lastName, city, zipcode, phone, email, '102', 'Matti', order._id])
      expect(answer.body).not.toContain(secret)
  })

  it('is kept nowhere and not for search engines', async () => {
    const { token } = await shipped()
    const { headers } = await look(token)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect(headers.etag).toBeUndefined()
    expect(headers['surrogate-key'] ?? headers['cache-tag']).toBeUndefined()
  })

  it.each(['unknown', 'x'.repeat(200), newId(), '%00', 'a%2Fb'])('does not know %s', async (token) => {
    const answer = await look(token)
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.json()).toMatchObject({ success: false, message: expect.any(String) })
  })

  it('is looked at 120 times a minute from one address', async () => {
    const answers = await Promise.all(Array.from({ length: 130 }, () => look('unknown')))
    expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(true)
  })
})

describe('parcels that are to come', () => {
  it('stand on an order before it is confirmed, with the cash of each', async () => {
    shop.setClock(new Date(at(30)))
    const { orderId, producerId } = await twoParcels()
    const params = { id: orderId }
    const { order } = await shopper.api(getMyOrder, { params })
    expect(order.parcels).toEqual([])
    expect(order.comingParcels).toEqual([
      { sender: null, cash: paise(102_00) },
      { sender: { _id: producerId, name: 'Matti Pottery Collective' }, cash: paise(102_00) },
    ])
    // The mail says the same; a list that shows fewer lines knows them all.
    const mails = await shop.mailsTo(shopper.email)
    expect(mails.at(-1)?.text_body).toMatch(/₹102\.00 and ₹102\.00 for the courier, one for each of 2\s+parcels\./)
    const { orders } = await shopper.api(listMyOrders, { query: { limit: '1', lines: '1' } })
    expect(orders[0]?.comingParcels).toEqual(order.comingParcels)

    await bringTo(shop, orderId, { status: 'Confirmed' })
    const { order: confirmed } = await shopper.api(getMyOrder, { params })
    expect(confirmed.comingParcels).toEqual([])
    expect(confirmed.parcels.map(({ cash }) => cash)).toEqual(order.comingParcels.map(({ cash }) => cash))
  })

  it('ask for no cash where the order is paid online', async () => {
    const { orderId } = await twoParcels()
    await bringTo(shop, orderId, { status: 'Awaiting payment', paymentType: 'Online' })
    const { order } = await shopper.api(getMyOrder, { params: { id: orderId } })
    expect(order.comingParcels.map(({ cash }) => cash)).toEqual([NO_MONEY, NO_MONEY])
  })

  it('are one for an order that was placed before its lines had shares of the tax', async () => {
    const ours = await shop.product({ offerPricePaise: 100_00 })
    const items = [{ product: ours, quantity: 1 }]
    const { orderId } = await shopper.api(placeCodOrder, { body: { items, address: shopper.address._id } })
    await shop.db.updateTable('order_lines').set({ tax_paise: null }).where('order_id', '=', orderId).execute()
    const { order } = await shopper.api(getMyOrder, { params: { id: orderId } })
    expect(order.comingParcels).toEqual([{ sender: null, cash: order.amount }])
  })
})
