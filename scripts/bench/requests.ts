import { newId } from '#shared/ids.ts'
import { rawRequest } from './load.ts'
import type { Scene, Shopper } from './scene.ts'
import { ORDERED, PAGE_WORD, POTTERY, productId, searchWords, wordsOf } from './seed.ts'

export const urls = {
  list: '/api/product/list?inStock=1&limit=24&page=1',
  category: '/api/product/list?category=Pottery-Ceramics&limit=24&page=2',
  detail: (number: number) => `/api/product/${productId(number)}`,
  search: (q: string) => `/api/product/list?${new URLSearchParams({ q, limit: '24' })}`,
  isAuth: '/api/user/is-auth',
  home: '/',
  products: '/products',
  page: `/products?q=${PAGE_WORD}`,
  /** A price that nobody has asked for, so the page is rendered anew. */
  newPage: (count: number) => `/products?q=${PAGE_WORD}&max=${1_00_000 + count}`,
  product: `/products/pottery-ceramics/${productId(POTTERY)}`,
}

/** All different, and all find something: in turn one product (a word of its name and its number) and many. */
export function* newSearches(size: number) {
  const half = searchWords.length / 2
  for (let count = 0; ; count++) {
    const pass = ' '.repeat(Math.floor(count / size))
    yield `${wordsOf(count % size)[count % 2]} ${count % size}${pass}`
    const [material = '', thing = ''] = [
      searchWords[count % half],
      searchWords[half + (Math.floor(count / half) % half)],
    ]
    const turn = Math.floor(count / half ** 2)
    yield `${material} ${thing.slice(0, 1 + (turn % thing.length))}${' '.repeat(Math.floor(turn / 4))}`
  }
}

const between = ([from, to]: readonly [number, number]) => from + Math.floor(Math.random() * (to - from + 1))

/** Two products that orders take, never the same. */
export const anyTwo = () => [productId(between(ORDERED.first)), productId(between(ORDERED.second))]

export const orderBody = ({ address }: Pick<Shopper, 'address'>, products: readonly string[]) =>
  JSON.stringify({ items: products.map((product) => ({ product, quantity: 1 })), address })

const nobody: Shopper = { cookie: '', user: '', address: '' }
const shopperAt = ({ shoppers }: Scene, at: number) => shoppers[at % shoppers.length] ?? nobody

/** One piece of each of these products, with a new key, for the connection's shopper. */
export function orderRequest(scene: Scene, connection: number, products: readonly string[]) {
  const shopper = shopperAt(scene, connection)
  const headers = { cookie: shopper.cookie, 'idempotency-key': newId() }
  return rawRequest('/api/order/cod', { method: 'POST', headers, body: orderBody(shopper, products) })
}

/** Replaces the cart of the connection's shopper. */
export function cartRequest(scene: Scene, connection: number, cartItems: Record<string, number>) {
  const headers = { cookie: shopperAt(scene, connection).cookie }
  return rawRequest('/api/cart/update', { method: 'POST', headers, body: JSON.stringify({ cartItems }) })
}

const written = new Map<string, Buffer>()

/** Each is written once. */
export function visitorsPage(path: string) {
  const request = written.get(path) ?? rawRequest(path, { headers: { accept: 'text/html' } })
  written.set(path, request)
  return request
}

/** For the connection's shopper, whom only the session's cookie names. */
export const shoppersRequest = (scene: Scene, connection: number, path: string) =>
  rawRequest(path, { headers: { accept: 'text/html', cookie: shopperAt(scene, connection).cookie } })
