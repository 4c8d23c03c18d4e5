import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeCodOrder } from '#features/orders/orders.contract.ts'
import { moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { moveOrder } from '#features/orders/seller-orders.contract.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { suspendProducer } from '#features/producers/producers.contract.ts'
import { newId } from '#shared/ids.ts'
import { says } from '#testing/says.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { maker } from '../../testing/maker.ts'
import { getOwnParcel, getToday, listOwnParcels, packOwnParcel, sendOwnParcel } from '../parcels.contract.ts'

let shop: TestShop
let office: Awaited<ReturnType<TestShop['seller']>>
let shopper: Awaited<ReturnType<TestShop['shopper']>>
const makers: { savita: Maker; imran: Maker } = {} as never
type Maker = Awaited<ReturnType<typeof maker>>
const goods = { savita: 'Savita’s Vase', imran: 'Imran’s Planter' }
const products: Record<keyof typeof goods, string> = { savita: '', imran: '' }

beforeAll(async () => {
  shop = await testShop(sellerSettings)
  office = await shop.seller({ staysProved: true })
  shopper = await shop.shopper('Ananya Rao')
  for (const who of ['savita', 'imran'] as const) {
    const id = await producer(shop, `Workshop of ${who}`)
    makers[who] = await maker(shop, office, { producer: id, name: who })
    products[who] = await shop.product({
      name: goods[who],
      producerId: id,
      offerPricePaise: who === 'savita' ? 777_00 : 333_00,
    })
  }
})
afterAll(() => shop.close())

/** An order of goods of both, confirmed. */
async function sharedOrder() {
  const items = [
    { product: products.savita, quantity: 1 },
    { product: products.imran, quantity: 2 },
  ]
  const { orderId } = await shopper.api(placeCodOrder, {
    headers: { 'idempotency-key': newId() },
    body: { items, address: shopper.address._id },
  })
  await office.api(moveParcels, { body: { orders: [orderId], to: 'Confirmed' } })
  return orderId
}

const openOf = async ({ api }: Maker) => (await api(listOwnParcels)).parcels

describe('the parcels of a workshop', () => {
  it('are packed and sent by their producer, with the address only while it is needed', async () => {
    await sharedOrder()
    const { savita } = makers
    const [parcel] = await openOf(savita)
    const params = { id: parcel?._id ?? '' }
    expect(parcel).toMatchObject({
      ...{
        status: 'To pack',
        town: 'Bengaluru',
        to: null,
        cash: 777_00 + 15_54,
        items: [{ name: goods.savita, quantity: 1 }],
      },
    })
    const packed = await savita.api(packOwnParcel, { params })
    expect(packed.parcel).toMatchObject({ status: 'Packed', to: { name: 'Ananya Rao', zipcode: '560038' } })
    await savita.api(packOwnParcel, { params })
    const body = { courier: 'India Post', trackingNumber: 'EK123456789IN' }
    await expect(savita.api(sendOwnParcel, { params, body: { courier: ' ' } })).rejects.toMatchObject({ status: 400 })
    const sent = await savita.api(sendOwnParcel, { params, body })
    expect(sent.parcel).toMatchObject({
      status: 'Shipped',
      to: null,
      courier: 'India Post',
      trackingNumber: 'EK123456789IN',
    })
    await savita.api(sendOwnParcel, { params, body })
    expect((await savita.api(listOwnParcels, { query: { state: 'gone' } })).parcels[0]?._id).toBe(params.id)
    const mails = await shop.mailsTo(shopper.email)
    expect(mails.some(({ text_body }) => text_body.includes('EK123456789IN'))).toBe(true)
    const [other] = await openOf(makers.imran)
    const same = { params: { id: other?._id ?? '' }, body }
    await makers.imran.api(packOwnParcel, { params: same.params })
    await expect(makers.imran.api(sendOwnParcel, same)).rejects.toMatchObject({ code: 'WORKSHOP_TRACKING_TAKEN' })
    const history = await shop.db
      .selectFrom('audit_log')
      .select(['actor_kind', 'actor_name'])
      .where('action', '=', 'parcel.moved')
      .execute()
    expect(history).toContainEqual({ actor_kind: 'producer', actor_name: 'savita of Workshop of savita' })
  })

  it('of one producer tell nothing of the other, nor the shopper’s email and phone, in any answer', async () => {
    await sharedOrder()
    const secrets = {
      savita: ['imran', 'Imran', '333', '679.32', shopper.email, '98450 12345', '9845012345', 'ananya.rao@example.com'],
      imran: [
        'savita',
        'Savita',
        '777',
        '792.54',
        shopper.email,
        '98450 12345',
        '9845012345',
        'ananya.rao@example.com',
      ],
    }
    for (const who of ['savita', 'imran'] as const) {
      const own = makers[who]
      const [parcel] = await openOf(own)
      const urls = [
        'today',
        'parcels',
        'parcels?state=gone',
        `parcel/${parcel?._id}`,
        'is-auth',
        'names',
        'people',
        'money',
      ]
      const answers = await Promise.all(urls.map((url) => own.send({ method: 'GET', url: `/api/workshop/${url}` })))
      const packed = await own.send({ method: 'POST', url: `/api/workshop/parcel/${parcel?._id}/packed` })
      for (const { statusCode, body } of [...answers, packed]) {
        expect(statusCode).toBe(200)
        expect(secrets[who].filter((secret) => says(body, secret))).toEqual([])
      }
    }
  })

  it('are not there for the other producer, and not after the order was cancelled', async () => {
    const order = await sharedOrder()
    const row = await shop.db
      .selectFrom('parcels')
      .select(['id', 'sender_id'])
      .where('order_id', '=', order)
      .where('sender_id', '=', makers.savita.producer)
      .executeTakeFirstOrThrow()
    const params = { id: row.id }
    for (const call of [
      () => makers.imran.api(getOwnParcel, { params }),
      () => makers.imran.api(packOwnParcel, { params }),
      () => makers.imran.api(sendOwnParcel, { params, body: { courier: 'India Post' } }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'WORKSHOP_PARCEL_GONE', status: 404 })
    await office.api(moveOrder, { params: { id: order }, body: { status: 'Cancelled' } })
    await expect(makers.savita.api(packOwnParcel, { params })).rejects.toMatchObject({
      code: expect.stringMatching(/^WORKSHOP_PARCEL_(GONE|ELSEWHERE)$/),
    })
  })

  it('go on while the producer is suspended, and for a helper, who sees no money', async () => {
    const helper = await maker(shop, office, { producer: makers.imran.producer, name: 'Sunita', helper: true })
    await sharedOrder()
    await office.api(suspendProducer, { params: { id: makers.imran.producer } })
    const today = await helper.api(getToday)
    expect(today).toMatchObject({ isSuspended: true, money: null })
    expect(today.toPack.count).toBeGreaterThan(0)
    const [parcel] = today.toPack.parcels
    await helper.api(packOwnParcel, { params: { id: parcel?._id ?? '' } })
    expect((await makers.savita.api(getToday)).money).toEqual({ due: 0, later: 0 })
  })
})
