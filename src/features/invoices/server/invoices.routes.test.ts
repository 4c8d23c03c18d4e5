import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cancelOrder, placeCodOrder, refundOrder } from '#features/orders/orders.contract.ts'
import { isSale, orderStatuses } from '#features/orders/orders.states.ts'
import { payTestCheckout, placeOnlineOrder } from '#features/payments/payments.contract.ts'
import { type TestShop, testShop } from '#server/test-shop.ts'
import { newId } from '#shared/ids.ts'
import { getMyInvoice, getSellerInvoice } from '../invoices.contract.ts'
import { numberInvoices } from './invoices.service.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await testShop({ SELLER_EMAIL: 'seller@example.com', SELLER_PASSWORD: 'sell everything' })
})
afterEach(() => shop.close())

type Shopper = Awaited<ReturnType<TestShop['shopper']>>

async function placeCod(shopper: Shopper, product: string, key: string = newId()) {
  const body = { items: [{ product, quantity: 2 }], address: shopper.address._id }
  const { orderId } = await shopper.api(placeCodOrder, { body, headers: { 'idempotency-key': key } })
  return orderId
}

async function placeOnline(shopper: Shopper, product: string) {
  const body = { items: [{ product, quantity: 2 }], address: shopper.address._id }
  const { orderId, url } = await shopper.api(placeOnlineOrder, { body })
  const pay = () => shopper.api(payTestCheckout, { params: { id: url.split('/').at(-1) ?? '' } })
  return { orderId, pay }
}

const invoiceOf = async (shopper: Shopper, id: string) => (await shopper.api(getMyInvoice, { params: { id } })).invoice

const numbered = async () =>
  (await shop.db.selectFrom('invoices').select(['number', 'order_id']).orderBy('number').execute()).map((invoice) => ({
    number: invoice.number,
    order: invoice.order_id,
  }))

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** Orders as rows, one a millisecond. */
async function writeOrders(rows: { status: (typeof orderStatuses)[number]; is_paid: 0 | 1 }[]) {
  const { _id, isDefault, ...address } = (await shop.shopper()).address
  const orders = rows.map((row, index) => ({
    ...row,
    id: newId(),
    user_id: newId(),
    subtotal_paise: 10000,
    tax_paise: 200,
    amount_paise: 10200,
    address: JSON.stringify(address),
    payment_type: 'Online' as const,
    created_at: 1_800_000_000_000 + index,
  }))
  for (let at = 0; at < orders.length; at += 500) {
    await shop.db
      .insertInto('orders')
      .values(orders.slice(at, at + 500))
      .execute()
  }
  return orders
}

describe('numbers', () => {
  it('are 1, 2, 3 … without a gap under 64 parallel orders, viewers and numberings', async () => {
    const product = await shop.product()
    const shoppers = await Promise.all(upTo(8).map(() => shop.shopper()))
    const viewed = await Promise.all(
      upTo(64).map(async (turn) => {
        const shopper = shoppers[turn % shoppers.length]
        if (!shopper) throw new Error('nobody to order')
        const [id] = await Promise.all([placeCod(shopper, product), numberInvoices(shop.db, new Date())])
        const [invoice, again] = await Promise.all([invoiceOf(shopper, id), invoiceOf(shopper, id)])
        expect(again.number).toBe(invoice.number)
        return { number: invoice.number, order: id }
      }),
    )
    expect(viewed.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual(upTo(64))
    expect(await numbered()).toEqual(viewed.toSorted((one, other) => one.number - other.number))
  })

  it('follow the order of the sales, through more of them than are numbered at once', async () => {
    const orders = await writeOrders(Array.from({ length: 1203 }, () => ({ status: 'Order Placed', is_paid: 0 })))
    await Promise.all(upTo(4).map(() => numberInvoices(shop.db, new Date())))
    expect(await numbered()).toEqual(orders.map(({ id }, index) => ({ number: index + 1, order: id })))
  })

  it('belong to sales, whatever has become of them, and to nothing else', async () => {
    const rows = orderStatuses.flatMap((status) => [
      { status, is_paid: 0 as const },
      { status, is_paid: 1 as const },
    ])
    const orders = await writeOrders(rows)
    await numberInvoices(shop.db, new Date())
    const sales = orders.filter(({ status, is_paid }) => isSale({ status, isPaid: is_paid === 1 }))
    expect((await numbered()).map(({ order }) => order)).toEqual(sales.map(({ id }) => id))
  })

  it('are given by the sweep too', async () => {
    const shopper = await shop.shopper()
    const id = await placeCod(shopper, await shop.product())
    await shop.deps.payments.sweep()
    expect(await numbered()).toEqual([{ number: 1, order: id }])
  })
})

describe('an invoice', () => {
  it('has the order as it was placed, the day of its number, and nothing of its history', async () => {
    const product = await shop.product({ offerPricePaise: 124925, weight: '250 g' })
    const shopper = await shop.shopper()
    const id = await placeCod(shopper, product)
    shop.setClock(new Date('2026-11-21T10:00:00Z'))
    const { invoice } = (await shopper.send({ method: 'GET', url: `/api/order/${id}/invoice` })).json()
    expect(invoice).toMatchObject({
      number: 1,
      issuedAt: '2026-11-21T10:00:00.000Z',
      order: { _id: id, subtotal: 2498.5, tax: 49.97, amount: 2548.47, address: { city: 'Bengaluru' } },
    })
    expect(invoice.order).not.toHaveProperty('history')
  })

  it("is its shopper's and the seller's; for anybody else there is no such order", async () => {
    const [owner, other, seller] = [await shop.shopper(), await shop.shopper(), await shop.seller()]
    const id = await placeCod(owner, await shop.product())
    await expect(other.api(getMyInvoice, { params: { id } })).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect((await other.send({ method: 'GET', url: `/api/order/${id}/invoice.pdf` })).statusCode).toBe(404)
    expect(await numbered()).toEqual([])
    expect((await seller.api(getSellerInvoice, { params: { id } })).invoice.order._id).toBe(id)
    expect((await invoiceOf(owner, id)).number).toBe(1)
    await expect(seller.api(getSellerInvoice, { params: { id: newId() } })).rejects.toMatchObject({ status: 404 })
  })

  it('is there once an order that awaited payment is paid', async () => {
    const shopper = await shop.shopper()
    const { orderId, pay } = await placeOnline(shopper, await shop.product())
    await expect(invoiceOf(shopper, orderId)).rejects.toMatchObject({ code: 'NO_INVOICE', status: 404 })
    await pay()
    expect(await invoiceOf(shopper, orderId)).toMatchObject({ number: 1, order: { isPaid: true } })
  })

  it('is never there for an order that was cancelled unpaid; its number is not lost', async () => {
    const shopper = await shop.shopper()
    const product = await shop.product()
    const cancelled = await placeCod(shopper, product)
    await shopper.api(cancelOrder, { params: { id: cancelled } })
    const { orderId: left } = await placeOnline(shopper, product)
    await shopper.api(cancelOrder, { params: { id: left } })
    await shop.deps.payments.sweep()
    for (const id of [cancelled, left]) {
      await expect(invoiceOf(shopper, id)).rejects.toMatchObject({ code: 'NO_INVOICE' })
    }
    expect((await invoiceOf(shopper, await placeCod(shopper, product))).number).toBe(1)
  })

  it('stays when the order is cancelled after it was paid, and says what was paid back', async () => {
    const shopper = await shop.shopper()
    const { orderId, pay } = await placeOnline(shopper, await shop.product({ offerPricePaise: 10000 }))
    await pay()
    await shopper.api(cancelOrder, { params: { id: orderId } })
    await shop.deps.payments.sweep()
    expect(await invoiceOf(shopper, orderId)).toMatchObject({
      number: 1,
      order: { status: 'Cancelled', isPaid: true, amount: 20400, refunded: 20400 },
    })
  })

  it('stays when a cash-on-delivery order is cancelled after it got its number', async () => {
    const shopper = await shop.shopper()
    const id = await placeCod(shopper, await shop.product())
    await shop.deps.payments.sweep()
    await shopper.api(cancelOrder, { params: { id } })
    expect(await invoiceOf(shopper, id)).toMatchObject({ number: 1, order: { status: 'Cancelled', isPaid: false } })
  })

  it('says which pieces were paid back', async () => {
    const shopper = await shop.shopper()
    const product = await shop.product({ offerPricePaise: 10000 })
    const { orderId, pay } = await placeOnline(shopper, product)
    await pay()
    const seller = await shop.seller()
    await seller.api(refundOrder, { params: { id: orderId }, body: { lines: [{ product, quantity: 1 }] } })
    expect((await invoiceOf(shopper, orderId)).order).toMatchObject({
      amount: 20400,
      refunded: 10200,
      items: [{ quantity: 2, refunded: 1 }],
    })
  })
})

describe('the PDF', () => {
  it('is a download named after the number, kept nowhere, for its shopper and the seller alike', async () => {
    const shopper = await shop.shopper()
    const id = await placeCod(shopper, await shop.product({ name: 'Blue Pottery Bowl' }))
    const mine = await shopper.send({ method: 'GET', url: `/api/order/${id}/invoice.pdf` })
    expect(mine.statusCode).toBe(200)
    expect(mine.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="invoice-000001.pdf"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(mine.rawPayload)), { mergePages: true })
    expect(text).toContain('Blue Pottery Bowl')

    const seller = await shop.seller()
    const theirs = await seller.send({ method: 'GET', url: `/api/order/seller/${id}/invoice.pdf` })
    expect(theirs.rawPayload.equals(mine.rawPayload)).toBe(true)
  })

  it('is not there where there is no invoice', async () => {
    const shopper = await shop.shopper()
    const { orderId } = await placeOnline(shopper, await shop.product())
    const answer = await shopper.send({ method: 'GET', url: `/api/order/${orderId}/invoice.pdf` })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ success: false, code: 'NO_INVOICE' })
  })
})
