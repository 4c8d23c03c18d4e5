import { addAddress } from '#features/addresses/addresses.contract.ts'
import { register } from '#features/auth/auth.contract.ts'
import { updateCart } from '#features/cart/cart.contract.ts'
import { newId } from '#shared/ids.ts'
import { anyAddress } from '#testing/shop.ts'
import { createBrowser } from '../browser.ts'
import { originOf, type Place } from '../shop-process.ts'
import { rawRequest } from './load.ts'
import { ORDERED, PAGE_WORD, POTTERY, productId, searchWords, wordsOf } from './seed.ts'

/** What is asked for. */
export const urls = {
  list: '/api/product/list?inStock=1&limit=24&page=1',
  category: '/api/product/list?category=Pottery-Ceramics&limit=24&page=2',
  detail: (number: number) => `/api/product/${productId(number)}`,
  search: (q: string) => `/api/product/list?${new URLSearchParams({ q, limit: '24' })}`,
  isAuth: '/api/user/is-auth',
  home: '/',
  /** A page of the shop with 24 cards. */
  page: `/products?q=${PAGE_WORD}`,
  /** The same, at a price that nobody has asked for: it must be rendered anew. */
  newPage: (count: number) => `/products?q=${PAGE_WORD}&max=${1_00_000 + count}`,
  product: `/products/pottery-ceramics/${productId(POTTERY)}`,
}

/**
 * Searches that are all different and all find something: half of them many products (a material and the beginning of a thing),
 * half of them one (a word of its name and its number).
 */
export function* newSearches(size: number) {
  const words = searchWords.length / 2
  const materials = searchWords.slice(0, words)
  const things = searchWords.slice(words)
  for (let count = 0; ; count++) {
    const pass = Math.floor(count / size)
    const number = count % size
    const [material = '', thing = ''] = wordsOf(number)
    yield pass % 2 === 0 ? `${thing} ${number}${' '.repeat(pass)}` : `${material} ${number}${' '.repeat(pass)}`
    const first = materials[count % words] ?? ''
    const second = things[Math.floor(count / words) % words] ?? ''
    const length = 1 + (Math.floor(count / words ** 2) % second.length)
    yield `${first} ${second.slice(0, length)}${' '.repeat(Math.floor(count / (words ** 2 * 4)))}`
  }
}

const CART_LINES = 5
export const SHOPPER_NAME = 'Ananya Rao'

export interface Shopper {
  cookie: string
  user: string
  address: string
}

/** A shopper with an account, an address and 5 products in the cart. */
export async function shopperOf(origin: string, name: string): Promise<Shopper> {
  const { api, cookie } = createBrowser(origin)
  const email = `${name}-${newId()}@example.com`
  const { user } = await api(register, { body: { name: SHOPPER_NAME, email, password: 'a good password' } })
  const { address } = await api(addAddress, { body: anyAddress })
  const lines = Array.from({ length: CART_LINES }, (_, at) => [productId(ORDERED.first[0] + at), 2])
  await api(updateCart, { body: { cartItems: Object.fromEntries(lines) } })
  return { cookie: cookie(), user: user._id, address: address._id }
}

export async function makeShoppers(place: Place, count: number) {
  const shoppers: Shopper[] = []
  for (let at = 0; at < count; at++) shoppers.push(await shopperOf(originOf(place), `shopper-${at}`))
  return shoppers
}

/** One piece of each of these products. */
export const orderBody = ({ address }: Shopper, products: readonly string[]) =>
  JSON.stringify({ items: products.map((product) => ({ product, quantity: 1 })), address })

/** A request that orders one piece of each of these products, with a key of its own, for the shopper of this connection. */
export function orderRequest(shoppers: readonly Shopper[], connection: number, products: readonly string[]) {
  const shopper = shoppers[connection % shoppers.length] ?? { cookie: '', user: '', address: '' }
  const headers = { cookie: shopper.cookie, 'idempotency-key': newId() }
  return rawRequest('/api/order/cod', { method: 'POST', headers, body: orderBody(shopper, products) })
}

/** A request that replaces the cart of the shopper of this connection. */
export function cartRequest(shoppers: readonly Shopper[], connection: number, cartItems: Record<string, number>) {
  const headers = { cookie: shoppers[connection % shoppers.length]?.cookie ?? '' }
  return rawRequest('/api/cart/update', { method: 'POST', headers, body: JSON.stringify({ cartItems }) })
}
