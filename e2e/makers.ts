import type { APIRequestContext, Page } from '@playwright/test'
import { approvedProducer } from './applications.ts'
import { englishLeft } from './english-left.ts'
import { expect, expectAccessible, expectToFit } from './shop-test.ts'

export const PIN = '407192'
/** Where orders go. */
export const address = {
  ...{ firstName: 'Ananya', lastName: 'Rao', email: 'ananya@example.com', street: '4 MG Road', city: 'Bengaluru' },
  ...{ state: 'Karnataka', zipcode: '560038', country: 'India', phone: '98450 12345' },
}

/** Of a producer who sends by themselves. */
export const sendsFrom = {
  ...{ street: '2 Kiln Lane', city: 'Khurja', state: 'Uttar Pradesh', zipcode: '203131', phone: '98370 44125' },
}

export async function send(request: APIRequestContext, method: string, url: string, data?: object) {
  const answer = await request.fetch(url, { method, ...(data ? { data } : {}) })
  expect(answer.ok(), `${url}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

/** A producer who sends by themselves, with an order to pack. */
export async function producerWithOrder(office: APIRequestContext, shopper: APIRequestContext) {
  const producer = await approvedProducer(office)
  const id = producer.path.split('/').at(-1) ?? ''
  await send(office, 'PATCH', `/api/producer/${id}`, { sendsFrom })
  const productData = { name: `Vase ${id}`, category: 'Pottery-Ceramics', price: 1000, offerPrice: 777, producer: id }
  const added = await office.post('/api/product/add', { multipart: { productData: JSON.stringify(productData) } })
  const { product } = await added.json()
  const email = `reader.${Date.now()}.${Math.random()}@example.com`
  await send(shopper, 'POST', '/api/user/register', { name: 'Ananya Rao', email, password: 'a good password' })
  const { address: home } = await send(shopper, 'POST', '/api/address/add', { address })
  const order = { items: [{ product: product._id, quantity: 2 }], address: home._id }
  const { orderId } = await send(shopper, 'POST', '/api/order/cod', order)
  await send(office, 'POST', '/api/parcel/move', { orders: [orderId], to: 'Confirmed' })
  return { id, name: producer.name, orderId: String(orderId) }
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** All that is seen of the page is Hindi, it fits and has no finding of axe. */
export async function expectInHindi(page: Page, names: RegExp) {
  const left = (await englishLeft(page)).filter((text) => /[A-Za-z]/.test(text.replace(names, '')))
  expect(left, `English at ${page.url()}`).toEqual([])
  await expectToFit(page)
  await expectAccessible(page, 'any')
}
