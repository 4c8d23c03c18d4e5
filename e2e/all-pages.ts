import type { APIRequestContext, PlaywrightWorkerArgs } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { demoSeller } from '#kernel/config.ts'
import routes from '../src/routes.ts'
import { address, expect } from './shop-test.ts'

/** Every page of a shop in which everything has happened once, as a visitor, a shopper and the seller get it. */

const application = {
  name: 'Bina Handlooms',
  location: 'Sualkuchi',
  country: 'India',
  story: 'We weave eri silk.',
  profileImageUrl: 'https://photos.example/bina.jpg',
  coverImageUrl: 'https://photos.example/loom.jpg',
  yearsInBusiness: 7,
  specialties: ['eri silk'],
  mobileNumber: '+91 98765 43210',
}

/** Patterns of all pages. */
const pagesOf = (entries: readonly RouteConfigEntry[], parent = ''): string[] =>
  entries.flatMap(({ path, file, children = [] }) => {
    const own = path === undefined ? parent : `${parent}/${path}`
    return [...(file.endsWith('.page.tsx') ? [own || '/'] : []), ...pagesOf(children, own)]
  })

async function send(browser: APIRequestContext, method: string, url: string, data?: object, headers = {}) {
  const answer = await browser.fetch(url, { method, headers, ...(data ? { data } : {}) })
  expect(answer.status(), `${method} ${url}: ${await answer.text()}`).toBeLessThan(300)
  return answer.json()
}

/** Lets everything happen that is shown or written to somebody. */
async function fillShop(visitor: APIRequestContext, shopper: APIRequestContext, seller: APIRequestContext) {
  const email = 'ananya@example.com'
  await send(shopper, 'POST', '/api/user/register', { name: 'Ananya Rao', email, password: 'a long good password' })
  const { address: home } = await send(shopper, 'POST', '/api/address/add', { ...address, email })
  const { products } = await send(visitor, 'GET', '/api/product/list')
  const items = [{ product: products[0]._id, quantity: 1 }]
  const { orderId } = await send(shopper, 'POST', '/api/order/cod', { items, address: home._id })
  await send(visitor, 'POST', '/api/user/password/reset-request', { email })
  await send(visitor, 'POST', '/api/newsletter/subscribe', { email: 'reader@example.com' })
  const password = { currentPassword: 'a long good password', newPassword: 'another good password' }
  await send(shopper, 'POST', '/api/user/password', password)
  const profile = { name: 'Ananya Rao', email: 'rao@example.com', currentPassword: password.newPassword }
  await send(shopper, 'PATCH', '/api/user/profile', profile)

  await send(seller, 'POST', '/api/seller/login', demoSeller)
  const move = (status: string) => send(seller, 'POST', `/api/order/${orderId}/status`, { status })
  for (const status of ['Confirmed', 'Packed', 'Shipped', 'Delivered']) await move(status)
  await send(shopper, 'POST', '/api/return', { order: orderId, items, reason: 'The rim is chipped', wish: 'refund' })
  await move('Returned')
  const { order } = await send(shopper, 'GET', `/api/order/user/${orderId}`)
  for (const status of ['rejected', 'approved']) {
    await send(visitor, 'POST', '/api/producer/submit', { ...application, email: `${status}@example.com` })
    const { applications } = await send(seller, 'GET', '/api/producer/applications')
    const waiting = applications.find((one: { status: string }) => one.status === 'pending')
    await send(seller, 'PATCH', `/api/producer/status/${waiting._id}`, { status })
  }
  const { producers } = await send(visitor, 'GET', '/api/producer/list')
  const producer: string = producers[0]._id
  const payout = await payOut(seller, producer)
  return { home, product: products[0], orderId, track: order.parcels[0].trackPath, producer, payout }
}

/** Gives the id of a payout to this producer, which the bank has made. */
async function payOut(seller: APIRequestContext, producer: string): Promise<string> {
  const account = { kind: 'upi', holder: application.name, upi: 'bina@upi' }
  const currentPassword = demoSeller.password
  await send(seller, 'PUT', `/api/payout/account/${producer}`, { account, currentPassword })
  const once = { 'idempotency-key': producer }
  const correction = {
    reason: 'Sold at the fair',
    producer,
    maker: 1640,
    producerShare: 901,
    shop: -2541,
    currentPassword,
  }
  await send(seller, 'POST', '/api/ledger/corrections', correction, once)
  await send(seller, 'POST', '/api/payout/run', { currentPassword }, once)
  const { payouts } = await send(seller, 'GET', `/api/payout?producer=${producer}`)
  const [{ _id }] = payouts
  await send(seller, 'POST', `/api/payout/${_id}/sent`, { reference: 'NEFT N326261190' })
  return _id
}

/** Fills the shop at `baseURL`, which was started with DEMO=catalogue, and gives three browsers and the addresses of all pages. */
export async function everyPage({ request }: PlaywrightWorkerArgs['playwright'], baseURL: string) {
  const open = () => request.newContext({ baseURL, extraHTTPHeaders: { accept: 'text/html' } })
  const [visitor, shopper, seller] = [await open(), await open(), await open()]
  const { home, product, orderId, track, producer, payout } = await fillShop(visitor, shopper, seller)
  const idOf = (page: string) => {
    if (/order|checkout/.test(page)) return orderId
    if (page.includes('/payouts')) return payout
    return page.includes('/producers') ? producer : product._id
  }
  const pages = pagesOf(routes).map((page) =>
    page
      .replace('/track/:token', track)
      .replace(':category', product.category)
      .replace(':id', idOf(page))
      .replace(':number', '1')
      .replace(':producer', producer)
      .replace('*', 'nowhere'),
  )
  expect(pages.length).toBeGreaterThan(30)
  return { browsers: { visitor, shopper, seller }, pages, home, product, orderId }
}
