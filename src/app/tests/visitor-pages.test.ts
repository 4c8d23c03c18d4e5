import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scriptMark } from '#app/pages/page-scripts.ts'
import type { PageHandler } from '#app/pages/render-page.ts'
import { isAuth } from '#features/auth/auth.contract.ts'
import { listCategories, listProducts } from '#features/catalog/catalog.contract.ts'
import { setStock } from '#features/products/seller-products.contract.ts'
import { visitorPageKey } from '#kernel/answers/answer-cache/visitor-pages.ts'
import { createApi } from '#shared/api-client.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

let rendered = 0
/** A page of three reads, as the real ones are: it says how many products are in stock by the list and by the counts. */
const page: PageHandler = async (request, { fetchApi, readHere, visit }) => {
  const api = createApi(fetchApi, readHere)
  const url = new URL(request.url)
  if (url.pathname === '/privacy')
    return new Response('gone', { status: 404, headers: { 'content-type': 'text/html' } })
  if (url.pathname === '/contact') return Response.redirect(new URL('/', url), 302)
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
  if (url.pathname === '/returns') headers.set('set-cookie', 'haat-of=somebody')
  const name = visit.sessions.includes('user') ? (await api(isAuth)).user.name : 'visitor'
  const [{ products }, { categories }, all] = await Promise.all([
    api(listProducts, { query: { inStock: '1', limit: '100' } }),
    api(listCategories),
    api(listProducts),
  ])
  const listed = products.length
  const counted = categories.reduce((sum, { count }) => sum + count, 0)
  const marked = all.products.filter(({ inStock }) => inStock).length
  if (!(await visit.isOneState())) return new Response(null)
  rendered += 1
  const state = JSON.stringify({ listed, counted, marked })
  const own = `<script nonce="${scriptMark}">window.state=${state}</script>`
  const html = `<!doctype html><p>${name} at ${url.pathname}${url.search}</p>${own}<script>strange()</script>`
  return new Response(html, { headers })
}
const stateOf = (html: string) => JSON.parse(/window\.state=([^<]*)/.exec(html)?.[1] ?? '')

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let shopper: Awaited<ReturnType<TestShop['shopper']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings, { pages: page })
  seller = await shop.seller()
  shopper = await shop.shopper('Meera')
})
afterAll(() => shop.close())

const get = (url: string, headers: Record<string, string> = {}) => shop.request({ method: 'GET', url, headers })

describe('the page of a visitor', () => {
  it('is rendered once, asks the database nothing until something changes, and then shows it', async () => {
    const id = await shop.product()
    const before = stateOf((await get('/')).body)
    const renderedBefore = rendered
    expect(await shop.reads(() => get('/'))).toEqual([])
    expect(rendered).toBe(renderedBefore)
    await seller.api(setStock, { body: { id, inStock: false } })
    expect(stateOf((await get('/')).body)).toEqual({
      listed: before.listed - 1,
      counted: before.counted - 1,
      marked: before.marked - 1,
    })
  })

  it('comes with the hashes of its own scripts and of no other, without their mark, as 304 too', async () => {
    const first = await get('/products')
    const policy = String(first.headers['content-security-policy'])
    await shop.product()
    const changed = await get('/products')
    expect(changed.headers['content-security-policy']).not.toBe(policy)
    const script = /<script>(window.*?)<\/script>/.exec(changed.body)?.[1] ?? ''
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(script))).toString('base64')
    expect(changed.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(changed.body).not.toContain(scriptMark)
    const known = await get('/products', { 'if-none-match': String(changed.headers.etag) })
    expect({ status: known.statusCode, policy: known.headers['content-security-policy'] }).toEqual({
      status: 304,
      policy: changed.headers['content-security-policy'],
    })
  })

  it('is made for its address alone: nothing of the first who asks is in it', async () => {
    const tricks = {
      'x-forwarded-host': 'evil.example',
      host: 'evil.example',
      origin: 'http://evil.example',
      accept: 'x/y',
    }
    const first = await get('/products?utm_source=mail&page=2&x=<b>', tricks)
    expect(first.body).toContain('<p>visitor at /products?page=2</p>')
    expect(first.body).toBe((await get('/products?page=2')).body)
    expect((await get('/products?page=2', { cookie: 'theirs=1' })).headers.etag).toBe(first.headers.etag)
  })

  it('that is no success, leads elsewhere or sets a cookie is not kept', async () => {
    for (const [url, status] of [
      ['/privacy', 404],
      ['/contact', 302],
      ['/returns', 500],
    ] as const) {
      for (const _ of ['made', 'made again']) {
        const answer = await get(url)
        expect({ url, status: answer.statusCode }).toEqual({ url, status })
        expect(answer.headers['set-cookie']).toBeUndefined()
      }
    }
  })

  it('is not kept where an address is for one person or has no end', async () => {
    const all = [
      '/cart',
      '/login?next=/',
      '/my-orders',
      '/account',
      '/reset-password?token=x',
      '/application/x',
      '/newsletter/confirm?token=x',
    ]
    for (const url of [...all, '/seller', '/cart/lines.data?ids=a', '/payment/test'])
      expect(visitorPageKey(url)).toBeUndefined()
    expect(visitorPageKey('/products/food-spices?page=2&q=tea&fbclid=1')).toBe('/products/food-spices?page=2&q=tea')
    expect(visitorPageKey('/products.data?page=2&_routes=root')).toBe('/products.data?page=2&_routes=root')
    expect(visitorPageKey('/_.data?x=1')).toBe('/_.data')
    expect(visitorPageKey('/products?%70age=2')).toBeUndefined()
  })
})

describe('the page of somebody who is known', () => {
  it('is theirs, is not stored by caches and never reaches a visitor or somebody else', async () => {
    const other = await shop.shopper('Ravi')
    const pages = await Promise.all([
      get('/'),
      shopper.send({ method: 'GET', url: '/' }),
      other.send({ method: 'GET', url: '/' }),
      get('/'),
    ])
    expect(pages.map(({ body }) => /<p>(\w+)/.exec(body)?.[1])).toEqual(['visitor', 'Meera', 'Ravi', 'visitor'])
    expect(pages.map(({ headers }) => headers['cache-control'])).toEqual([
      'no-cache',
      'no-store',
      'no-store',
      'no-cache',
    ])
    expect(pages.map(({ headers }) => headers.etag === undefined)).toEqual([false, true, true, false])
  })

  it.each([
    ['the seller', () => seller.send({ method: 'GET', url: '/' })],
    ['a visitor with a cart in a cookie', () => get('/', { cookie: 'a=b; haat-cart-form=x~1' })],
    ['a session that has ended', () => get('/', { cookie: '__Host-haat-user=x' })],
    ['a login of a proxy', () => get('/', { authorization: 'Basic x' })],
  ])('%s gets a page made for the request', async (_, ask) => {
    await get('/')
    const before = rendered
    await ask()
    expect(rendered).toBe(before + 1)
  })
})

describe('while the catalogue changes', () => {
  it('no page mixes two states of it, and a tag stands for one content', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => shop.product()))
    const contents = new Map<string, Set<string>>()
    let changing = true
    const states = new Set<string>()
    async function look(ask: (url: string) => ReturnType<typeof get>, url: string) {
      while (changing) {
        const { statusCode, body, headers } = await ask(url)
        expect(statusCode).toBe(200)
        const { listed, counted, marked } = stateOf(body)
        expect({ counted, marked }).toEqual({ counted: listed, marked: listed })
        states.add(body)
        if (headers.etag) contents.set(headers.etag, (contents.get(headers.etag) ?? new Set()).add(body))
        await setImmediate()
      }
    }
    async function change() {
      for (let turn = 0; turn < 6; turn++)
        for (const id of ids) await seller.api(setStock, { body: { id, inStock: turn % 2 === 1 } })
      changing = false
    }
    const asShopper = (url: string) => shopper.send({ method: 'GET', url })
    await Promise.all([change(), look(get, '/'), look(get, '/products'), look(asShopper, '/')])
    expect(states.size).toBeGreaterThan(3)
    for (const bodies of contents.values()) expect(bodies.size).toBe(1)
  })
})
