import { producer } from '#features/orders/testing/parcels.ts'
import { AppError } from '#shared/app-error.ts'
import { createRandom, type Random } from '#shared/random.ts'
import { type Buyer, type PaymentShop, paymentShop } from './payments.ts'

const START = new Date('2026-11-21T06:00:00Z')

export interface World {
  shop: PaymentShop
  seller: Awaited<ReturnType<PaymentShop['seller']>>
  products: string[]
  /** Checkouts whose address a shopper was given. */
  checkouts: { sessionId: string; buyer: Buyer; orderId: string }[]
  orders: { id: string; buyer: Buyer }[]
  /** Bodies of events that Stripe has yet to deliver, or to deliver again. */
  underway: Set<string>
  told: Set<string>
  random: Random
}

export async function paymentWorld(seed: number): Promise<World> {
  const shop = await paymentShop({}, 2)
  shop.setClock(START)
  const seller = await shop.seller({ staysProved: true })
  const producerId = await producer(shop, 'Asha Silk')
  const products = await Promise.all([
    shop.product({ stock: 1, offerPricePaise: 149_25 }),
    shop.product({ stock: 4, offerPricePaise: 100_25 }),
    shop.product({ stock: 25, offerPricePaise: 75_75, producerId }),
    shop.product({ stock: null, offerPricePaise: 333_33 }),
  ])
  for (let count = 0; count < 4; count += 1) await shop.buyer()
  return {
    shop,
    seller,
    products,
    checkouts: [],
    orders: [],
    underway: new Set(),
    told: new Set(),
    random: createRandom(seed),
  }
}

/** The recent ones are chosen more often: they are where things still happen. */
export function pick<T>({ random }: World, from: readonly T[], recent = from.length): T | undefined {
  const start = random.happens(0.8) ? Math.max(0, from.length - recent) : 0
  return from[start + random.below(from.length - start)]
}

/** One thing that happens; says what, for the log. */
export type Step = (world: World) => Promise<string> | string

/** A step answers with these or the shop is broken. 400: the cart is empty. */
const ANSWERS = [200, 400, 404, 409, 502, 504]
export function checkStatus(what: string, status: number, allowed = ANSWERS) {
  if (!allowed.includes(status)) throw new Error(`${what} was answered with ${status}`)
  return `${what}: ${status}`
}

export async function tried(what: string, call: Promise<unknown>) {
  try {
    await call
    return `${what}: 200`
  } catch (error) {
    if (error instanceof AppError) return checkStatus(what, error.status)
    throw error
  }
}
