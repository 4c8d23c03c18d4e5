import { request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scriptMark } from '#app/pages/page-scripts.ts'
import type { PageHandler } from '#app/pages/render-page.ts'
import { deleteAccount } from '#features/account/account.contract.ts'
import { isAuth } from '#features/auth/auth.contract.ts'
import { updateCart } from '#features/cart/cart.contract.ts'
import type { Cart } from '#features/cart/cart.rules.ts'
import { listProducts } from '#features/catalog/catalog.contract.ts'
import { setStock } from '#features/products/seller-products.contract.ts'
import { createApi } from '#shared/api-client.ts'
import { createRandom } from '#shared/random.ts'
import { escapeHtml } from '#shared/text.ts'
import { onPostgres, randomTest, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
// biome-ignore lint/style/noRestrictedImports: tests are compiled
import { createOwnHtml } from '#web/layouts/own-html.tsx'

let rendered = 0
/** A page with the places that the real ones have: a top bar, a form at each product, an end. */
const page: PageHandler = async (request, { fetchApi, readHere, visit }) => {
  const api = createApi(fetchApi, readHere)
  const { pathname, search } = new URL(request.url)
  const { products } = await api(listProducts, { query: { limit: '100' } })
  const who = visit.sessions.includes('user') ? (await api(isAuth)).user.name : 'nobody'
  if (!(await visit.isOneState())) return new Response(null)
  rendered += 1
  const places = products.map(
    ({ _id, name, inStock }) =>
      `<div data-cart-card="${escapeHtml(name)}" class="x"><form method="post" action="/cart/add"><button type="submit" name="product" value="${_id}"${inStock ? '' : ' disabled=""'}>Add to Cart</button></form></div>`,
  )
  const bar = `<div data-own="bar" class="contents"><form action="/login"><input name="next" value="${pathname}"/></form><a href="/cart" aria-label="Cart, 0 items"></a></div>`
  const script = `<script nonce="${scriptMark}">window.root="${visit.isForAll ? 'on the page' : who}"</script>`
  const more = pathname === '/contact' ? '<form data-own="page"></form>' : ''
  const html = `<!doctype html><html><body><header><div>${bar}</div></header><main>${pathname}${search} ${places.join('')}${more}</main>${script}</body></html>`
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings, { pages: page, own: createOwnHtml(), processes: onPostgres ? 2 : 1 })
  seller = await shop.seller()
})
afterAll(() => shop.close())

type Shopper = Awaited<ReturnType<TestShop['shopper']>>
/** What clients accept: browsers, one that knows brotli alone, one that knows gzip alone, one that knows neither. */
const encodings = ['gzip, deflate, br, zstd', 'br', 'gzip', 'identity'] as const

function decode(body: Buffer, encoding: string | undefined) {
  if (encoding === 'br') return `${brotliDecompressSync(body)}`
  return `${encoding === 'gzip' ? gunzipSync(body) : body}`
}

async function read(
  from: Pick<TestShop, 'request'> | Shopper,
  url: string,
  encoding: (typeof encodings)[number] = encodings[0],
) {
  const options = { method: 'GET', url, headers: { 'accept-encoding': encoding } } as const
  const answer = await ('send' in from ? from.send(options) : from.request(options))
  const { statusCode: status, headers, rawPayload } = answer
  return { status, headers, html: decode(rawPayload, headers['content-encoding']) }
}

/** Asked for often enough to be sent in each way it can be. */
async function readOften(from: Pick<TestShop, 'request'> | Shopper, url: string) {
  const answers = []
  for (let turn = 0; turn < 4; turn++) {
    for (const encoding of encodings) answers.push(await read(from, url, encoding))
    await new Promise((done) => setTimeout(done, 20))
  }
  const [first, ...others] = answers
  if (!first) throw new Error('nothing was read')
  for (const other of others) expect(other.html).toBe(first.html)
  return first
}

const shopperIn = (html: string) => {
  const json = /<script type="application\/json" id="shopper">(.*)<\/script><\/body><\/html>$/.exec(html)?.[1]
  return json === undefined ? null : JSON.parse(json)
}

describe('the page of a logged-in shopper', () => {
  it('is the page of visitors with their own account menu and cart, and is kept nowhere', async () => {
    const product = await shop.product({ name: 'Blue "Pottery" & <Bowl>' })
    await shop.product({ name: 'Another Bowl' })
    const meera = await shop.shopper('Meera Nair')
    await meera.api(updateCart, { body: { cartItems: { [product]: 12 } } })
    const visitors = await readOften(shop, '/products?page=1')
    const before = rendered
    const own = await readOften(meera, '/products?page=1')
    expect(rendered).toBe(before)
    expect(own.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept-encoding' })
    expect(own.headers).not.toHaveProperty('etag')
    expect(own.headers['content-security-policy']).toBe(visitors.headers['content-security-policy'])
    expect(own.html).toContain('aria-label="Account menu for Meera"')
    expect(own.html).toContain('<b>Meera Nair</b')
    expect(own.html).toContain('name="page" value="/products"')
    expect(own.html).toContain('aria-label="Cart, 12 items"')
    expect(own.html).toContain('Quantity of Blue &quot;Pottery&quot; &amp; &lt;Bowl&gt; in cart')
    expect(own.html).not.toContain(`value="${product}"`)
    expect(own.html).not.toContain('/login')
    expect(shopperIn(own.html)).toEqual({ ...meera.user, cartItems: { [product]: 12 } })
    // But for what is theirs it is the visitors'.
    expect(visitors.html).toContain('aria-label="Cart, 0 items"')
    expect(visitors.html).not.toContain('Meera')
    expect((await readOften(shop, '/products?page=1')).html).toBe(visitors.html)
  })

  it.each([
    ['quotes', `Tara "Tee" O'Neil & Sons`],
    ['what would end a script', '</script><script>alert(1)</script><!--'],
    ['Devanagari', 'मीरा नायर'],
    ['writing from right to left', 'ליאת כהן عائشة'],
    ['more than 60 letters', `Aa${'राजलक्ष्मी'.repeat(9)} ${'Subramaniam'.repeat(5)}`],
    ['words that look like ours', 'data-own="bar" </div></div></header> </body></html>'],
    ['signs of a private use', '\ue000\ue001 \ue006'],
  ])('shows a name with %s as it is', async (_, name) => {
    const shopper = await shop.shopper(name)
    const { html } = await readOften(shopper, '/returns')
    expect(html).toContain(`<b>${escapeHtml(shopper.user.name)}</b`)
    expect(html).not.toContain('<script>alert')
    expect(shopperIn(html)).toEqual(shopper.user)
  })

  it('counts what is in the cart at once, in stock or not', async () => {
    const ids = await Promise.all([shop.product({ name: 'One' }), shop.product({ name: 'Two', inStock: false })])
    const shopper = await shop.shopper()
    for (const quantity of [1, 2, 999]) {
      const cartItems = Object.fromEntries(ids.map((id) => [id, quantity]))
      await shopper.api(updateCart, { body: { cartItems } })
      const { html } = await read(shopper, '/products')
      expect(html).toContain(`aria-label="Cart, ${quantity * 2} items"`)
      expect(html.match(new RegExp(`>${quantity}</span><span class=""> in cart`, 'g'))).toHaveLength(2)
    }
    await shopper.api(updateCart, { body: { cartItems: {} } })
    expect((await read(shopper, '/products')).html).toContain('aria-label="Cart, 0 items"')
  })

  it('is the visitors’ once the session has ended or the account is gone', async () => {
    const shopper = await shop.shopper('Gone Girl')
    const cookies = new Map(shopper.cookies)
    expect((await read(shopper, '/')).html).toContain('Gone Girl')
    await shopper.api(deleteAccount, { body: { currentPassword: 'a good password' } })
    for (const [name, value] of cookies) shopper.cookies.set(name, value)
    const { html } = await read(shopper, '/')
    expect(html).toBe((await read(shop, '/')).html)
  })

  it('is rendered for them where it differs in more than words, and for the seller', async () => {
    const shopper = await shop.shopper('Rare Case')
    const before = rendered
    const own = await read(shopper, '/contact')
    expect(own.html).toContain('window.root="Rare Case"')
    expect(own.headers['cache-control']).toBe('no-store')
    expect(rendered).toBeGreaterThan(before)
    for (const [name, value] of shopper.cookies) seller.cookies.set(name, value)
    const both = await seller.send({ method: 'GET', url: '/returns' })
    expect(both.body).toContain('window.root="Rare Case"')
    expect(both.headers['cache-control']).toBe('no-store')
  })
})

describe('through a socket', () => {
  let port: number
  beforeAll(async () => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const address = shop.app.server.address()
    port = typeof address === 'object' && address ? address.port : 0
  })
  async function ask(path: string, headers: Record<string, string>, method = 'GET') {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      httpRequest({ port, host: '127.0.0.1', path, headers, method }, resolve).on('error', reject).end()
    })
    return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
  }
  const cookieOf = ({ cookies }: Shopper) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  /** But for what differs from answer to answer. */
  const lasting = ({ date: _, 'x-request-id': __, ...headers }: IncomingMessage['headers']) => headers

  it('a shopper gets their page in each encoding, from the first time on, and nothing of it is kept', async () => {
    const shopper = await shop.shopper('Socket Reader')
    for (const encoding of encodings) {
      const headers = { cookie: cookieOf(shopper), 'accept-encoding': encoding }
      const first = await ask('/producers', headers)
      const next = await ask('/producers', headers)
      expect(lasting(next.headers)).toEqual(lasting(first.headers))
      expect(next.headers['content-encoding']).toBe(
        encoding.includes('gzip') ? 'gzip' : encoding === 'br' ? 'br' : undefined,
      )
      const html = decode(next.body, next.headers['content-encoding'])
      expect(html).toBe(decode(first.body, first.headers['content-encoding']))
      expect(html).toContain('<b>Socket Reader</b>')
      expect(next.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      expect(next.headers).not.toHaveProperty('etag')
    }
    const fetched = await fetch(`http://127.0.0.1:${port}/producers`, { headers: { cookie: cookieOf(shopper) } })
    expect(fetched.headers.get('content-encoding')).toBe('gzip')
    expect(await fetched.text()).toContain('<b>Socket Reader</b>')
    const head = await ask('/producers', { cookie: cookieOf(shopper) }, 'HEAD')
    expect({ ...head, headers: head.headers['cache-control'] }).toEqual({
      status: 200,
      headers: 'no-store',
      body: Buffer.alloc(0),
    })
    await expect.poll(() => shop.app.drain.open).toBe(0)
  })

  it('a session that has ended gets what visitors get, and many at once each their own', async () => {
    const people = await Promise.all(['Ek', 'Do', 'Teen'].map((name) => shop.shopper(`${name} Sau`)))
    const visitors = await ask('/producers', {})
    const ended = await ask('/producers', { cookie: 'haat-user=no-such-session' })
    expect(ended.body.equals(visitors.body)).toBe(true)
    const asked = Array.from({ length: 150 }, (_, at) => people[at % 3])
    const pages = await Promise.all(
      asked.map((person) => (person ? ask('/producers', { cookie: cookieOf(person) }) : visitors)),
    )
    for (const [at, { status, body }] of pages.entries()) {
      expect(status).toBe(200)
      for (const person of people)
        expect(body.includes(person.email), `${at} ${person.email}`).toBe(person === people[at % 3])
    }
    await expect.poll(() => shop.app.drain.open).toBe(0)
  })

  it('whoever goes away meanwhile is not counted as open for ever', async () => {
    const shopper = await shop.shopper('Leaver')
    await ask('/producers', { cookie: cookieOf(shopper) })
    const asked = Array.from({ length: 20 }, () => {
      const request = httpRequest({
        port,
        host: '127.0.0.1',
        path: '/producers',
        headers: { cookie: cookieOf(shopper) },
      })
      request.on('error', () => {}).end()
      return request
    })
    await new Promise((done) => setTimeout(done, 3))
    for (const request of asked) request.destroy()
    await expect.poll(() => shop.app.drain.open).toBe(0)
  })
})

describe('data that the router loads', () => {
  it('is the same for all without the root loader, and never kept with it', async () => {
    const shopper = await shop.shopper('Data Reader')
    const same = '/products.data?_routes=features%2Fcatalog%2Fweb%2Fproducts.page'
    const visitors = await readOften(shop, same)
    const before = rendered
    const own = await read(shopper, same)
    expect(rendered).toBe(before)
    expect(own.html).toBe(visitors.html)
    expect(own.headers.etag).toBe(visitors.headers.etag)
    for (const url of [
      '/products.data',
      '/products.data?_routes=root',
      '/products.data?_routes=features%2Fx,root',
      '/products.data?_routes=a&_routes=root',
      '/products.data?_routes=',
    ]) {
      const { html, headers } = await read(shopper, url)
      expect({ url, isOwn: html.includes('Data Reader'), kept: headers['cache-control'] }).toEqual({
        url,
        isOwn: true,
        kept: 'no-store',
      })
    }
  })
})

describe('many shoppers and visitors at once, while carts and the catalogue change', () => {
  it('each gets their own page and nothing of anybody else', async () => {
    const { seed, steps } = randomTest
    const { below } = createRandom(seed)
    const ids = await Promise.all(Array.from({ length: 8 }, (_, at) => shop.product({ name: `Thing ${at}` })))
    const people = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const shopper = await shop.shopper(`Person${at}z ${'नाम'.repeat(at * 3)}"<${at}>`)
        const cart: Cart = {}
        return { shopper, cart, isBusy: false }
      }),
    )
    const addresses = ['/', '/products', '/products?page=2', '/producers', '/products?q=bowl', '/returns']
    const traces = people.map(({ shopper }, at) => [`Person${at}z`, shopper.email])
    const check = (html: string, mine: number) => {
      for (const [at, words] of traces.entries())
        for (const word of words)
          if (html.includes(word) !== (at === mine)) throw new Error(`${word} in the page of ${mine}`)
    }
    async function step() {
      const at = below(people.length + 4)
      const url = addresses[below(addresses.length)] ?? '/'
      const encoding = encodings[below(encodings.length)] ?? 'gzip'
      const kind = below(40)
      const person = people[at]
      if (!person) return check((await read(shop, url, encoding)).html, -1)
      // Their own changes come one after the other, as a browser sends them.
      if (kind === 0 && !person.isBusy) {
        person.isBusy = true
        const cart = Object.fromEntries(ids.filter(() => below(3) === 0).map((id) => [id, 1 + below(9)]))
        await person.shopper.api(updateCart, { body: { cartItems: cart } })
        person.cart = cart
        person.isBusy = false
        return
      }
      if (kind === 1) return void (await seller.api(setStock, { body: { id: ids[0] ?? '', inStock: below(2) === 1 } }))
      const { cart, isBusy } = person
      const { html, headers } = await read(person.shopper, url, encoding)
      check(html, at)
      expect(headers['cache-control']).toBe('no-store')
      // Unless it was changing meanwhile.
      if (!isBusy && !person.isBusy && cart === person.cart) {
        expect(shopperIn(html).cartItems).toEqual(cart)
        for (const [product, quantity] of Object.entries(cart)) {
          const name = `Thing ${ids.indexOf(product)}`
          expect(html).toContain(`Quantity of ${name} in cart`)
          expect(html).toContain(`>${quantity}</span><span`)
        }
      }
    }
    for (let done = 0; done < steps / 2; done += 24) await Promise.all(Array.from({ length: 24 }, step))
  })
})
