import { type Cart, quantityIn } from '#features/cart/cart.rules.ts'
import type { OwnHtml } from '#shared/page-parts.ts'

/** What of the top bar is somebody's own begins and ends so (own-part.tsx, top-bar.tsx). */
const OWN_BAR = '<div data-own="bar"'
const END_OF_BAR = '</div></div></header>'
/** A part that only a rendering for one person can give. */
const OWN_PAGE = 'data-own="page"'
export const END_OF_PAGE = '</body></html>'

/** A visitor's page without what differs from one shopper to the next. */
export interface CutPage {
  beforeBar: Buffer
  /** From behind what is in the bar to where the body ends. */
  afterBar: Buffer
}

/** Undefined for a page that differs in other ways, too, or has no top bar. */
export function cutPage(page: Buffer): CutPage | undefined {
  const bar = page.indexOf(OWN_BAR)
  const endOfBar = bar === -1 ? -1 : page.indexOf(END_OF_BAR, bar)
  const end = page.lastIndexOf(END_OF_PAGE)
  if (endOfBar === -1 || end < endOfBar || page.includes(OWN_PAGE)) return undefined
  return {
    beforeBar: page.subarray(0, bar),
    afterBar: page.subarray(endOfBar + '</div>'.length, end),
  }
}

/** Where a product can be put into the cart. */
export interface CartPlace {
  look: 'card' | 'page'
  product: string
  /** As it stands in the HTML. */
  name: string
  inStock: boolean
  /** Its form, in bytes from where `afterBar` begins. */
  from: number
  to: number
}

const place = /<div data-cart="(card|page)" data-name="([^"]*)"[^>]*>(<form .*?<\/form>)/gs

/** In latin1 a sign is a byte, so what is found in the text is found in the page. */
export function cartPlaces({ afterBar }: CutPage): CartPlace[] {
  return [...afterBar.toString('latin1').matchAll(place)].flatMap((found) => {
    const [all, look, name = '', form = ''] = found
    const product = / value="([\w-]+)"/.exec(form)?.[1]
    if (product === undefined) return []
    const to = found.index + all.length
    return [
      {
        look: look === 'card' ? 'card' : 'page',
        product,
        name: Buffer.from(name, 'latin1').toString(),
        inStock: !form.includes(' disabled=""'),
        from: to - form.length,
        to,
      },
    ]
  })
}

/** The page after its top bar, with how many of each product are in the cart: on a card instead of the form, elsewhere behind it. */
export function withCart(page: CutPage, cart: Cart, own: OwnHtml): Buffer[] {
  if (Object.keys(cart).length === 0) return [page.afterBar]
  const pieces: Buffer[] = []
  let done = 0
  for (const { look, product, name, inStock, from, to } of cartPlaces(page)) {
    const quantity = quantityIn(cart, product)
    if (quantity === 0) continue
    const html = own.inCart(look, { name, inStock }, quantity)
    pieces.push(page.afterBar.subarray(done, look === 'card' ? from : to), Buffer.from(html))
    done = to
  }
  return [...pieces, page.afterBar.subarray(done)]
}
