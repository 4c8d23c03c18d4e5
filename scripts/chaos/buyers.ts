import { setTimeout } from 'node:timers/promises'
import { addAddress } from '#features/addresses/addresses.contract.ts'
import { register, sellerLogin } from '#features/auth/auth.contract.ts'
import { listProducts } from '#features/catalog/catalog.contract.ts'
import { type PlaceOrder, placeCodOrder } from '#features/orders/orders.contract.ts'
import { setStock } from '#features/products/seller-products.contract.ts'
import { demoSeller } from '#kernel/config.ts'
import { AppError } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import type { Random } from '#shared/random.ts'
import { type Browser, createBrowser, noAnswer } from '../browser.ts'

/** Pieces of each counted product: these never run out. */
const STOCK = 100_000
const COUNTED_PRODUCTS = 6
const PAUSE_MS = 20

/** One order, asked for again and again with the same key. */
export interface Purchase {
  key: string
  email: string
  items: PlaceOrder['items']
  /** One id for each answer: two ids mean a doubled order. */
  orderIds: Set<string>
  /** When it was first acknowledged. */
  at?: number
}

export async function createSeller(origin: string) {
  const seller = createBrowser(origin)
  await seller.api(sellerLogin, { body: demoSeller })
  return seller
}

/** Counts the pieces of a few products, and gives these. */
export async function countStock(origin: string) {
  const seller = await createSeller(origin)
  const { products } = await seller.api(listProducts, { query: { limit: String(COUNTED_PRODUCTS) } })
  for (const { _id } of products) await seller.api(setStock, { body: { id: _id, inStock: true, stock: STOCK } })
  return new Map(products.map(({ _id }) => [_id, STOCK]))
}

export interface Buyer {
  browser: Browser
  email: string
  address: string
}

export async function createBuyer(origin: string): Promise<Buyer> {
  const browser = createBrowser(origin)
  const email = `${newId()}@example.com`
  await browser.api(register, { body: { name: 'Chaos Buyer', email, password: 'a good password' } })
  const where = { street: '1 Test Road', city: 'Pune', state: 'Maharashtra', zipcode: '411001', country: 'India' }
  const { address } = await browser.api(addAddress, {
    body: { firstName: 'Chaos', lastName: 'Buyer', email, phone: '98450 12345', ...where },
  })
  return { browser, email, address: address._id }
}

export function newPurchase({ email }: Buyer, products: readonly string[], random: Random): Purchase {
  const wanted = new Map<string, number>()
  for (let line = random.whole(1, 3); line > 0; line--)
    wanted.set(products[random.whole(0, products.length - 1)] ?? '', random.whole(1, 3))
  return {
    key: newId(),
    email,
    items: [...wanted].map(([product, quantity]) => ({ product, quantity })),
    orderIds: new Set(),
  }
}

export async function buy({ browser, address }: Buyer, purchase: Purchase) {
  const headers = { 'idempotency-key': purchase.key }
  const { orderId } = await browser.api(placeCodOrder, { headers, body: { items: purchase.items, address } })
  purchase.orderIds.add(orderId)
  purchase.at ??= Date.now()
}

/** Everything besides orders. */
export interface Mishaps {
  refused: number
  cut: number
  /** Answers 503. */
  busy: number
  /** Any other answer: a broken promise. */
  unexpected: string[]
}

/**
 * Buyers order one thing after the other, `restMs` apart, and repeat each key until it is answered. `stop` waits for that, so the shop must
 * be up.
 */
export async function startBuyers(
  origin: string,
  count: number,
  products: readonly string[],
  random: Random,
  restMs = 0,
) {
  const buyers = await Promise.all(Array.from({ length: count }, () => createBuyer(origin)))
  const purchases: Purchase[] = []
  const mishaps: Mishaps = { refused: 0, cut: 0, busy: 0, unexpected: [] }
  let stopping = false

  async function insist(buyer: Buyer, purchase: Purchase) {
    for (;;) {
      try {
        return await buy(buyer, purchase)
      } catch (error) {
        const kind = noAnswer(error)
        if (kind) mishaps[kind] += 1
        else if (error instanceof AppError && error.status === 503) mishaps.busy += 1
        else {
          mishaps.unexpected.push(error instanceof AppError ? `${error.status} ${error.message}` : String(error))
          return
        }
      }
      await setTimeout(PAUSE_MS)
    }
  }
  const running = buyers.map(async (buyer) => {
    while (!stopping) {
      const purchase = newPurchase(buyer, products, random)
      purchases.push(purchase)
      await insist(buyer, purchase)
      if (restMs > 0) await setTimeout(restMs)
    }
  })
  return {
    purchases,
    mishaps,
    count: () => purchases.filter(({ orderIds }) => orderIds.size > 0).length,
    async stop() {
      stopping = true
      await Promise.all(running)
    },
  }
}
