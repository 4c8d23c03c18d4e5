import { type Cart, quantityIn } from '#features/cart/cart.rules.ts'
import type { OwnHtml } from '#shared/page-parts.ts'

/** The shopper's part of the top bar begins and ends so (own-part.tsx, top-bar.tsx). */
const OWN_BAR = '<div data-own="bar"'
const END_OF_BAR = '</div></div></header>'
const OWN_PAGE = 'data-own="page"'
export const END_OF_PAGE = '</body></html>'

export interface PageCuts {
  bar: { from: number; to: number }
  places: readonly CartPlace[]
  end: number
}

export interface CartPlace {
  look: 'card' | 'page'
  product: string
  name: string
  inStock: boolean
  from: number
  to: number
}

/** Byte offsets of a shopper's own parts; undefined for a page that differs in other ways. */
export function cutPage(page: Buffer): PageCuts | undefined {
  const bar = page.indexOf(OWN_BAR)
  const endOfBar = bar === -1 ? -1 : page.indexOf(END_OF_BAR, bar)
  const end = page.lastIndexOf(END_OF_PAGE)
  if (endOfBar === -1 || end < endOfBar || page.includes(OWN_PAGE)) return undefined
  return { bar: { from: bar, to: endOfBar + '</div>'.length }, places: cartPlaces(page), end }
}

const place = /<div data-cart-(card|page)="([^"]*)"[^>]*>(<form .*?<\/form>)/gs
/** A copy: a match would hold on to the whole page. */
const copy = (text: string) => Buffer.from(text, 'latin1').toString()

/** In latin1 a character is a byte, so offsets in the text are offsets in the page. */
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

/** The page after its top bar, with each product's quantity: on a card instead of the form, elsewhere behind it. */
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
