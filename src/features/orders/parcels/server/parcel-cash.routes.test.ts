import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '#kernel/background.ts'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { HOUR_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getSellerOrder, listAllOrders } from '../../orders.contract.ts'
import type { OrderStatus } from '../../orders.states.ts'
import { getOverview, markCashReceived, refundOrder, undoCashReceived } from '../../seller-orders.contract.ts'
import { lockOrder } from '../../server/order-row.ts'
import { order } from '../../testing/order.ts'
import { bringTo, producer } from '../../testing/parcels.ts'
import { changeParcel, letGoOfCash, moveParcels } from '../parcels.contract.ts'
import { bookCash } from './parcel-cash.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let asha: string
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  asha = await producer(shop, 'Asha Silk')
})
afterAll(() => shop.close())

/** A cash order in two parcels: ₹102 and ₹153 with tax. */
async function cashOrder(status: OrderStatus) {
  const shopper = await shop.shopper()
  const bowl = await shop.product({ offerPricePaise: 100_00 })
  const scarf = await shop.product({ offerPricePaise: 50_00, producerId: asha })
  const answer = await order(shopper, [
    { product: bowl, quantity: 1 },
    { product: scarf, quantity: 3 },
  ])
  const id: string = answer.json().orderId
  await bringTo(shop, id, { status })
  const params = { id }
  const seen = async () => (await seller.api(getSellerOrder, { params })).order
  const [first = '', second = ''] = (await seen()).parcels.map(({ _id }) => _id)
  const lastMail = async () => (await shop.mailsTo(shopper.email)).at(-1)
  return { id, params, seen, first, second, bowl, scarf, lastMail }
}

/** As a courier's file books it. */
const book = (id: string, parcel: number, amount: number) =>
  transact(shop.deps, async (tx) => {
    const { order: _, ...booked } = await bookCash(shop.deps, tx, await lockOrder(tx, id), parcel, paise(amount), {
      at: shop.deps.now(),
    })
    return booked
  })
const received = async (seen: () => Promise<{ parcels: readonly { cashReceived: number }[] }>) =>
  (await seen()).parcels.map(({ cashReceived }) => cashReceived)

describe('the cash of an order', () => {
  it('is what its parcels were to bring; the order is paid when all of it is there', async () => {
    const { id, seen, lastMail } = await cashOrder('Delivered')
    expect(await book(id, 1, 102_00)).toEqual({ bookedPaise: 102_00, overPaise: 0, shortPaise: 0 })
    expect(await seen()).toMatchObject({ isPaid: false, hasProblem: false })
    expect(await book(id, 2, 153_00)).toEqual({ bookedPaise: 153_00, overPaise: 0, shortPaise: 0 })
    expect(await seen()).toMatchObject({ isPaid: true, hasProblem: false })
    expect((await lastMail())?.text_body).toContain('We have received ₹255.00')
  })

  it('that is too little is a problem until the rest comes; what is too much is not booked', async () => {
    const { id, seen } = await cashOrder('Delivered')
    expect(await book(id, 1, 100_00)).toEqual({ bookedPaise: 100_00, overPaise: 0, shortPaise: 2_00 })
    await book(id, 2, 153_00)
    expect(await seen()).toMatchObject({ isPaid: false, hasProblem: true })
    const { orders, tabs } = await seller.api(listAllOrders, { query: { limit: '5' } })
    expect(orders.find(({ _id }) => _id === id)?.hasProblem).toBe(true)
    expect(tabs.problems).toBeGreaterThan(0)
    expect(await book(id, 1, 5_00)).toEqual({ bookedPaise: 2_00, overPaise: 3_00, shortPaise: 0 })
    expect(await book(id, 1, 5_00)).toEqual({ bookedPaise: 0, overPaise: 5_00, shortPaise: 0 })
    expect(await seen()).toMatchObject({ isPaid: true, hasProblem: false })
    expect(await received(seen)).toEqual([102_00, 153_00])
  })

  it('that does not come can be let go of, with a reason; it is no revenue, and what the shopper paid can go back', async () => {
    const { id, params, seen, first, second } = await cashOrder('Delivered')
    await book(id, 1, 100_00)
    const before = await seller.api(getOverview)
    await seller.api(letGoOfCash, { params: { id: first }, body: { reason: 'The courier’s mistake' } })
    await seller.api(letGoOfCash, { params: { id: second }, body: { reason: 'A gift' } })
    expect(await seen()).toMatchObject({
      isPaid: true,
      hasProblem: false,
      parcels: [
        { cashReceived: 100_00, cashLetGo: 2_00 },
        { cashReceived: 0, cashLetGo: 153_00 },
      ],
    })
    const after = await seller.api(getOverview)
    expect(after.today.revenue).toBe(before.today.revenue)
    expect(before.expectedInCash.amount - after.expectedInCash.amount).toBe(155_00)
    const again = seller.api(letGoOfCash, { params: { id: first }, body: { reason: 'Again' } })
    await expect(again).rejects.toMatchObject({ code: 'NOTHING_TO_LET_GO' })
    const refund = { method: 'upi', reference: 'UPI 1' } as const
    expect(await seller.api(refundOrder, { params, body: refund })).toMatchObject({ amount: 255_00 })
  })

  it('is not let go of before the parcel is sent, and not of an unknown parcel', async () => {
    const { first } = await cashOrder('Packed')
    const letGo = (id: string) => seller.api(letGoOfCash, { params: { id }, body: { reason: 'Why not' } })
    await expect(letGo(first)).rejects.toMatchObject({ code: 'CASH_TOO_EARLY' })
    await expect(letGo(newId())).rejects.toMatchObject({ code: 'PARCEL_NOT_FOUND' })
  })

  it('is marked for all parcels that were sent, and taken back for all that was marked', async () => {
    const { params, seen, first } = await cashOrder('Packed')
    await seller.api(moveParcels, { body: { parcels: [first], to: 'Shipped' } })
    await seller.api(markCashReceived, { params })
    expect(await received(seen)).toEqual([102_00, 0])
    expect(await seen()).toMatchObject({ isPaid: false, status: 'Packed' })
    await seller.api(moveParcels, { body: { orders: [params.id], to: 'Shipped' } })
    await seller.api(markCashReceived, { params })
    expect(await received(seen)).toEqual([102_00, 153_00])
    expect(await seen()).toMatchObject({ isPaid: true })
    const revenue = async () => (await seller.api(getOverview)).today.revenue
    const before = await revenue()
    for (const _ of ['once', 'again']) await seller.api(undoCashReceived, { params })
    expect(await received(seen)).toEqual([0, 0])
    expect(await seen()).toMatchObject({ isPaid: false })
    expect(before - (await revenue())).toBe(255_00)
  })

  it('that was marked, taken back and marked again can be taken back for 24 hours from the last mark', async () => {
    const { params, seen } = await cashOrder('Shipped')
    const start = Date.now()
    const at = async (hours: number) => {
      shop.setClock(new Date(start + hours * HOUR_MS))
      seller = await shop.seller()
    }
    try {
      await seller.api(markCashReceived, { params })
      await at(20)
      await seller.api(undoCashReceived, { params })
      await at(30)
      await seller.api(markCashReceived, { params })
      await at(53)
      await seller.api(undoCashReceived, { params })
      expect(await seen()).toMatchObject({ isPaid: false })
      await seller.api(markCashReceived, { params })
      await at(78)
      await expect(seller.api(undoCashReceived, { params })).rejects.toMatchObject({ code: 'CANNOT_UNDO_CASH' })
    } finally {
      shop.setClock(undefined)
      seller = await shop.seller()
    }
  })

  it('is owed only for what was not refused: the rest pays the order', async () => {
    const { id, params, seen, second, bowl, scarf } = await cashOrder('Shipped')
    await book(id, 1, 102_00)
    await seller.api(moveParcels, { body: { parcels: [second], to: 'Refused' } })
    expect(await seen()).toMatchObject({ isPaid: true, hasProblem: true, status: 'Shipped' })
    expect(await book(id, 2, 153_00)).toMatchObject({ bookedPaise: 0, overPaise: 153_00 })
    const refund = (product: string) =>
      seller.api(refundOrder, {
        params,
        body: { lines: [{ product, quantity: 1 }], method: 'upi', reference: product },
      })
    await expect(refund(scarf)).rejects.toMatchObject({ code: 'TOO_MUCH_TO_REFUND' })
    expect(await refund(bowl)).toMatchObject({ amount: 102_00 })
  })
})

it('what couriers are to hand over stands in the overview: parcels that were delivered', async () => {
  const before = (await seller.api(getOverview)).expectedInCash
  const [delivered] = [await cashOrder('Delivered'), await cashOrder('Shipped')]
  await book(delivered.id, 1, 2_00)
  const after = (await seller.api(getOverview)).expectedInCash
  expect(after.amount - before.amount).toBe(253_00)
  expect(after.parcels - before.parcels).toBe(2)
})

describe('the courier of a parcel', () => {
  const change = (id: string, body: Record<string, string | null>) =>
    seller.send({ method: 'PATCH', url: `/api/parcel/${id}`, payload: body })

  it('comes with its link where we know it, or with the one that was typed', async () => {
    const { first } = await cashOrder('Packed')
    const params = { id: first }
    const { parcel } = await seller.api(changeParcel, {
      params,
      body: { courier: 'blue-dart', trackingNumber: 'bd 123' },
    })
    expect(parcel).toMatchObject({
      courier: 'Blue Dart',
      trackingNumber: 'bd 123',
      trackingUrl: expect.stringContaining('bd123'),
    })
    const other = await seller.api(changeParcel, { params, body: { courier: 'Ramesh by bicycle' } })
    expect(other.parcel).toMatchObject({ courier: 'Ramesh by bicycle', trackingNumber: 'bd 123', trackingUrl: null })
    const typed = await seller.api(changeParcel, { params, body: { trackingUrl: 'https://ramesh.example/7' } })
    expect(typed.parcel.trackingUrl).toBe('https://ramesh.example/7')
    const emptied = await seller.api(changeParcel, {
      params,
      body: { courier: '', trackingNumber: null, trackingUrl: null },
    })
    expect(emptied.parcel).toMatchObject({ courier: null, trackingNumber: null, trackingUrl: null })
  })

  it('gives a number to one parcel only, however it is written', async () => {
    const [{ first, second }, other] = [await cashOrder('Packed'), await cashOrder('Packed')]
    expect((await change(first, { trackingNumber: 'EM-1234 IN' })).statusCode).toBe(200)
    expect((await change(first, { trackingNumber: 'EM1234IN' })).statusCode).toBe(200)
    for (const id of [second, other.first]) {
      const answer = await change(id, { trackingNumber: 'em 1234 in' })
      expect(answer.json()).toMatchObject({
        code: 'TRACKING_NUMBER_USED',
        message: expect.stringMatching(/^Parcel H\d+-1 has/),
      })
    }
    const answers = await Promise.all([second, other.first].map((id) => change(id, { trackingNumber: 'TWICE 7' })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  it.each([
    [{ trackingUrl: 'javascript:alert(1)' }, 400],
    [{ trackingNumber: '---' }, 400],
    [{ trackingNumber: '1.46477E+13' }, 400],
    [{ courier: 'x'.repeat(61) }, 400],
  ])('is refused: %o', async (body, status) => {
    const { first } = await cashOrder('Packed')
    expect((await change(first, body)).statusCode).toBe(status)
    expect((await change(newId(), { courier: 'x' })).statusCode).toBe(404)
  })

  it('stands in the mail that tells that it is on its way, with a link to follow it', async () => {
    const { params, seen, first, lastMail } = await cashOrder('Packed')
    await seller.api(changeParcel, { params: { id: first }, body: { courier: 'Delhivery', trackingNumber: 'DL 77' } })
    await seller.api(moveParcels, { body: { parcels: [first], to: 'Shipped' } })
    const mail = await lastMail()
    const [parcel] = (await seen()).parcels
    expect(mail?.subject).toMatch(/^Your Haat order #\d+ \(parcel 1 of 2\) is on its way$/)
    expect(mail?.text_body).toContain(`${shop.deps.config.publicUrl}${parcel?.trackPath}`)
    expect(mail?.text_body).toContain('Delhivery, tracking number DL 77')
    expect(mail?.text_body).toContain('Keep cash ready: ₹102.00 for the courier')
    await seller.api(moveParcels, { body: { orders: [params.id], to: 'Shipped' } })
    expect((await lastMail())?.text_body).toContain('Keep cash ready: ₹153.00')
  })

  it('stands once for parcels that leave together, with the cash of each', async () => {
    const { params, lastMail } = await cashOrder('Packed')
    await seller.api(moveParcels, { body: { orders: [params.id], to: 'Shipped' } })
    const mail = await lastMail()
    expect(mail?.text_body).toContain('Keep cash ready: ₹102.00 and ₹153.00 for the courier, one for each of 2')
  })
})
