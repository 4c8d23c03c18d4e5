import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { shopperOf } from '#features/auth/server/auth.service.ts'
import { countUnits } from '#features/cart/cart.rules.ts'
import { type Answer, encodingFor, unpacked } from '#kernel/http/answer-cache/answer.ts'
import { compressAround, fillHoles, type Holed } from '#kernel/http/brotli-holes.ts'
import { compressOnce } from '#kernel/http/compression.ts'
import type { Session } from '#kernel/http/session.ts'
import type { OwnHtml } from '#shared/page-parts.ts'
import { type CutPage, cartPlaces, cutPage, END_OF_PAGE, withCart } from './cut-page.ts'
import { fillBar, type OwnBar, ownBar } from './own-bar.ts'

/** A visitors' page, compressed around the words in its top bar that are somebody's own. */
interface Prepared {
  bar: OwnBar
  /** What can be put into the cart on it: how many of these are in the cart stands in other places. */
  products: ReadonlySet<string>
  /** Undefined where brotli gives no such thing. */
  holed: Holed | undefined
}

/** All of them together; besides the pages that are kept for visitors. */
const MAX_BYTES = 8 * 1024 * 1024
/** What one takes besides its texts: bookkeeping, and each product's id. */
const ENTRY_BYTES = 4000
const PRODUCT_BYTES = 100
const sizeOf = ({ products, holed }: Prepared) =>
  ENTRY_BYTES + PRODUCT_BYTES * products.size + (holed?.texts.reduce((sum, { length }) => sum + length, 0) ?? 0)

/** Tags of pages of which it is remembered that a shopper asked for them. */
const MAX_ASKED = 5000

export interface ShopperPage {
  body: Buffer
  encoding: 'br' | 'gzip' | undefined
}

interface Asked {
  session: Session
  /** Of the page, without a query. */
  path: string
  /** The header Accept-Encoding. */
  accepted: string | undefined
}

/**
 * Makes the page of whoever is logged in from the page that every visitor gets, in which nobody is named, and the few words that are their
 * own (docs/decisions/0025). Only what follows from the visitors' page is kept, under its tag, which stands for its content.
 */
export function createShopperPages({ deps }: Pick<FastifyInstance, 'deps'>, own: OwnHtml) {
  const prepared = new LRUCache<string, Prepared>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf })
  const asked = new LRUCache<string, true>({ max: MAX_ASKED })
  const preparing = new Set<string>()

  /** From the second who asks on: many a page has changed before. */
  async function prepare(tag: string, page: CutPage, bar: OwnBar) {
    if (preparing.has(tag)) return
    if (!asked.has(tag)) return void asked.set(tag, true)
    preparing.add(tag)
    try {
      const [first = '', ...others] = bar.texts
      const last = others.pop() ?? ''
      const texts = [
        Buffer.concat([page.beforeBar, Buffer.from(first)]),
        ...others.map((text) => Buffer.from(text)),
        Buffer.concat([Buffer.from(last), page.afterBar]),
      ]
      const products = new Set(cartPlaces(page).map(({ product }) => product))
      prepared.set(tag, { bar, products, holed: await compressAround(texts, bar.holes) })
    } finally {
      preparing.delete(tag)
    }
  }

  /** Undefined for a page that differs from the visitors' in more than words. Throws NOT_LOGGED_IN for an account that is gone. */
  return async (answer: Answer, { session, path, accepted }: Asked): Promise<ShopperPage | undefined> => {
    const shopper = shopperOf(deps, session)
    const cart = shopper.cartItems
    const words = own.bar.words(shopper, countUnits(cart))
    const data = own.data(shopper)
    const encoding = encodingFor(answer, accepted)
    const tag = answer.headers.etag ?? ''
    const ready = encoding === 'br' ? prepared.get(tag) : undefined
    if (ready?.holed && !Object.keys(cart).some((product) => ready.products.has(product))) {
      const fillings = fillBar(ready.bar, words)
      if (fillings) return { body: fillHoles(ready.holed, fillings, Buffer.from(`${data}${END_OF_PAGE}`)), encoding }
    }

    const page = cutPage(await unpacked(answer))
    if (!page) return undefined
    const bar = ownBar(own, path)
    const fillings = fillBar(bar, words) ?? bar.closings.map((closing, at) => Buffer.from(`${words[at]}${closing}`))
    const body = Buffer.concat([
      page.beforeBar,
      ...bar.texts.flatMap((text, at) => [Buffer.from(text), fillings[at] ?? Buffer.of()]),
      ...withCart(page, cart, own),
      Buffer.from(`${data}${END_OF_PAGE}`),
    ])
    if (encoding === 'br' && !ready) void prepare(tag, page, bar)
    return { body: encoding ? compressOnce[encoding](body) : body, encoding }
  }
}
