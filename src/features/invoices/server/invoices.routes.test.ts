import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeCod, placeOnline, type Shopper } from '#features/invoices/testing/orders.ts'
import { lookAgain } from '#features/orders/journal/server/journal.ts'
import { cancelOrder, getMyOrder } from '#features/orders/orders.contract.ts'
import { isSale, orderStatuses } from '#features/orders/orders.states.ts'
import { markCashReceived, moveOrder } from '#features/orders/seller-orders.contract.ts'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getMyInvoice, getSellerInvoice } from '../invoices.contract.ts'
import { writePapers } from './write-papers.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await testShop(sellerSettings)
})
afterEach(() => shop.close())

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
    subtotal_paise: paise(10000),
    tax_paise: paise(200),
    amount_paise: paise(10200),
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
  await lookAgain(shop.db, 'papers', shop.deps.now(), shop.db.selectFrom('orders'))
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
        const [id] = await Promise.all([placeCod(shopper, product), writePapers(shop.deps)])
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
    await Promise.all(upTo(4).map(() => writePapers(shop.deps)))
    expect(await numbered()).toEqual(orders.map(({ id }, index) => ({ number: index + 1, order: id })))
  })

  it('belong to sales, whatever has become of them, and to nothing else', async () => {
    const rows = orderStatuses.flatMap((status) => [
      { status, is_paid: 0 as const },
      { status, is_paid: 1 as const },
    ])
    const orders = await writeOrders(rows)
    await writePapers(shop.deps)
    const sales = orders.filter(({ status, is_paid }) => isSale({ status, isPaid: is_paid === 1 }))
    expect((await numbered()).map(({ order }) => order)).toEqual(sales.map(({ id }) => id))
  })

  it('are given by the sweep too', async () => {
    const shopper = await shop.shopper()
    const id = await placeCod(shopper, await shop.product())
    await shop.deps.jobs.run('papers')
    expect(await numbered()).toEqual([{ number: 1, order: id }])
  })
})

describe('an invoice', () => {
  it('has seller, buyer, lines and sums as they were, and the day of its number', async () => {
    const product = await shop.product({ offerPricePaise: 124925, weight: '250 g' })
    const shopper = await shop.shopper()
    const id = await placeCod(shopper, product)
    shop.setClock(new Date('2026-11-21T10:00:00Z'))
    const { invoice } = (await shopper.send({ method: 'GET', url: `/api/order/${id}/invoice` })).json()
    expect(invoice).toEqual({
      number: 1,
      issuedAt: '2026-11-21T10:00:00.000Z',
      seller: ['Haat', 'support@haat.example'],
      storeName: 'Haat',
      order: {
        _id: id,
        number: 1001,
        items: [
          { product: { _id: product, name: 'Blue Pottery Bowl', weight: '250 g', offerPrice: 1249.25 }, quantity: 2 },
        ],
        subtotal: 2498.5,
        tax: 49.97,
        amount: 2548.47,
        address: {
          firstName: 'Ananya',
          lastName: 'Rao',
          street: 'Flat 4B, Kaveri Residency, Indiranagar',
          city: 'Bengaluru',
          state: 'Karnataka',
          zipcode: '560038',
          country: 'India',
        },
        paymentType: 'COD',
        isPaid: false,
        createdAt: expect.any(String),
      },
      creditNotes: [],
      ledger: [],
    })
  })

  it('says who gets how much, as long as the order was placed with a maker’s price', async () => {
    const product = await shop.product({ offerPricePaise: 1590_00 })
    const shopper = await shop.shopper()
    const before = await placeCod(shopper, product)
    const asked = { maker_price_paise: paise(820_00), costs_paise: paise(240_00) }
    await shop.db.updateTable('products').set(asked).where('id', '=', product).execute()
    const id = await placeCod(shopper, product)
    expect((await invoiceOf(shopper, before)).order.shares).toBeUndefined()
    const { order } = await invoiceOf(shopper, id)
    expect(order.shares).toEqual({
      ...{ maker: paise(1640_00), costs: paise(480_00), producer: paise(901_00), community: paise(53_00) },
      ...{ shop: paise(106_00), tax: paise(63_60), unstated: paise(0) },
    })
    const pdf = await shopper.send({ method: 'GET', url: `/api/order/${id}/invoice.pdf` })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.rawPayload)), { mergePages: true })
    expect(text.replace(/\s+/g, ' ')).toContain(
      'Where your rupee goes Maker’s price ₹1,640.00 Maker’s part of the profit ₹901.00 Packing and courier ₹480.00 Community ₹53.00 Haat ₹106.00 Tax (2%) ₹63.60',
    )
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
    await shop.deps.jobs.run('papers')
    for (const id of [cancelled, left]) {
      await expect(invoiceOf(shopper, id)).rejects.toMatchObject({ code: 'NO_INVOICE' })
    }
    expect((await invoiceOf(shopper, await placeCod(shopper, product))).number).toBe(1)
  })

  it('stays as it was when the order goes on, is paid, returned, and its account deleted', async () => {
    const [shopper, seller] = [await shop.shopper(), await shop.seller()]
    const id = await placeCod(shopper, await shop.product())
    // The ledger's entries come after it, and stand beside it.
    const { ledger, ...before } = await invoiceOf(shopper, id)
    expect(ledger).toEqual([])
    for (const status of ['Confirmed', 'Packed', 'Shipped', 'Delivered'] as const)
      await seller.api(moveOrder, { params: { id }, body: { status } })
    await seller.api(markCashReceived, { params: { id } })
    expect(await invoiceOf(shopper, id)).toMatchObject(before)
    await seller.api(moveOrder, { params: { id }, body: { status: 'Returned' } })
    const payload = { currentPassword: 'a good password' }
    expect((await shopper.send({ method: 'POST', url: '/api/user/delete', payload })).statusCode).toBe(200)
    await shop.deps.jobs.run('papers')
    const { invoice } = await seller.api(getSellerInvoice, { params: { id } })
    expect(invoice).toMatchObject({
      ...before,
      creditNotes: [{ number: 1, issuedAt: expect.any(Date), amount: 254796 }],
    })
  })

  it('names the shop as it called itself on its day, also after its settings have changed', async () => {
    const shopper = await shop.shopper()
    const [first, second] = [
      await placeCod(shopper, await shop.product()),
      await placeCod(shopper, await shop.product()),
    ]
    const { seller } = await invoiceOf(shopper, first)
    const config = { ...shop.deps.config, storeName: 'Bazaar', legal: { name: 'Bazaar Pvt. Ltd.' } }
    await placeCod(shopper, await shop.product())
    await writePapers({ ...shop.deps, config })
    expect((await invoiceOf(shopper, first)).seller).toEqual(seller)
    expect((await invoiceOf(shopper, second)).seller).toEqual(seller)
    const third = await invoiceOf(shopper, (await numbered())[2]?.order ?? '')
    expect(third).toMatchObject({ seller: ['Bazaar Pvt. Ltd.', 'Bazaar', 'support@haat.example'], storeName: 'Bazaar' })
  })

  it('is told of by orders that were cancelled after they got it, and by no others', async () => {
    const shopper = await shop.shopper()
    const hasInvoice = async (id: string) => (await shopper.api(getMyOrder, { params: { id } })).order.hasInvoice
    const numberedFirst = await placeCod(shopper, await shop.product())
    await shop.deps.jobs.run('papers')
    const never = await placeCod(shopper, await shop.product())
    for (const id of [never, numberedFirst]) await shopper.api(cancelOrder, { params: { id } })
    expect([await hasInvoice(numberedFirst), await hasInvoice(never)]).toEqual([true, false])
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

  it('is made once, however many ask for it at once or later', async () => {
    const shopper = await shop.shopper()
    const id = await placeCod(shopper, await shop.product())
    const get = () => shopper.send({ method: 'GET', url: `/api/order/${id}/invoice.pdf` })
    const answers = [...(await Promise.all([get(), get(), get()])), await get()]
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1)
  })

  it('is not there where there is no invoice', async () => {
    const shopper = await shop.shopper()
    const { orderId } = await placeOnline(shopper, await shop.product())
    const answer = await shopper.send({ method: 'GET', url: `/api/order/${orderId}/invoice.pdf` })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ success: false, code: 'NO_INVOICE' })
  })
})

it('an invoice of an older shop names the shop as its settings are when it is first read', async () => {
  const shopper = await shop.shopper()
  const id = await placeCod(shopper, await shop.product())
  const before = await invoiceOf(shopper, id)
  await shop.db.deleteFrom('paper_sellers').execute()
  expect(await invoiceOf(shopper, id)).toEqual(before)
  expect(await shop.db.selectFrom('paper_sellers').select('id').execute()).toEqual([{ id: 1 }])
})
