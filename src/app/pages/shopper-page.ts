import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { shopperOf } from '#features/auth/server/auth.service.ts'
import { countUnits, quantityIn } from '#features/cart/cart.rules.ts'
import { type Answer, takesGzip, unpacked } from '#kernel/answers/answer-cache/answer.ts'
import { type GzipPiece, joinPieces, makePiece, makePieceOnce } from '#kernel/answers/gzip-pieces.ts'
import type { Session } from '#kernel/guard/session.ts'
import type { OwnHtml } from '#shared/page-parts.ts'
import { cutPage, END_OF_PAGE, type PageCuts, withCart } from './cut-page.ts'

/** A visitors' page, ready to be filled in; nobody is named in it. */
interface Prepared {
  cuts: PageCuts
  before: GzipPiece
  after: GzipPiece
}

/** All of them together; besides the pages kept for visitors. */
const MAX_BYTES = 8 * 1024 * 1024
const ENTRY_BYTES = 1000
const PLACE_BYTES = 400
const sizeOf = ({ cuts, before, after }: Prepared) =>
  ENTRY_BYTES + PLACE_BYTES * cuts.places.length + before.deflated.length + after.deflated.length

interface ShopperPage {
  body: Buffer
  isGzip: boolean
}

interface Asked {
  session: Session
  path: string
  accepted: string | undefined
}

async function prepare(page: Buffer): Promise<Prepared | undefined> {
  const cuts = cutPage(page)
  if (!cuts) return undefined
  const texts = [page.subarray(0, cuts.bar.from), page.subarray(cuts.bar.to, cuts.end)] as const
  const [before, after] = await Promise.all([makePiece(texts[0]), makePiece(texts[1])])
  return { cuts, before, after }
}

/** Makes a shopper's page from the visitors' page and the shopper's few words (docs/decisions/0025). Only the visitors' part is kept. */
export function createShopperPages({ deps }: Pick<FastifyInstance, 'deps'>, own: OwnHtml) {
  const prepared = new LRUCache<string, Prepared, Answer>({
    maxSize: MAX_BYTES,
    sizeCalculation: sizeOf,
    fetchMethod: async (_tag, _old, { context }) => prepare(await unpacked(context)),
  })

  /** Undefined for a page that differs in more than words. Throws NOT_LOGGED_IN for a deleted account. */
  return async (answer: Answer, { session, path, accepted }: Asked): Promise<ShopperPage | undefined> => {
    const shopper = shopperOf(deps, session)
    const cart = shopper.cartItems
    const { etag: tag = '' } = answer.headers
    const one = prepared.get(tag) ?? (await prepared.fetch(tag, { context: answer }))
    if (!one) return undefined
    const { cuts, before, after } = one
    const bar = Buffer.from(own.bar(shopper, countUnits(cart), path))
    const tail = Buffer.from(`${own.data(shopper)}${END_OF_PAGE}`)
    const isInCart = cuts.places.some(({ product }) => quantityIn(cart, product) > 0)
    if (!isInCart && takesGzip(answer, accepted))
      return { body: joinPieces([before, makePieceOnce(bar), after, makePieceOnce(tail)]), isGzip: true }

    const page = await unpacked(answer)
    const pieces = [page.subarray(0, cuts.bar.from), bar, ...withCart(page, cuts, cart, own), tail]
    return { body: Buffer.concat(pieces), isGzip: false }
  }
}
