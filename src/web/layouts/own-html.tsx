import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { InCart } from '#features/cart/web/add-to-cart.tsx'
import type { OwnHtml } from '#shared/page-parts.ts'
import { escapeHtml } from '#shared/text.ts'
import { SHOPPER_ELEMENT } from '#web/shopper-on-page.ts'
import { escapeJson } from '#web/ui/json-ld.tsx'
import { accountWords, cartWords, OwnPart } from './own-part.tsx'

/** Where words come: private signs of Unicode, which no text of ours has. */
const at = {
  firstName: '\ue000',
  name: '\ue001',
  email: '\ue002',
  items: '\ue003',
  badge: '\ue004',
  quantity: '\ue005',
}
const page = '\ue006'
/** Bytes that most words have enough with; a letter of Devanagari takes three. */
const rooms: Record<string, number> = {
  [at.firstName]: 64,
  [at.name]: 128,
  [at.email]: 64,
  [at.items]: 16,
  [at.badge]: 8,
}

/** A part as React writes it, cut at the signs: text, sign, text, sign, text. */
const cut = (part: ReactNode) =>
  renderToString(<StaticRouter location={{ pathname: page }}>{part}</StaticRouter>).split(/([\ue000-\ue005])/)

const everySecond = (pieces: readonly string[], from: number) => pieces.filter((_, place) => place % 2 === from)

/**
 * Renders what differs from one shopper to the next, once and with nobody's words in it: to put words into it costs a hundredth of
 * rendering it.
 */
export function createOwnHtml(): OwnHtml {
  const bar = cut(<OwnPart account={at} cart={at} />)
  const signs = everySecond(bar, 1)
  const inCart = (place: 'card' | 'page') => ({
    there: cut(<InCart place={place} name={at.name} quantity={at.quantity} inStock />),
    out: cut(<InCart place={place} name={at.name} quantity={at.quantity} inStock={false} />),
  })
  const steppers = { card: inCart('card'), page: inCart('page') }
  return {
    bar: {
      texts: (path) => everySecond(bar, 0).map((text) => text.replaceAll(page, escapeHtml(path))),
      rooms: signs.map((sign) => rooms[sign] ?? 0),
      words(shopper, units) {
        const { firstName, name, email } = accountWords(shopper)
        const { items, badge } = cartWords(units)
        const words = {
          [at.firstName]: firstName,
          [at.name]: name,
          [at.email]: email,
          [at.items]: items,
          [at.badge]: badge,
        }
        return signs.map((sign) => escapeHtml(words[sign] ?? ''))
      },
    },
    inCart(place, { name, inStock }, quantity) {
      const words: Record<string, string> = { [at.name]: name, [at.quantity]: `${quantity}` }
      return steppers[place][inStock ? 'there' : 'out'].map((piece) => words[piece] ?? piece).join('')
    },
    data: (shopper) => `<script type="application/json" id="${SHOPPER_ELEMENT}">${escapeJson(shopper)}</script>`,
  }
}
