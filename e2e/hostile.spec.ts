import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { applicationsOf, asSeller, newApplication } from './applications.ts'
import { address, expect, findProduct, logIn, newPerson, open, saveAddress, test } from './shop-test.ts'

/** Would run if any page took text for markup, in an element, an attribute, a script or an address. */
const attack = `</script><script>pwned=1</script><img src=x onerror=pwned=1>"'-pwned\u2028{{7*7}}`
/** As it stands in names of people, places and products, which are one line. */
const inName = attack.replace('\u2028', ' ')

const expectHarmless = async (page: Page, at: string) => {
  await open(page, at)
  expect(await page.evaluate(() => 'pwned' in window), at).toBe(false)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}

test.describe('text that is markup', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('stays text, wherever it is shown', async ({ page, browser }) => {
    test.slow()
    const person = { ...newPerson(), name: `A ${attack}` }
    await logIn(page, person)
    const home = {
      ...address,
      firstName: attack,
      lastName: attack,
      street: attack,
      city: attack,
      state: attack,
    }
    const saved = await page.request.post('/api/address/add', { data: { ...home, email: person.email } })
    expect(saved.status(), await saved.text()).toBe(200)

    const sellerPage = await browser.newPage()
    const seller = await asSeller(sellerPage.request)
    const name = `Bowl ${Date.now()} ${attack}`
    const productData = {
      name,
      category: 'Pottery-Ceramics',
      price: 12,
      offerPrice: 10,
      description: [attack, attack],
      weight: attack.slice(0, 40),
    }
    const added = await seller.post('/api/product/add', { multipart: { productData: JSON.stringify(productData) } })
    expect(added.status(), await added.text()).toBe(201)
    // A name is one line: what ends a line in it has become a space.
    const { product: kept } = await added.json()
    expect(kept.name).toBe(name.replace('\u2028', ' '))
    const product = await findProduct(page, kept.name)

    const application = {
      ...newApplication(),
      name: attack,
      location: attack,
      country: attack,
      story: `${attack}\n\n${attack}`,
      specialties: attack,
    }
    expect((await seller.post('/api/producer/submit', { data: application })).status()).toBe(200)
    const [applied] = await applicationsOf(seller, application.email)
    for (const at of ['/seller/producer-applications', '/seller/product-list', `/seller/product-list/${product._id}`])
      await expectHarmless(sellerPage, at)
    await seller.patch(`/api/producer/status/${applied?._id}`, { data: { status: 'approved' } })
    await page.request.post('/api/cart/update', { data: { cartItems: { [product._id]: 2 } } })

    const query = encodeURIComponent(attack)
    for (const at of [
      ...['/products', `/products?q=${query}`, '/products/pottery-ceramics', `/products/${query}`, product.url],
      ...[
        '/producers',
        `/producers/${applied?._id}`,
        `/producers/${query}`,
        '/cart',
        '/account',
        `/add-address?from=account`,
      ],
      ...[`/login?next=${query}&mode=${query}`, `/reset-password?token=${query}`, `/newsletter/confirm?token=${query}`],
      ...[`/newsletter/unsubscribe?token=${query}`, `/loader?next=${query}`, `/forgot-password?${query}`],
    ]) {
      await expectHarmless(page, at)
    }

    // One that we ship to.
    const near = { ...home, country: 'India', email: person.email }
    expect((await page.request.post('/api/address/add', { data: near })).status()).toBe(200)
    const { addresses } = await (await page.request.get('/api/address/get')).json()
    const order = { items: [{ product: product._id, quantity: 1 }], address: addresses[0]._id }
    const placed = await page.request.post('/api/order/cod', { data: order })
    expect(placed.status(), await placed.text()).toBe(200)
    const { orderId } = await placed.json()
    await expectHarmless(page, `/my-orders/${orderId}/invoice`)
    await expectHarmless(page, '/my-orders')
    await expect(page.getByRole('article').first()).toContainText(inName)
    for (const at of [
      '/seller/orders',
      `/seller/orders?q=${query}`,
      `/seller/orders/${orderId}`,
      `/seller/orders/${orderId}/invoice`,
      '/seller/overview',
      '/seller/approved-producers',
      '/seller/activity',
    ])
      await expectHarmless(sellerPage, at)
    await sellerPage.close()
  })
})

test.describe('a page', () => {
  test('names its own scripts in the policy and gives away no way to name others', async ({ request }) => {
    for (const at of ['/', '/products', '/cart', '/seller', '/login', '/nothing/here']) {
      const answer = await request.get(at, { headers: { accept: 'text/html' } })
      const policy = answer.headers()['content-security-policy'] ?? ''
      expect(policy, at).toMatch(/script-src 'self'( 'sha256-[\w+/]{43}=')+;/)
      for (const part of [
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "img-src 'self' data: blob: https:",
      ])
        expect(policy, at).toContain(part)
      expect(answer.headers(), at).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': expect.any(String),
      })
      expect(await answer.text(), at).not.toContain('nonce=')
    }
  })

  test('is kept nowhere once it is about somebody', async ({ page }) => {
    const cacheOf = async (at: string) => (await page.request.get(at)).headers()['cache-control']
    expect(await cacheOf('/products')).toBe('no-cache')
    const logins = ['/account', '/my-orders', '/seller', '/seller/orders', '/seller/account', '/seller/forgot-password']
    for (const at of [
      '/reset-password?token=x',
      '/seller/reset-password?token=x',
      '/seller/enter?token=x',
      '/confirm-email?token=x',
      ...logins,
    ])
      expect({ at, cache: await cacheOf(at) }).toEqual({ at, cache: 'no-store' })
    const product = await findProduct(page, 'Temple Bell 1')
    const added = await page.request.post('/cart/add', { form: { product: product._id }, maxRedirects: 0 })
    expect(added.headers()).toMatchObject({ 'cache-control': 'no-store', location: '/cart' })
    expect(await cacheOf('/cart')).toBe('no-store')
    await logIn(page)
    expect(await cacheOf('/products')).toBe('no-store')
  })

  test('that is asked for under the name of an address of the API is not there', async ({ request }) => {
    for (const at of [
      '/products/pottery-ceramics/list',
      '/products/pottery-ceramics/seller',
      '/producers/list',
      '/products/pottery-ceramics/a%00b',
      '/test-checkout/%E2%80%A8',
    ])
      expect((await request.get(at, { headers: { accept: 'text/html' } })).status(), at).toBe(404)
  })

  test('takes forms of our own pages, and nothing else', async ({ request }) => {
    const post = async (headers: Record<string, string>, data = 'product=x') =>
      (await request.post('/cart/add', { headers, data, maxRedirects: 0 })).status()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await post(form)).toBe(302)
    expect(await post({ ...form, origin: 'https://evil.example' })).toBe(403)
    expect(await post({ ...form, origin: 'null' })).toBe(403)
    expect(await post({ ...form, 'sec-fetch-site': 'same-site' })).toBe(403)
    for (const type of ['text/plain', 'application/json', 'application/xml'])
      expect(await post({ 'content-type': type }), type).toBe(415)
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x'])
      expect(await post({ 'content-type': type }), type).toBe(400)
    expect(await post(form, 'product=a%00b')).toBe(400)
  })

  test('passes over a cart of words that every object knows', async ({ page }) => {
    await page.request.post('/cart/add', { form: { product: 'constructor' } })
    const answer = await page.request.get('/cart', {
      headers: { cookie: 'haat-cart-form=constructor~2.toString~3.__proto__~4' },
    })
    expect(answer.status()).toBe(200)
    expect(await answer.text()).not.toContain('NaN')
  })

  test('refuses a key that cannot be sent on', async ({ page }) => {
    const person = await logIn(page)
    await saveAddress(page, person)
    for (const key of ['a\r\nb', 'ключ', 'x'.repeat(256)]) {
      const answer = await page.request.post('/cart', { form: { intent: 'order', address: 'x', key }, maxRedirects: 0 })
      expect(answer.status(), key).toBe(400)
    }
  })
})

test('only pictures by the names they are given come out of the data folder', async ({ request }) => {
  const folder = path.join(process.env.E2E_DATA_DIR ?? '', 'media', 'product-0123456789ab')
  await mkdir(folder, { recursive: true })
  for (const name of ['640.webp', '640.webp.part', '.640.webp', 'notes.txt', '640.svg'])
    await writeFile(path.join(folder, name), 'x')
  const statusOf = async (at: string) => (await request.get(at)).status()
  expect(await statusOf('/media/product-0123456789ab/640.webp')).toBe(200)
  for (const name of [
    '640.webp.part',
    '.640.webp',
    'notes.txt',
    '640.svg',
    '..%2f..%2fhaat.sqlite',
    '%2e%2e/%2e%2e/haat.sqlite',
  ])
    expect(await statusOf(`/media/product-0123456789ab/${name}`), name).toBe(404)
  for (const at of [
    '/haat.sqlite',
    '/data/haat.sqlite',
    '/.git/config',
    '/src/app/main.ts',
    '/package.json',
    '/assets/..%2f..%2fserver%2findex.js',
  ])
    expect(await statusOf(at), at).toBe(404)
})

test('pages that show a login instead are kept nowhere, and are not for search engines', async ({ request }) => {
  const invoice = '/my-orders/0198a0b0-0000-7000-8000-000000000000/invoice'
  for (const path of ['/my-orders', '/account', invoice, '/seller', '/seller/orders', '/seller/product-list/x']) {
    const page = await request.get(path)
    expect(page.status(), path).toBe(200)
    expect(page.headers(), path).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect(await page.text(), path).toMatch(/<meta name="robots" content="noindex/)
    expect((await request.get(`${path}.data`)).headers(), path).toMatchObject({ 'cache-control': 'no-store' })
  }
})

test('pictures may be shown elsewhere, pages and answers of the API may not', async ({ request }) => {
  const policyOf = async (path: string) => (await request.get(path)).headers()['cross-origin-resource-policy']
  const { products }: { products: { image: string[] }[] } = await (await request.get('/api/product/list')).json()
  const [picture = 'no picture'] = products.flatMap(({ image }) => image)
  for (const path of [picture, '/pictures/touch-icon.png', '/favicon.svg'])
    expect(await policyOf(path), path).toBe('cross-origin')
  for (const path of ['/', '/my-orders', '/api/product/list']) expect(await policyOf(path), path).toBe('same-origin')
})
