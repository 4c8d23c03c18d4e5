import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bookCash } from '#features/orders/parcels/server/parcel-cash.ts'
import { moveOrder } from '#features/orders/seller-orders.contract.ts'
import { lockOrder } from '#features/orders/server/order-row.ts'
import { expectAgreement } from '#features/payments/testing/agreement.ts'
import { type PaymentShop, paymentShop } from '#features/payments/testing/payments.ts'
import { transact } from '#kernel/background.ts'
import { paise } from '#shared/money.ts'

let shop: PaymentShop
let seller: Awaited<ReturnType<PaymentShop['seller']>>
beforeAll(async () => {
  shop = await paymentShop({}, 2)
  seller = await shop.seller()
})
afterAll(() => shop.close())
beforeEach(() => shop.setClock(new Date()))
afterEach(async () => {
  await expectAgreement(shop)
  shop.stripe.heal()
  shop.pass(48 * 60)
  await shop.work()
  await expectAgreement(shop, { isSettled: true })
})

describe('received cash goes back', () => {
  async function cashOrder() {
    const pot = await shop.product({ offerPricePaise: 50_25 })
    const buyer = await shop.buyer({ [pot]: 2 })
    const orderId = (await buyer.orderCod()).json().orderId
    for (const status of ['Confirmed', 'Packed', 'Shipped'] as const)
      await seller.api(moveOrder, { params: { id: orderId }, body: { status } })
    await seller.send({ method: 'POST', url: `/api/order/${orderId}/cash-received` })
    const send = (payload: object) => seller.send({ method: 'POST', url: `/api/order/${orderId}/refund`, payload })
    const lastMail = async () => (await shop.mailsTo(buyer.email)).at(-1)?.text_body.replace(/\s+/g, ' ')
    return { pot, orderId, send, order: () => buyer.seen(orderId), mails: buyer.mails, lastMail }
  }

  it('by UPI or bank transfer, at once, with its reference', async () => {
    const { pot, send, order, mails } = await cashOrder()
    const answer = await send({ lines: [{ product: pot, quantity: 1 }], method: 'bank', reference: ' NEFT 42 ' })
    expect(answer.json()).toMatchObject({ amount: 51.25, message: '₹51.25 is refunded by bank transfer' })
    expect((await order()).history.at(-1)).toMatchObject({
      text: '₹51.25 refunded by bank transfer, reference NEFT 42',
    })
    expect((await send({ method: 'upi', reference: 'UPI 7' })).json()).toMatchObject({ amount: 51.26 })
    expect(await order()).toMatchObject({ refunded: 102_51, items: [{ refunded: 2 }], isPaid: true })
    expect((await send({ method: 'upi', reference: 'UPI 8' })).json()).toMatchObject({ code: 'CANNOT_REFUND' })
    expect((await mails()).slice(-2)).toEqual(['is refunded', 'is refunded'])
  })

  it('never by card, never without a reference, and each transfer once', async () => {
    const { pot, send, order } = await cashOrder()
    const lines = [{ product: pot, quantity: 1 }]
    for (const body of [{}, { lines }, { method: 'card' }])
      expect((await send(body)).json()).toMatchObject({ code: 'NOT_PAID_BY_CARD' })
    for (const body of [{ method: 'upi' }, { method: 'bank', reference: '  ' }]) {
      const refused = await send({ lines, ...body })
      expect(refused.statusCode).toBe(400)
      expect(refused.json().fields).toEqual({ reference: 'Enter the reference of the transfer' })
    }
    for (const body of [
      { method: 'cash' },
      { method: 'upi', reference: 'x'.repeat(101) },
      { method: 'upi', reference: 'a\u202eb' },
    ])
      expect((await send({ lines, ...body })).statusCode).toBe(400)
    const once = { lines, method: 'upi', reference: 'UPI 9' }
    expect((await send(once)).statusCode).toBe(200)
    expect((await send(once)).json()).toMatchObject({ code: 'REFERENCE_USED' })
    expect((await order()).refunded).toBe(51_25)
  })

  it('never above what came: of a parcel on its way whose cash came short, no more than that', async () => {
    const pot = await shop.product({ offerPricePaise: 50_25 })
    const buyer = await shop.buyer({ [pot]: 2 })
    const orderId = (await buyer.orderCod()).json().orderId
    for (const status of ['Confirmed', 'Packed', 'Shipped'] as const)
      await seller.api(moveOrder, { params: { id: orderId }, body: { status } })
    await transact(shop.deps, async (tx) =>
      bookCash(shop.deps, tx, await lockOrder(tx, orderId), 1, paise(40_00), { at: shop.deps.now() }),
    )
    const answer = await seller.send({
      method: 'POST',
      url: `/api/order/${orderId}/refund`,
      payload: { method: 'upi', reference: 'UPI 12' },
    })
    expect(answer.json()).toMatchObject({ amount: 40 })
  })

  it('after the order came back, too', async () => {
    const { orderId, send, order } = await cashOrder()
    await seller.api(moveOrder, { params: { id: orderId }, body: { status: 'Returned', restock: false } })
    shop.stocks.clear()
    expect(await order()).toMatchObject({ status: 'Returned', isPaid: true, refunded: 0 })
    expect((await send({ method: 'upi', reference: 'UPI 10' })).statusCode).toBe(200)
    expect((await order()).refunded).toBe(102_51)
  })

  it('and who hears that the order came back is told of what is left of it', async () => {
    const { pot, orderId, send, lastMail } = await cashOrder()
    await send({ lines: [{ product: pot, quantity: 1 }], method: 'upi', reference: 'UPI 11' })
    await seller.api(moveOrder, { params: { id: orderId }, body: { status: 'Returned', restock: false } })
    shop.stocks.clear()
    expect(await lastMail()).toContain('We will contact you about the ₹51.26 that you paid.')
  })
})
