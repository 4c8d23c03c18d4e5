import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/ids.ts'
import { NO_MONEY, paise } from '#shared/money.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getMyOrder, placeCodOrder } from '../orders.contract.ts'

let shop: TestShop
let shopper: Awaited<ReturnType<TestShop['shopper']>>
const at = (hour: number) => Date.parse('2026-11-23T04:30:00Z') + hour * 60 * 60 * 1000
beforeAll(async () => {
  shop = await testShop({ ...sellerSettings, RATE_LIMIT: 'on' })
  shop.setClock(new Date(at(-20)))
  shopper = await shop.shopper()
})
afterAll(() => shop.close())

/** A cash order of two pieces of one product and one of another, which are in two parcels; `token` is that of the second. */
async function twoParcels() {
  const [one, other] = [await shop.product({ offerPricePaise: 100_00 }), await shop.product({ offerPricePaise: 50_00 })]
  const items = [
    { product: one, quantity: 1 },
    { product: other, quantity: 2 },
  ]
  const { orderId } = await shopper.api(placeCodOrder, { body: { items, address: shopper.address._id } })
  await shop.db.updateTable('orders').set({ status: 'Packed' }).where('id', '=', orderId).execute()
  await shop.db
    .updateTable('order_lines')
    .set({ parcel: 2 })
    .where('order_id', '=', orderId)
    .where('product_id', '=', other)
    .execute()
  const token = newId()
  const parcel = { order_id: orderId, sender_id: null, sender: null, confirmed_at: at(0), packed_at: at(1) }
  const where = { courier: null, tracking_number: null, tracking_key: null, tracking_url: null }
  await shop.db
    .insertInto('parcels')
    .values([
      { ...parcel, ...where, id: newId(), number: 1, status: 'Packed', cash_paise: paise(102_00), token: newId() },
      {
        ...{
          ...parcel,
          id: newId(),
          number: 2,
          status: 'Shipped',
          cash_paise: paise(102_00),
          token,
          shipped_at: at(2),
        },
        ...{ courier: 'Speed Post', tracking_number: 'EX 412906331 IN', tracking_key: `EX${orderId}` },
        tracking_url: 'https://courier.example/EX412906331IN',
      },
    ])
    .execute()
  return { orderId, token }
}

const look = (token: string) => shop.request({ method: 'GET', url: `/api/track/${token}` })

describe('GET /api/track/:token', () => {
  it('shows our own steps and the courier to anybody, and nothing of who gets it', async () => {
    const { orderId, token } = await twoParcels()
    const { order } = await shopper.api(getMyOrder, { params: { id: orderId } })
    expect(order.parcels[1]?.trackPath).toBe(`/track/${token}`)
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
    for (const secret of [firstName, lastName, city, zipcode, phone, email, '102', orderId])
      expect(answer.body).not.toContain(secret)
  })

  it('is kept nowhere and not for search engines', async () => {
    const { token } = await twoParcels()
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
    const [one, other] = [await shop.product({ offerPricePaise: 33 }), await shop.product({ offerPricePaise: 50_00 })]
    const items = [
      { product: one, quantity: 1 },
      { product: other, quantity: 2 },
    ]
    const { orderId } = await shopper.api(placeCodOrder, { body: { items, address: shopper.address._id } })
    const params = { id: orderId }
    const { order } = await shopper.api(getMyOrder, { params })
    expect(order.parcels).toEqual([])
    expect(order.comingParcels).toEqual([{ sender: null, cash: order.amount }])

    const lines = shop.db.updateTable('order_lines').where('order_id', '=', orderId)
    await lines
      .where('product_id', '=', one)
      .set({ tax_paise: paise(1) })
      .execute()
    const producer = { sender_id: 'matti', producer_id: 'matti', producer_name: 'Matti Pottery' }
    await lines
      .where('product_id', '=', other)
      .set({ ...producer, parcel: 2, tax_paise: paise(2_00) })
      .execute()
    const { order: split } = await shopper.api(getMyOrder, { params })
    expect(split.comingParcels).toEqual([
      { sender: null, cash: paise(34) },
      { sender: { _id: 'matti', name: 'Matti Pottery' }, cash: paise(102_00) },
    ])
    await shop.db.updateTable('orders').set({ payment_type: 'Online' }).where('id', '=', orderId).execute()
    const { order: online } = await shopper.api(getMyOrder, { params })
    expect(online.comingParcels.map(({ cash }) => cash)).toEqual([NO_MONEY, NO_MONEY])
  })
})
