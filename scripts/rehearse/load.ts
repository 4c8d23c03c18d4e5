import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { listProducts } from '#features/catalog/catalog.contract.ts'
import { setStock } from '#features/products/seller-products.contract.ts'
import { AppError } from '#shared/app-error.ts'
import type { Random } from '#shared/random.ts'
import { SECOND_MS } from '#shared/time.ts'
import { root } from '#testing/program.ts'
import { type Browser, noAnswer } from '../browser.ts'
import { countStock, createSeller, startBuyers } from '../chaos/buyers.ts'
import { PATHS, startVisitors } from '../chaos/visitors.ts'

// Little enough for one machine with all of this, often enough to show a gap of half a second.
const BUYERS = 5
const BUYER_RESTS_MS = 150
const VISITORS = 4
const VISITOR_RESTS_MS = 100
const SELLER_RESTS_MS = 2 * SECOND_MS
const LOOK_EVERY_MS = 20
/** Without an order for so long, nothing comes back by itself any more. */
const DEADLINE_MS = 120 * SECOND_MS

/** The most that people may notice. */
interface Bounds {
  /** The longest time without an acknowledged order. */
  gapMs: number
  /** Pages without a 200; undefined: any number. */
  pagesLost?: number
}

export interface Sight {
  what: string
  bounds: Bounds
  /** Milliseconds since 1970. */
  from: number
  to: number
  pages: number
  pagesLost: number
}

const Added = z.object({ product: z.object({ _id: z.string(), image: z.array(z.string()) }) })

/** A product with a picture in the store. */
async function addProduct(seller: Browser) {
  const { products } = await seller.api(listProducts, { query: { limit: '1' } })
  const form = new FormData()
  const data = { name: 'A bowl of the rehearsal', category: products[0]?.category, price: 500, offerPrice: 450 }
  form.set('productData', JSON.stringify(data))
  const picture = await readFile(join(root, 'catalogue/carpet-jute-round-1.jpg'))
  form.append('images', new File([new Uint8Array(picture)], 'bowl.jpg', { type: 'image/jpeg' }))
  const answer = await seller.send('/api/product/add', { method: 'POST', body: form })
  return Added.parse(await answer.json()).product
}

/** Switches a product's stock on and off; a refusal for a moment does not count. */
function startSelling(seller: Browser, product: string) {
  const unexpected: string[] = []
  let changes = 0
  let isStopping = false
  async function sell() {
    for (let inStock = false; !isStopping; inStock = !inStock) {
      try {
        await seller.api(setStock, { body: { id: product, inStock } })
        changes += 1
      } catch (error) {
        const isAway = noAnswer(error) !== undefined || (error instanceof AppError && error.status === 503)
        if (!isAway) unexpected.push(`the seller: ${error}`)
      }
      await setTimeout(SELLER_RESTS_MS)
    }
  }
  const selling = sell()
  return {
    unexpected,
    changes: () => changes,
    async stop() {
      isStopping = true
      await selling
    },
  }
}

export async function startLoad(origin: string, random: Random) {
  const stock = await countStock(origin)
  const seller = await createSeller(origin)
  const product = await addProduct(seller)
  const selling = startSelling(seller, product._id)
  const buyers = await startBuyers(origin, BUYERS, [...stock.keys()], random, BUYER_RESTS_MS)
  const visitors = startVisitors(origin, VISITORS, {
    restMs: VISITOR_RESTS_MS,
    paths: [...PATHS, ...product.image.slice(0, 1)],
  })
  const sights: Sight[] = []

  function countPages() {
    const answered = Object.values(visitors.seen).reduce((sum, count) => sum + count, 0)
    const cut = visitors.without.cut + visitors.without.refused
    return { pages: answered + cut, pagesLost: answered + cut - (visitors.seen[200] ?? 0) }
  }

  /** Waits for the next acknowledged order. Throws after two minutes. */
  async function untilOrder() {
    const before = buyers.count()
    const deadline = performance.now() + DEADLINE_MS
    while (buyers.count() === before) {
      if (performance.now() > deadline) throw new Error('no order is acknowledged any more')
      await setTimeout(LOOK_EVERY_MS)
    }
  }

  return {
    stock,
    buyers,
    sights,
    unexpected: () => [...buyers.mishaps.unexpected, ...selling.unexpected],
    changes: selling.changes,
    untilOrder,
    /** Notes what people see while `doIt` breaks the machines. */
    async watch(what: string, bounds: Bounds, doIt: () => Promise<void>) {
      await untilOrder()
      const before = countPages()
      const from = Date.now()
      await doIt()
      await untilOrder()
      const after = countPages()
      const lost = { pages: after.pages - before.pages, pagesLost: after.pagesLost - before.pagesLost }
      sights.push({ what, bounds, from, to: Date.now(), ...lost })
    },
    async stop() {
      await Promise.all([buyers.stop(), visitors.stop(), selling.stop()])
    },
  }
}
export type Load = Awaited<ReturnType<typeof startLoad>>
