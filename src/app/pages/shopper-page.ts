import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { shopperOf } from '#features/auth/server/auth.service.ts'
import { countUnits, quantityIn } from '#features/cart/cart.rules.ts'
import { type Answer, encodingFor, unpacked } from '#kernel/http/answer-cache/answer.ts'
import type { ReadyAnswer } from '#kernel/http/answer-cache/ready-answers.ts'
import { compressAround, fillHoles, type Holed } from '#kernel/http/brotli-holes.ts'
import { compressOnce } from '#kernel/http/compression.ts'
import type { Session } from '#kernel/http/session.ts'
import type { OwnHtml } from '#shared/page-parts.ts'
import { cutPage, END_OF_PAGE, type PageCuts, withCart } from './cut-page.ts'
import { fillBar, type OwnBar, ownBar } from './own-bar.ts'

/** What is known of a visitors' page that can be filled in. Nobody's words are in it. */
interface Prepared {
  cuts: PageCuts
  bar: OwnBar
  /** Did a shopper ask for it before? */
  isAskedAgain: boolean
  /** Compressed around the words in its top bar, from the second who asks on: many a page has changed before. */
  holed: Holed | 'being made' | 'not possible' | undefined
}

/** All of them together; besides the pages that are kept for visitors. */
const MAX_BYTES = 8 * 1024 * 1024
/** What one takes besides its compressed texts: bookkeeping, texts of the top bar, and each product. */
const ENTRY_BYTES = 12_000
const PLACE_BYTES = 400
const sizeOf = ({ cuts, holed }: Prepared) => {
  const texts = typeof holed === 'object' ? holed.texts : []
  return ENTRY_BYTES + PLACE_BYTES * cuts.places.length + texts.reduce((sum, { length }) => sum + length, 0)
}

interface ShopperPage extends ReadyAnswer {
  body: Buffer
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

  function prepare(tag: string, page: Buffer, path: string) {
    const cuts = cutPage(page)
    if (!cuts) return undefined
    const one = { cuts, bar: ownBar(own, path), isAskedAgain: false, holed: undefined }
    prepared.set(tag, one)
    return one
  }

  async function compress(tag: string, page: Buffer) {
    const one = prepared.get(tag)
    if (!one || one.holed) return
    if (!one.isAskedAgain) return void prepared.set(tag, { ...one, isAskedAgain: true })
    prepared.set(tag, { ...one, holed: 'being made' })
    const { cuts, bar } = one
    const [first = '', ...others] = bar.texts
    const last = others.pop() ?? ''
    const texts = [
      Buffer.concat([page.subarray(0, cuts.bar.from), Buffer.from(first)]),
      ...others.map((text) => Buffer.from(text)),
      Buffer.concat([Buffer.from(last), page.subarray(cuts.bar.to, cuts.end)]),
    ]
    const holed = await compressAround(texts, bar.holes).catch(() => undefined)
    prepared.set(tag, { ...one, holed: holed ?? 'not possible' })
  }

  /** Undefined for a page that differs from the visitors' in more than words. Throws NOT_LOGGED_IN for an account that is gone. */
  return async (answer: Answer, { session, path, accepted }: Asked): Promise<ShopperPage | undefined> => {
    const shopper = shopperOf(deps, session)
    const cart = shopper.cartItems
    const words = own.bar.words(shopper, countUnits(cart))
    const tail = Buffer.from(`${own.data(shopper)}${END_OF_PAGE}`)
    const encoding = encodingFor(answer, accepted)
    const { etag: tag = '', ...headers } = answer.headers
    const { status, route } = answer
    const head = { status, route, headers: { ...headers, 'cache-control': 'no-store' }, encoding }
    const known = prepared.get(tag)
    if (encoding === 'br' && typeof known?.holed === 'object') {
      const fillings = fillBar(known.bar, words)
      const isInCart = known.cuts.places.some(({ product }) => quantityIn(cart, product) > 0)
      if (fillings && !isInCart) return { ...head, body: fillHoles(known.holed, fillings, tail) }
    }

    const page = await unpacked(answer)
    const one = known ?? prepare(tag, page, path)
    if (!one) return undefined
    const { bar, cuts } = one
    const fillings = fillBar(bar, words) ?? bar.closings.map((closing, at) => Buffer.from(`${words[at]}${closing}`))
    const body = Buffer.concat([
      page.subarray(0, cuts.bar.from),
      ...bar.texts.flatMap((text, at) => [Buffer.from(text), fillings[at] ?? Buffer.of()]),
      ...withCart(page, cuts, cart, own),
      tail,
    ])
    if (encoding === 'br') void compress(tag, page)
    return { ...head, body: encoding ? compressOnce[encoding](body) : body }
  }
}
