import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatPhone } from '#features/addresses/addresses.rules.ts'
import { getSellerOrder, placeCodOrder } from '#features/orders/orders.contract.ts'
import { changeParcel, moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { moveOrder } from '#features/orders/seller-orders.contract.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { moveReturn } from '#features/returns/returns.contract.ts'
import { ask, deliver, type Seller } from '#features/returns/testing/returns.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { tellMakers } from './tell-makers.ts'

let shop: TestShop
let seller: Seller
let maker: string
let email: string
beforeAll(async () => {
  shop = await testShop({
    ...sellerSettings,
    SENDER_PHONE: '80000 77777',
    LEGAL_ADDRESS: '12 Fort Road, Jaipur 302001',
  })
  seller = await shop.seller()
  maker = await producer(shop, 'Matti Pottery')
  email = `${maker}@example.com`
})
afterAll(() => shop.close())

/** An order of two jars that the maker sends, and a cloth that the shop does. */
async function placed() {
  const shopper = await shop.shopper()
  const jar = await shop.product({ name: 'Blue Jar', producerId: maker, stock: 9 })
  const cloth = await shop.product({ name: 'Plain Cloth' })
  const items = [
    { product: cloth, quantity: 1 },
    { product: jar, quantity: 2 },
  ]
  const { orderId: id } = await shopper.api(placeCodOrder, { body: { items, address: shopper.address._id } })
  return { id, shopper, jar, read: async () => (await seller.api(getSellerOrder, { params: { id } })).order }
}

/** The last mail to the maker, as it is sent now, and what is printed in its file. */
async function lastMail() {
  await tellMakers(shop.deps)
  const rows = await shop.db.selectFrom('outbox').selectAll().where('recipient', '=', email).orderBy('id').execute()
  const row = rows.at(-1)
  if (!row) throw new Error('no mail to the maker')
  const { subject, text, files = [] } = await shop.writeMail(row)
  const pages: string[] = []
  for (const { content } of files)
    pages.push(
      ...(await extractText(await getDocumentProxy(new Uint8Array(Buffer.from(content))), { mergePages: false })).text,
    )
  return { count: rows.length, subject, text, names: files.map(({ name }) => name), pages }
}

describe('a maker who sends by herself', () => {
  it('gets slip and label of each confirmed parcel of hers by mail, with the phone of the shop', async () => {
    const { id, read } = await placed()
    await seller.api(moveOrder, { params: { id }, body: { status: 'Confirmed' } })
    const { number, parcels, address } = await read()
    const theirs = parcels.find(({ sender }) => sender?.name === 'Matti Pottery')
    const mail = await lastMail()
    expect(mail).toMatchObject({
      ...{ subject: `Haat: please send parcel ${theirs?.code}`, names: [`${theirs?.code}.pdf`] },
    })
    expect(mail.text).toContain('2 × Blue Jar')
    expect(mail.text).not.toContain('Plain Cloth')
    expect(mail.pages).toHaveLength(2)
    const [slip, label] = mail.pages
    expect(slip).toContain(`Order #${number}`)
    expect(slip).toContain('Blue Jar')
    expect(label).toContain(theirs?.code)
    expect(label).toContain(address.lastName)
    expect(label).toContain('Haat, +91 80000 77777')
    const phone = formatPhone(address.phone, 'India').slice(-5)
    for (const said of [mail.text, ...mail.pages]) expect(said).not.toContain(phone)

    // What the courier is called meanwhile stands on the label of a mail that waited.
    await seller.api(changeParcel, { params: { id: theirs?._id ?? '' }, body: { courier: 'Speed Post' } })
    expect((await lastMail()).pages[1]).toContain('Speed Post')
  })

  it('is told that it is cancelled; a mail that waited says so, too', async () => {
    const { id, read } = await placed()
    await seller.api(moveOrder, { params: { id }, body: { status: 'Confirmed' } })
    const { count } = await lastMail()
    await seller.api(moveOrder, { params: { id }, body: { status: 'Cancelled' } })
    const code = (await read()).parcels.find(({ sender }) => sender !== null)?.code
    const last = await lastMail()
    expect(last).toMatchObject({ count: count + 1, subject: `Haat: do not send parcel ${code}`, names: [] })
    const [waiting] = await shop.db
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', email)
      .orderBy('id', 'desc')
      .offset(1)
      .limit(1)
      .execute()
    if (!waiting) throw new Error('the first mail is there')
    expect((await shop.writeMail(waiting)).subject).toBe(last.subject)
  })

  it('gets those of what she sends in exchange, and nothing is collected', async () => {
    const { id, shopper, jar, read } = await placed()
    await deliver(seller, id)
    const { count } = await lastMail()
    const answer = await ask(shopper, { order: id, items: [{ product: jar, quantity: 1 }], wish: 'exchange' })
    const params = { id: String(answer.json().return._id) }
    for (const to of ['accepted', 'arrived', 'closed'] as const) await seller.api(moveReturn, { params, body: { to } })
    const [exchange] = (await read()).exchanges
    expect(exchange).toMatchObject({ sender: { name: 'Matti Pottery' }, items: [{ product: jar, quantity: 1 }] })
    const mail = await lastMail()
    expect(mail).toMatchObject({ count: count + 1, names: [`${exchange?.code}.pdf`] })
    expect(mail.text).toContain('1 × Blue Jar')
    expect(mail.text).toContain('the courier collects nothing')
    expect(mail.pages[1]).toContain('Collect nothing')
    await seller.api(moveParcels, { body: { parcels: [exchange?._id ?? ''], to: 'Cancelled' } })
    expect((await lastMail()).subject).toContain('do not send')
  })
})

it('a parcel that the shop sends has no such mail', async () => {
  const { count } = await lastMail()
  const shopper = await shop.shopper()
  const items = [{ product: await shop.product(), quantity: 1 }]
  const { orderId: id } = await shopper.api(placeCodOrder, { body: { items, address: shopper.address._id } })
  await seller.api(moveOrder, { params: { id }, body: { status: 'Confirmed' } })
  expect((await lastMail()).count).toBe(count)
})
