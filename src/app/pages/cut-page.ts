import { type Cart, quantityIn } from '#features/cart/cart.rules.ts'
import type { OwnHtml } from '#shared/page-parts.ts'

/** What of the top bar is somebody's own begins and ends so (own-part.tsx, top-bar.tsx). */
const OWN_BAR = '<div data-own="bar"'
const END_OF_BAR = '</div></div></header>'
/** A part that only a rendering for one person can give. */
const OWN_PAGE = 'data-own="page"'
export const END_OF_PAGE = '</body></html>'

/** Where a visitor's page differs from that of a shopper, in bytes. */
export interface PageCuts {
  /** What of the top bar is somebody's own. */
  bar: { from: number; to: number }
  places: readonly CartPlace[]
  /** Of the body. */
  end: number
}

/** Where a product can be put into the cart. */
export interface CartPlace {
  look: 'card' | 'page'
  product: string
  /** As it stands in the HTML. */
  name: string
  inStock: boolean
  /** Its form. */
  from: number
  to: number
}

/** Undefined for a page that differs in other ways, too, or has no top bar. */
export function cutPage(page: Buffer): PageCuts | undefined {
  const bar = page.indexOf(OWN_BAR)
  const endOfBar = bar === -1 ? -1 : page.indexOf(END_OF_BAR, bar)
  const end = page.lastIndexOf(END_OF_PAGE)
  if (endOfBar === -1 || end < endOfBar || page.includes(OWN_PAGE)) return undefined
  return { bar: { from: bar, to: endOfBar + '</div>'.length }, places: cartPlaces(page), end }
}

const place = /<div data-cart-(card|page)="([^"]*)"[^>]*>(<form .*?<\/form>)/gs
/** A text of its own: what a pattern finds holds on to all that it was found in. */
const copy = (text: string) => Buffer.from(text, 'latin1').toString()

/** In latin1 a sign is a byte, so what is found in the text is found in the page. */
function cartPlaces(page: Buffer): CartPlace[] {
  return [...page.toString('latin1').matchAll(place)].flatMap((found) => {
    const [all, look, name = '', form = ''] = found
    const product = / value="([\w-]+)"/.exec(form)?.[1]
    if (product === undefined) return []
    const to = found.index + all.length
    return [
      {
        look: look === 'card' ? 'card' : 'page',
        product: copy(product),
        name: copy(name),
        inStock: !form.includes(' disabled=""'),
        from: to - form.length,
        to,
      },
    ]
  })
}

/** The page from its top bar on, with how many of each product are in the cart: on a card instead of the form, elsewhere behind it. */
export function withCart(page: Buffer, { bar, places, end }: PageCuts, cart: Cart, own: OwnHtml): Buffer[] {
  const pieces: Buffer[] = []
  let done = bar.to
  for (const { look, product, name, inStock, from, to } of places) {
    const quantity = quantityIn(cart, product)
    if (quantity === 0) continue
    const html = own.inCart(look, { name, inStock }, quantity)
    pieces.push(page.subarray(done, look === 'card' ? from : to), Buffer.from(html))
    done = to
  }
  return [...pieces, page.subarray(done, end)]
}
