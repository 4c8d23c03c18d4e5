import type { Page } from '@playwright/test'
import { asSeller } from './applications.ts'
import { expectInHindi, heading, PIN, producerWithOrder, send } from './makers.ts'
import { expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'

const names = /Haat|WhatsApp|Bina Handloom Collective [0-9a-f]+|Vase [0-9a-f-]+|H\d+-\d+|Bengaluru|https/g
const allow = 'ख़बर चालू करें'
/** A point of the curve, and 16 bytes: what a browser gives. */
const keys = {
  p256dh: 'BJWbeScdYvpcRyvsN-DJZrZrn_u_iYCbVg8IxJzLYilFT13IEF1o0AoT10PF6RuW_rQeV72pBnJlGql58MULKT4',
  auth: 'LhZMOWUloVBlcMAB8Qdr8w',
}

/** Browsers without a window refuse messages, and the services of their makers are not there: this one asks, and gives an address or fails. */
async function withPushService(page: Page, works: boolean) {
  await page.addInitScript(
    ([keys, works]) => {
      Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'default' })
      Notification.requestPermission = async () => 'granted'
      let given: object | null = null
      PushManager.prototype.subscribe = async () => {
        if (!works) throw new DOMException('push service error', 'AbortError')
        const address = { endpoint: 'https://push.example/send/1', keys }
        given = { ...address, toJSON: () => address }
        return given as PushSubscription
      }
      PushManager.prototype.getSubscription = async () => given as PushSubscription | null
    },
    [keys, works] as const,
  )
}

test('a maker allows messages on her phone and is told of a parcel, in Hindi', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  test.slow()
  const shopper = await playwright.request.newContext({ baseURL })
  await asSeller(page.request)
  const { id } = await producerWithOrder(page.request, shopper)
  const { url } = await send(page.request, 'POST', `/api/producer/${id}/invitation`, { name: 'सविता प्रजापति' })
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL })
  const theirs = await context.newPage()
  const token = new URL(url).searchParams.get('token')
  await send(theirs.request, 'POST', '/api/workshop/enter', { token, pin: PIN })

  await withPushService(theirs, false)
  await open(theirs, '/workshop')
  const card = theirs.getByRole('region', { name: 'इस फ़ोन पर ख़बर मिले' })
  await card.getByRole('button', { name: allow }).click()
  await expect(card.getByRole('alert')).toContainText('ख़बर पहुँचाने का रास्ता नहीं बना')
  await expectInHindi(theirs, names)

  await withPushService(theirs, true)
  await open(theirs, '/workshop')
  await card.getByRole('button', { name: allow }).click()
  await expect(card.getByRole('status')).toContainText('नए पार्सल की ख़बर इस फ़ोन पर आएगी।')
  await expectInHindi(theirs, names)
  expect((await (await theirs.request.get('/api/workshop/push')).json()).isOn).toBe(true)

  const scopes = () =>
    theirs.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    )
  expect(await scopes()).toEqual(['/workshop'])
  const worker = await theirs.request.get('/sw.js')
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
  })
  const [parcel] = (await (await theirs.request.get('/api/workshop/parcels')).json()).parcels

  await card.getByRole('button', { name: 'ख़बर बंद करें' }).click()
  await expect(card.getByRole('button', { name: allow })).toBeVisible()
  expect((await (await theirs.request.get('/api/workshop/push')).json()).isOn).toBe(false)

  // Pages do not go through the worker.
  await open(theirs, `/workshop/parcels/${parcel._id}`)
  await expect(heading(theirs, 'Bengaluru')).toBeVisible()
  await theirs.getByRole('button', { name: 'पैक हो गया' }).click()
  const papers = ['अंदर की पर्ची', 'ऊपर का लेबल'].map((name) => theirs.getByRole('link', { name }))
  for (const link of papers) {
    const paper = await theirs.request.get((await link.getAttribute('href')) ?? '')
    expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf'])
  }
  await expectInHindi(theirs, new RegExp(`${names.source}|\\S+@\\S+`, 'g'))
  await context.close()
  await shopper.dispose()
})

test('a browser that refuses messages says how to allow them', async ({ page, browser, playwright, baseURL }) => {
  const shopper = await playwright.request.newContext({ baseURL })
  await asSeller(page.request)
  const { id } = await producerWithOrder(page.request, shopper)
  const { url } = await send(page.request, 'POST', `/api/producer/${id}/invitation`, { name: 'Savita', language: 'en' })
  const theirs = await (await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL })).newPage()
  await theirs.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  const token = new URL(url).searchParams.get('token')
  await send(theirs.request, 'POST', '/api/workshop/enter', { token, pin: PIN })
  await open(theirs, '/workshop')
  const card = theirs.getByRole('region', { name: 'Tell me on this phone' })
  await expect(card).toContainText('This browser refuses messages of this page')
  await expect(card.getByRole('button', { name: 'Tell me', exact: true })).toHaveCount(0)
  await theirs.context().close()

  // An old browser has no push, and no word of it.
  const old = await (await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL })).newPage()
  await old.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  const again = await send(page.request, 'POST', `/api/producer/${id}/invitation`, { name: 'Meera', language: 'en' })
  await send(old.request, 'POST', '/api/workshop/enter', {
    token: new URL(again.url).searchParams.get('token'),
    pin: PIN,
  })
  await open(old, '/workshop')
  await expect(heading(old, 'Hello, Meera')).toBeVisible()
  await expect(old.getByRole('region', { name: 'Tell me on this phone' })).toHaveCount(0)
  await old.context().close()
  await shopper.dispose()
})

test('the office sees a maker who cannot be told, and tells her by WhatsApp', async ({ page, playwright, baseURL }) => {
  const shopper = await playwright.request.newContext({ baseURL })
  await asSeller(page.request)
  const { id, name, orderId } = await producerWithOrder(page.request, shopper)
  await send(page.request, 'PATCH', `/api/producer/${id}`, { email: '' })
  await open(page, '/seller/overview')
  const untold = page.getByRole('region', { name: 'Makers who cannot be told' })
  const row = untold.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('1 parcel waits')
  await expect(row.getByRole('link', { name: '+91 98370 44125' })).toHaveAttribute('href', 'tel:+919837044125')
  await expect(row.getByRole('link', { name: `WhatsApp to ${name}` })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/919837044125\?text=/,
  )
  await expectToFit(page)
  await expectAccessible(page, 'any')

  await open(page, `/seller/orders/${orderId}`)
  const link = page.getByRole('link', { name: /^Tell them by WhatsApp of parcel H/ })
  await expect(link).toHaveAttribute('href', /workshop%2Fparcels%2F/)
  await expectToFit(page)
  await expectAccessible(page, 'any')
  await shopper.dispose()
})
