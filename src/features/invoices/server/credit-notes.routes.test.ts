import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeCod, placeOnline, type Shopper } from '#features/invoices/testing/orders.ts'
import { cancelOrder, getMyOrder, getSellerOrder, placeCodOrder } from '#features/orders/orders.contract.ts'
import { moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { refundOrder } from '#features/orders/seller-orders.contract.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getMyCreditNote, getMyInvoice, getSellerCreditNote } from '../invoices.contract.ts'
import { writePapers } from './write-papers.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await testShop(sellerSettings)
})
afterEach(() => shop.close())

const invoiceOf = async (shopper: Shopper, id: string) => (await shopper.api(getMyInvoice, { params: { id } })).invoice

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe('a credit note', () => {
  const notesOf = async (shopper: Shopper, id: string) => {
    await shop.deps.jobs.run('papers')
    return (await shopper.api(getMyOrder, { params: { id } })).order.creditNotes
  }
  const noteOf = async (shopper: Shopper, id: string, number: number) =>
    (await shopper.api(getMyCreditNote, { params: { id, number: String(number) } })).creditNote

  it('is written when an invoiced cash order is cancelled, for all of it', async () => {
    const shopper = await shop.shopper()
    const id = await placeCod(shopper, await shop.product({ offerPricePaise: 10000 }))
    const invoice = await invoiceOf(shopper, id)
    await shopper.api(cancelOrder, { params: { id } })
    expect(await notesOf(shopper, id)).toMatchObject([{ number: 1, amount: 20400 }])
    expect(await noteOf(shopper, id, 1)).toMatchObject({
      number: 1,
      invoice: invoice.number,
      reason: 'Cancelled',
      seller: ['Haat', 'support@haat.example'],
      order: { items: [{ quantity: 2 }], subtotal: 20000, tax: 400, amount: 20400, isPaid: false },
    })
  })

  it('is written for a paid order that is cancelled before it had its invoice: that comes first', async () => {
    const shopper = await shop.shopper()
    const { orderId, pay } = await placeOnline(shopper, await shop.product({ offerPricePaise: 10000 }))
    await pay()
    await shopper.api(cancelOrder, { params: { id: orderId } })
    expect(await notesOf(shopper, orderId)).toMatchObject([{ number: 1, amount: 20400 }])
    expect(await invoiceOf(shopper, orderId)).toMatchObject({ number: 1, order: { amount: 20400, isPaid: true } })
  })

  it('has the pieces that were refunded, each once; all of an order come to its total to the paisa', async () => {
    const [shopper, seller] = [await shop.shopper(), await shop.seller()]
    const product = await shop.product({ offerPricePaise: 100_25 })
    const { orderId, pay } = await placeOnline(shopper, product)
    await pay()
    const refundOne = () =>
      seller.api(refundOrder, { params: { id: orderId }, body: { lines: [{ product, quantity: 1 }] } })
    await refundOne()
    expect(await notesOf(shopper, orderId)).toMatchObject([{ number: 1, amount: 102_25 }])
    expect(await notesOf(shopper, orderId)).toHaveLength(1)
    await shopper.api(cancelOrder, { params: { id: orderId } })
    // 200.50 and 2%: 204.51 in all.
    expect(await notesOf(shopper, orderId)).toMatchObject([{ amount: 102_25 }, { number: 2, amount: 102_26 }])
    expect((await noteOf(shopper, orderId, 2)).order.items).toMatchObject([{ quantity: 1 }])
    await expect(refundOne()).rejects.toMatchObject({ status: 409 })
    expect(await notesOf(shopper, orderId)).toHaveLength(2)
  })

  it('has what was refused, lost or came back of a cash order, though no money came, each piece once', async () => {
    const [shopper, seller] = [await shop.shopper(), await shop.seller()]
    const asha = await producer(shop, 'Asha Silk')
    const products = [await shop.product({ offerPricePaise: 100_25 }), await shop.product({ producerId: asha })]
    const body = { items: products.map((product) => ({ product, quantity: 2 })), address: shopper.address._id }
    const { orderId, amount } = await shopper.api(placeCodOrder, { body })
    for (const to of ['Confirmed', 'Packed', 'Shipped'] as const)
      await seller.api(moveParcels, { body: { orders: [orderId], to } })
    const { order } = await seller.api(getSellerOrder, { params: { id: orderId } })
    const [first, second] = order.parcels
    if (!first || !second) throw new Error('the order has two parcels')
    await seller.api(moveParcels, { body: { parcels: [first._id], to: 'Refused' } })
    expect(await notesOf(shopper, orderId)).toMatchObject([{ number: 1, amount: first.cash }])
    expect(await noteOf(shopper, orderId, 1)).toMatchObject({ reason: 'Returned', order: { items: [{ quantity: 2 }] } })
    await seller.api(moveParcels, { body: { parcels: [first._id], to: 'Returned', good: true } })
    expect(await notesOf(shopper, orderId)).toHaveLength(1)
    await seller.api(moveParcels, { body: { parcels: [second._id], to: 'Lost' } })
    const notes = await notesOf(shopper, orderId)
    expect(notes.map((note) => note.amount)).toEqual([first.cash, second.cash])
    expect(notes.reduce((sum, note) => sum + note.amount, 0)).toBe(amount)
  })

  it('is not written for an order that never had an invoice', async () => {
    const shopper = await shop.shopper()
    const product = await shop.product()
    const cod = await placeCod(shopper, product)
    const { orderId } = await placeOnline(shopper, product)
    for (const id of [cod, orderId]) await shopper.api(cancelOrder, { params: { id } })
    for (const id of [cod, orderId]) expect(await notesOf(shopper, id)).toEqual([])
  })

  it("is its shopper's and the seller's, under its own order alone, and comes as PDF", async () => {
    const [owner, other, seller] = [await shop.shopper(), await shop.shopper(), await shop.seller()]
    const [id, second] = [await placeCod(owner, await shop.product()), await placeCod(owner, await shop.product())]
    await shop.deps.jobs.run('papers')
    await owner.api(cancelOrder, { params: { id } })
    expect(await notesOf(owner, id)).toHaveLength(1)
    const params = { id, number: '1' }
    expect((await seller.api(getSellerCreditNote, { params })).creditNote.order._id).toBe(id)
    await expect(other.api(getMyCreditNote, { params })).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
    for (const wrong of [
      { id: second, number: '1' },
      { id, number: '2' },
    ])
      await expect(owner.api(getMyCreditNote, { params: wrong })).rejects.toMatchObject({ code: 'NO_CREDIT_NOTE' })
    for (const number of ['0', 'x', '1.5', '-1'])
      expect((await owner.send({ method: 'GET', url: `/api/order/${id}/credit-note/${number}` })).statusCode).toBe(400)

    const pdf = await owner.send({ method: 'GET', url: `/api/order/${id}/credit-note/1.pdf` })
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="credit-note-000001.pdf"',
      'cache-control': 'no-store',
    })
    const theirs = await seller.send({ method: 'GET', url: `/api/order/seller/${id}/credit-note/1.pdf` })
    expect(theirs.rawPayload.equals(pdf.rawPayload)).toBe(true)
    expect((await other.send({ method: 'GET', url: `/api/order/${id}/credit-note/1.pdf` })).statusCode).toBe(404)
  })

  it('has numbers without a gap, whoever cancels, refunds and numbers at the same time', async () => {
    const product = await shop.product()
    const shoppers = await Promise.all(upTo(4).map(() => shop.shopper()))
    const ids = await Promise.all(
      upTo(24)
        .flatMap((turn) => shoppers[turn % 4] ?? [])
        .map((shopper) => placeCod(shopper, product).then((id) => ({ id, shopper }))),
    )
    await writePapers(shop.deps)
    await Promise.all(
      ids.flatMap(({ id, shopper }) => [shopper.api(cancelOrder, { params: { id } }), shop.deps.jobs.run('papers')]),
    )
    await shop.deps.jobs.run('papers')
    const notes = await shop.db.selectFrom('credit_notes').select(['number', 'order_id']).orderBy('number').execute()
    expect(notes.map(({ number }) => number)).toEqual(upTo(24))
    expect(new Set(notes.map(({ order_id }) => order_id)).size).toBe(24)
  })
})
