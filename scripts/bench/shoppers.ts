import { z } from 'zod'
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

interface Request {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  payload?: string
}
export type Send = (request: Request) => Promise<{ status: number; cookies: string[]; body: string }>

export interface Shopper {
  cookie: string
  user: string
  address: string
}

const UserAnswer = z.object({ user: z.object({ _id: z.string() }) })
const AddressAnswer = z.object({ address: z.object({ _id: z.string() }) })

/** A shopper with an account, an address and 5 products in the cart. */
export async function shopperOf(send: Send, name: string): Promise<Shopper> {
  const post = async (url: string, value: unknown, cookie = '') => {
    const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) }
    const answer = await send({ method: 'POST', url, headers, payload: JSON.stringify(value) })
    if (answer.status !== 200) throw new Error(`${url} was answered ${answer.status}: ${answer.body}`)
    return answer
  }
  const { cookies, body } = await post('/api/user/register', {
    name: 'Ananya Rao',
    email: `${name}-${crypto.randomUUID()}@example.com`,
    password: 'a good password',
  })
  const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ')
  const saved = await post(
    '/api/address/add',
    {
      firstName: 'Ananya',
      lastName: 'Rao',
      email: 'ananya.rao@example.com',
      street: 'Flat 4B, Kaveri Residency, Indiranagar',
      city: 'Bengaluru',
      state: 'Karnataka',
      zipcode: '560038',
      country: 'India',
      phone: '98450 12345',
    },
    cookie,
  )
  const cartItems = Object.fromEntries(
    Array.from({ length: CART_LINES }, (_, at) => [productId(ORDERED.first[0] + at), 2]),
  )
  await post('/api/cart/update', { cartItems }, cookie)
  return {
    cookie,
    user: UserAnswer.parse(JSON.parse(body)).user._id,
    address: AddressAnswer.parse(JSON.parse(saved.body)).address._id,
  }
}

/** One piece of each of these products. */
export const orderBody = ({ address }: Shopper, products: readonly string[]) =>
  JSON.stringify({ items: products.map((product) => ({ product, quantity: 1 })), address })
