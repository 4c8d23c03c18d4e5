import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatPhone } from '#features/addresses/addresses.rules.ts'
import { placeCod, placeOnline } from '#features/invoices/testing/orders.ts'
import { cancelOrder, getSellerOrder } from '#features/orders/orders.contract.ts'
import { moveOrder } from '#features/orders/seller-orders.contract.ts'
import { newId } from '#shared/ids.ts'
import { NO_MONEY } from '#shared/money.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { printed, scan } from '../../testing/paper.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let product: string
beforeAll(async () => {
  const sender = { SENDER_STREET: '7 Church Street', SENDER_CITY: 'Bengaluru', SENDER_STATE: 'Karnataka' }
  shop = await testShop({ ...sellerSettings, ...sender, SENDER_ZIPCODE: '560001', SENDER_PHONE: '80000 77777' })
  seller = await shop.seller()
  product = await shop.product()
})
afterAll(() => shop.close())

/** An order that is confirmed, and so has a parcel. */
async function confirmed(order?: string) {
  const id = order ?? (await placeCod(await shop.shopper(), product))
  await seller.api(moveOrder, { params: { id }, body: { status: 'Confirmed' } })
  return (await seller.api(getSellerOrder, { params: { id } })).order
}

const print = (query: Record<string, string>, caller = seller) =>
  caller.send({ method: 'GET', url: `/api/parcel/print.pdf?${new URLSearchParams(query)}` })
async function pagesOf(query: Record<string, string>) {
  const answer = await print(query)
  expect(answer.statusCode).toBe(200)
  return (await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)))).text
}

describe('what is printed for parcels', () => {
  it('is a PDF of picking list, slips and labels, in this order, for the seller alone', async () => {
    const [one, two] = [await confirmed(), await confirmed()]
    const orders = `${one._id},${two._id}`
    const answer = await print({ what: 'labels,picking,slips', orders })
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="parcels-\d{4}-\d\d-\d\d\.pdf"$/)
    expect(answer.headers['cache-control']).toBe('no-store')
    const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)))
    expect(pages).toHaveLength(5)
    expect(pages[0]).toContain('Picking list')
    expect(pages[0]).toContain(`#${one.number}×2, #${two.number}×2`)
    expect(pages[1]).toContain(`Order #${one.number}`)
    expect(pages[1]).toContain('Pay the courier ₹2,547.96.')
    expect(pages[3]).toContain(
      'From, and return to\nHaat\n7 Church Street, Bengaluru, Karnataka 560001\n+91 80000 77777',
    )
    const [, , , , last] = await printed(answer.rawPayload)
    expect(last && (await scan(last))).toMatchObject([{ text: `H${two.number}-1` }])
    expect((await print({ what: 'labels', orders }, await shop.shopper())).statusCode).toBe(403)
    expect((await print({ what: 'labels', orders }, shop.browser())).statusCode).toBe(401)
  })

  it('are those of orders by their numbers, too', async () => {
    const [one, two] = [await confirmed(), await confirmed()]
    const labels = await pagesOf({ what: 'labels', orders: `${two.number},${one._id},${one.number}` })
    expect(labels.map((label) => /H\d+-\d/.exec(label)?.[0])).toEqual([`H${two.number}-1`, `H${one.number}-1`])
    expect((await print({ what: 'labels', orders: `${one.number},999999999` })).json().code).toBe('ORDER_NOT_FOUND')
    expect((await print({ what: 'labels', orders: '99999999999999999999' })).statusCode).toBe(404)
  })

  it('of an order that is paid online asks for no cash', async () => {
    const { orderId, pay } = await placeOnline(await shop.shopper(), product)
    await pay()
    const { _id } = await confirmed(orderId)
    const [label] = await pagesOf({ what: 'labels', orders: _id })
    expect(label).toContain('Collect nothing')
    expect(label).not.toContain('₹')
  })

  it('is each parcel once, however it was named, those of producers who send by themselves after those of the shop', async () => {
    const [split, plain] = [await confirmed(), await confirmed()]
    const sender = { name: 'Matti Pottery', street: 'Kiln Road 7', city: 'Khurja', state: 'Uttar Pradesh' }
    const [parcel] = split.parcels
    await shop.db
      .insertInto('parcels')
      .values({
        ...{ id: newId(), order_id: split._id, number: 2, sender_id: newId(), token: newId() },
        sender: JSON.stringify({ ...sender, zipcode: '203131', phone: '98765 43210' }),
        ...{ status: 'To pack', cash_paise: NO_MONEY, confirmed_at: 1_800_000_000_000 },
        ...{ courier: 'Delhivery', tracking_number: '1234 5678', tracking_key: newId(), tracking_url: null },
      })
      .execute()
    const parcels = `${parcel?._id},${parcel?._id}`
    const labels = await pagesOf({ what: 'labels', orders: `${split._id},${plain._id},${split._id}`, parcels })
    expect(labels.map((label) => /H\d+-\d/.exec(label)?.[0])).toEqual([
      `H${split.number}-1`,
      `H${plain.number}-1`,
      `H${split.number}-2`,
    ])
    expect(labels[2]).toContain('Matti Pottery\nKiln Road 7, Khurja, Uttar Pradesh 203131\n+91 98765 43210')
    expect(labels[2]).toContain('Parcel 2 of 2')
    // The courier calls the shopper where the shop sends, and the shop where a maker does.
    const { phone } = split.address
    expect(labels[0]).toContain(formatPhone(phone, 'India'))
    expect(labels[2]).not.toContain(formatPhone(phone, 'India').slice(-5))
    expect(labels[2]).toContain('Haat, +91 80000 77777')
    expect(labels[2]).toContain('Delhivery')
    const slips = await pagesOf({ what: 'slips', parcels: parcel?._id ?? '' })
    expect(slips).toHaveLength(1)
    expect(slips[0]).toContain('Parcel 1 of 2; the other comes from Matti Pottery.')
  })

  it('carries the picture of each piece on its slip', async () => {
    const { default: sharp } = await import('sharp')
    const green = sharp({ create: { width: 320, height: 320, channels: 3, background: '#00ff00' } })
    const picture = { key: 'product-0a', alt: '', width: 320, height: 320, widths: [320], avif: false }
    await shop.deps.storage.put('product-0a/320.webp', await green.webp().toBuffer())
    const gone = { ...picture, key: 'product-0b' }
    const ids = [await shop.product({ images: [picture] }), await shop.product({ images: [gone] })]
    const pdfs = await Promise.all(
      ids.map(async (id) => {
        const order = await confirmed(await placeCod(await shop.shopper(), id))
        return (await print({ what: 'slips', orders: order._id })).rawPayload
      }),
    )
    expect(pdfs.map((pdf) => pdf.includes('/DCTDecode'))).toEqual([true, false])
  })
})

describe('what cannot be printed is named, and nothing is printed', () => {
  it('orders that are not confirmed yet, were cancelled or did not arrive', async () => {
    const shopper = await shop.shopper()
    const fresh = await placeCod(shopper, product)
    const cancelled = await placeCod(shopper, product)
    await confirmed(cancelled)
    await shopper.api(cancelOrder, { params: { id: cancelled } })
    const good = await confirmed()
    const one = await print({ what: 'labels', orders: `${good._id},${fresh}` })
    expect(one.statusCode).toBe(409)
    expect(one.json()).toMatchObject({
      code: 'NOTHING_TO_PRINT',
      message: expect.stringMatching(
        /^Order #\d+ has no parcel to print: it is not confirmed yet, or its parcels were cancelled, refused, lost or returned$/,
      ),
    })
    const both = await print({ what: 'labels', orders: `${fresh},${cancelled}` })
    expect(both.json().message).toMatch(/^Orders #\d+, #\d+ have no parcels to print/)
    for (const status of ['Refused', 'Lost', 'Returned'] as const) {
      await shop.db.updateTable('parcels').set({ status }).where('order_id', '=', good._id).execute()
      expect((await print({ what: 'labels', orders: good._id })).json().code).toBe('NOTHING_TO_PRINT')
    }
  })

  it('unknown orders and parcels', async () => {
    const { _id } = await confirmed()
    const order = await print({ what: 'labels', orders: `${_id},${newId()}` })
    expect(order.json()).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(order.statusCode).toBe(404)
    const parcel = await print({ what: 'labels', parcels: 'unknown' })
    expect(parcel.json()).toMatchObject({ code: 'PARCEL_NOT_FOUND' })
    expect(parcel.statusCode).toBe(404)
  })

  const many = (count: number) => Array.from({ length: count }, () => newId()).join(',')
  it.each([
    ['nothing', { what: 'labels' }, 'Choose which orders or parcels to print'],
    ['nothing but commas', { what: 'labels', orders: ',,' }, 'Choose which orders or parcels to print'],
    ['more than 300', { what: 'labels', orders: many(301) }, 'At most 300 orders and parcels at once'],
    [
      'more than 300 together',
      { what: 'labels', orders: many(200), parcels: many(101) },
      'At most 300 orders and parcels at once',
    ],
    ['no part', { orders: 'a' }, 'Choose picking, slips or labels, with commas between them'],
    ['an unknown part', { what: 'labels,posters', orders: 'a' }, 'Choose picking, slips or labels, with commas'],
  ])('%s', async (_, query, message) => {
    const answer = await print(query as Record<string, string>)
    expect(answer.statusCode).toBe(400)
    expect(JSON.stringify(answer.json().fields)).toContain(message)
  })
})

it('takes 300 orders at once, and leaves the event loop to others meanwhile', async () => {
  const { _id } = await confirmed()
  const row = await shop.db.selectFrom('orders').selectAll().where('id', '=', _id).executeTakeFirstOrThrow()
  const lines = await shop.db.selectFrom('order_lines').selectAll().where('order_id', '=', _id).execute()
  const parcels = await shop.db.selectFrom('parcels').selectAll().where('order_id', '=', _id).execute()
  const ids = Array.from({ length: 300 }, () => newId())
  for (const [index, id] of ids.entries()) {
    await shop.db
      .insertInto('orders')
      .values({ ...row, id, number: 5000 + index })
      .execute()
    await shop.db
      .insertInto('order_lines')
      .values(lines.map((line) => ({ ...line, order_id: id })))
      .execute()
    const own = parcels.map((parcel) => ({ ...parcel, id: newId(), order_id: id, token: newId() }))
    await shop.db.insertInto('parcels').values(own).execute()
  }
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const pages = await print({ what: 'picking,slips,labels', orders: ids.join(',') })
  clearImmediate(timer)
  expect(pages.statusCode).toBe(200)
  expect((await getDocumentProxy(new Uint8Array(pages.rawPayload))).numPages).toBeGreaterThan(600)
  // On this thread 600 pages would leave others no more turns than the few statements do.
  expect(turns).toBeGreaterThan(200)
})
