import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { InCart } from '#features/cart/web/add-to-cart.tsx'
import type { OwnHtml } from '#shared/page-parts.ts'
import { escapeHtml } from '#shared/text.ts'
import { SHOPPER_ELEMENT } from '#web/shopper-on-page.ts'
import { escapeJson } from '#web/ui/json-ld.tsx'
import { accountWords, cartWords, OwnPart } from './own-part.tsx'

/** Placeholders for name, e-mail and counts: private signs of Unicode, which no text of ours has. */
const at = {
  firstName: '\ue000',
  name: '\ue001',
  email: '\ue002',
  items: '\ue003',
  badge: '\ue004',
  quantity: '\ue005',
  page: '\ue006',
}

/** A rendered part, cut into texts and signs by turns. */
const cut = (part: ReactNode) =>
  renderToString(<StaticRouter location={{ pathname: at.page }}>{part}</StaticRouter>).split(/([\ue000-\ue006])/)

const fill = (pieces: readonly string[], words: Record<string, string>) =>
  pieces.map((piece) => words[piece] ?? piece).join('')

/** Renders a shopper's own parts once, without words: filling these in costs a hundredth of rendering. */
export function createOwnHtml(): OwnHtml {
  const bar = cut(<OwnPart account={at} cart={at} />)
  const inCart = (place: 'card' | 'page') => ({
    there: cut(<InCart place={place} name={at.name} quantity={at.quantity} inStock />),
    out: cut(<InCart place={place} name={at.name} quantity={at.quantity} inStock={false} />),
  })
  const steppers = { card: inCart('card'), page: inCart('page') }
  return {
    bar(shopper, units, path) {
      const { firstName, name, email } = accountWords(shopper)
      const { items, badge } = cartWords(units)
      return fill(bar, {
        [at.firstName]: escapeHtml(firstName),
        [at.name]: escapeHtml(name),
        [at.email]: escapeHtml(email),
        [at.items]: items,
        [at.badge]: badge,
        [at.page]: escapeHtml(path),
      })
    },
    inCart: (place, { name, inStock }, quantity) =>
      fill(steppers[place][inStock ? 'there' : 'out'], { [at.name]: name, [at.quantity]: `${quantity}` }),
    data: (shopper) => `<script type="application/json" id="${SHOPPER_ELEMENT}">${escapeJson(shopper)}</script>`,
  }
}
