import type { APIRequestContext } from '@playwright/test'
import { says } from '#testing/says.ts'
import { approvedProducer, asSeller } from './applications.ts'
import { address, PIN, send, sendsFrom } from './makers.ts'
import { ownShop } from './own-shop.ts'
import { expect, test } from './shop-test.ts'

// What it adds would stand among the goods and producers of others.
const shop = ownShop()

const ofShopper = ['98450 12345', '9845012345', '98450-12345', 'ananya@example.com']

/** A piece of the one at ₹8,642, two of the other at ₹9,753: what each may not read of the other's. */
const sides = [
  { name: 'Savita', price: 8642, quantity: 1, secrets: ['8642', '8,642', '8814.84', '8,814.84'] },
  { name: 'Imran', price: 9753, quantity: 2, secrets: ['9753', '9,753', '19506', '19,506', '19896.12', '19,896.12'] },
] as const

/** A producer who sends by themselves, with somebody in the workshop and a piece in the shop. */
async function maker(office: APIRequestContext, theirs: APIRequestContext, { name, price }: (typeof sides)[number]) {
  const producer = await approvedProducer(office)
  const id = producer.path.split('/').at(-1) ?? ''
  await send(office, 'PATCH', `/api/producer/${id}`, { sendsFrom, name: `Workshop of ${name} ${id.slice(0, 8)}` })
  const { url } = await send(office, 'POST', `/api/producer/${id}/invitation`, { name })
  await send(theirs, 'POST', '/api/workshop/enter', { token: new URL(url).searchParams.get('token'), pin: PIN })
  const piece = { name: `${name}’s Vase`, category: 'Pottery-Ceramics', price: 12_000, offerPrice: price, producer: id }
  const added = await office.post('/api/product/add', { multipart: { productData: JSON.stringify(piece) } })
  return { product: String((await added.json()).product._id) }
}

test('no page of a workshop tells of the other producer of an order, nor the shopper’s email and phone', async ({
  playwright,
}) => {
  const { origin } = shop
  const person = () => playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  const office = await asSeller(await person())
  const theirs = [await person(), await person()] as const
  const items = []
  for (const [at, side] of sides.entries()) {
    const { product } = await maker(office, theirs[at as 0 | 1], side)
    items.push({ product, quantity: side.quantity })
  }
  const shopper = await person()
  const email = `reader.${Date.now()}.${Math.random()}@example.com`
  await send(shopper, 'POST', '/api/user/register', { name: 'Ananya Rao', email, password: 'a good password' })
  const { address: home } = await send(shopper, 'POST', '/api/address/add', { address })
  const { orderId } = await send(shopper, 'POST', '/api/order/cod', { items, address: home._id })
  await send(office, 'POST', '/api/parcel/move', { orders: [orderId], to: 'Confirmed' })

  for (const at of [0, 1] as const) {
    const [own, other] = [sides[at], sides[at === 0 ? 1 : 0]]
    const secrets = [...other.secrets, other.name, email, ...ofShopper]
    const { parcels } = await send(theirs[at], 'GET', '/api/workshop/parcels')
    expect(parcels).toHaveLength(1)
    const parcel = `/workshop/parcels/${parcels[0]._id}`
    const pages = [
      ...['/workshop', '/workshop/products', `/workshop/products/${items[at]?.product}`, '/workshop/products/new'],
      ...['/workshop/parcels', '/workshop/parcels?state=gone', parcel, '/workshop/money', '/workshop/people'],
      ...['/workshop/story', '/workshop/holiday', '/workshop/login'],
    ]
    for (const isPacked of [false, true]) {
      if (isPacked) await send(theirs[at], 'POST', `/api/workshop/parcel/${parcels[0]._id}/packed`)
      // As the browser reads a page first, and as its scripts read the next one.
      for (const page of [...pages, ...pages.map((one) => one.replace(/^([^?]*)/, '$1.data'))]) {
        const answer = await theirs[at].get(page)
        expect(answer.status(), page).toBe(200)
        const body = await answer.text()
        if (page === parcel) expect(body).toContain(own.name)
        expect(
          secrets.filter((secret) => says(body, secret)),
          `${own.name} at ${page}`,
        ).toEqual([])
      }
    }
  }
})
