import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { addAddress } from '#features/addresses/addresses.contract.ts'
import { register, sellerLogin } from '#features/auth/auth.contract.ts'
import { updateCart } from '#features/cart/cart.contract.ts'
import { newId } from '#shared/ids.ts'
import { isOk } from '#testing/http.ts'
import { until } from '#testing/program.ts'
import { anyAddress } from '#testing/shop.ts'
import { type Browser, createBrowser } from '../browser.ts'
import { cpuMs, memoryMb } from '../processes.ts'
import { originOf, type Place, runShop, stopShop } from '../shop-process.ts'
import type { Ground } from './ground.ts'
import { ORDERED, productId } from './seed.ts'

const POLL_MS = 2
/** Memory is read when the start's garbage has had time to go. */
const SETTLE_MS = 2000
const STARTS = 3
const SHOPPERS = 48
const CART_LINES = 5
const SELLER = { email: 'seller@example.com', password: 'sell everything' }

export const BENCH_SETTINGS = { NODE_ENV: 'production', DEMO: '0' }

export interface Shopper {
  cookie: string
  user: string
  address: string
}

/** A shop that runs, with people who are logged in. */
export interface Scene {
  port: number
  products: number
  shoppers: readonly Shopper[]
  seller: Browser
  /** CPU time of the shop's process, and of its PostgreSQL where that runs on this machine. */
  cpuMs: () => number
  memoryMb: () => number
  startsMs: readonly number[]
  idleMb: number
}

interface Cast {
  ground: Ground
  products: number
  /** Where its mails go; else nobody takes them. */
  smtpUrl?: string | undefined
  folder: string
}

/** Starts the shop several times, as `npm start` does; the last one goes on. The first does not count: its files may not be in memory. */
export async function startScene({ ground, products, smtpUrl, folder }: Cast): Promise<Scene> {
  const { place, postgresPid } = ground
  const start = async (more: Record<string, string> = {}) => {
    const settings = { ...BENCH_SETTINGS, ...(smtpUrl ? { SMTP_URL: smtpUrl } : {}), ...more }
    const startedAt = performance.now()
    const shop = runShop(place, { settings, folder })
    await until(shop, () => isOk(originOf(place), '/'), POLL_MS)
    return { shop, ms: performance.now() - startedAt }
  }
  // Hashing the seller's password takes time and memory, once.
  let { shop } = await start({ SELLER_EMAIL: SELLER.email, SELLER_PASSWORD: SELLER.password })
  const startsMs: number[] = []
  for (let count = 0; count < STARTS; count++) {
    await stopShop(shop)
    const again = await start()
    shop = again.shop
    startsMs.push(again.ms)
  }
  await setTimeout(SETTLE_MS)
  const { pid } = shop.child
  const idleMb = memoryMb(pid)
  const seller = createBrowser(originOf(place))
  // The shop may be of an older version, which says less.
  await seller.api({ ...sellerLogin, response: z.object({}) }, { body: SELLER })
  const shoppers: Shopper[] = []
  for (let at = 0; at < SHOPPERS; at++) shoppers.push(await shopperOf(place))
  return {
    ...{ port: place.port, products, shoppers, seller, startsMs, idleMb },
    cpuMs: () => cpuMs(pid) + cpuMs(postgresPid),
    memoryMb: () => memoryMb(pid),
  }
}

/** A shopper with an account, an address and 5 products in the cart. */
export async function shopperOf(place: Place): Promise<Shopper> {
  const { api, cookie } = createBrowser(originOf(place))
  const email = `shopper-${newId()}@example.com`
  const { user } = await api(register, { body: { name: 'Ananya Rao', email, password: 'a good password' } })
  const { address } = await api(addAddress, { body: anyAddress })
  const lines = Array.from({ length: CART_LINES }, (_, at) => [productId(ORDERED.first[0] + at), 2])
  await api(updateCart, { body: { cartItems: Object.fromEntries(lines) } })
  return { cookie: cookie(), user: user._id, address: address._id }
}
