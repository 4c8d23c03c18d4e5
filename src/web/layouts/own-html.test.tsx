import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { InCart } from '#features/cart/web/add-to-cart.tsx'
import { escapeHtml } from '#shared/text.ts'
import { createOwnHtml } from './own-html.tsx'
import { accountWords, cartWords, OwnPart } from './own-part.tsx'

const own = createOwnHtml()

const rendered = (part: ReactNode, path = '/') =>
  renderToString(<StaticRouter location={{ pathname: path }}>{part}</StaticRouter>).replaceAll('&#x27;', '&#39;')

describe('what is put into a page is what React would have written:', () => {
  it.each([
    ['Meera Nair', 'meera@example.com', 0, '/'],
    ['  Tara  "Tee" O\'Neil & Sons', 'tara@example.com', 1, '/products'],
    ['<script>', '<b>@example.com', 12, '/products/a/b'],
    ['मीरा नायर', 'मीरा@example.com', 9999, '/"><i>'],
    ['\ue000 \ue001\ue006', 'x@example.com', 2, '/\ue001'],
  ])('the top bar of %s', (name, email, units, path) => {
    const part = <OwnPart account={accountWords({ name, email })} cart={cartWords(units)} />
    expect(own.bar({ name, email }, units, path)).toBe(rendered(part, path))
  })

  it.each([
    ['card', true],
    ['card', false],
    ['page', true],
    ['page', false],
  ] as const)('the stepper on a %s, in stock: %s', (place, inStock) => {
    const name = `Bowl "of" <clay> & 'ash'`
    expect(own.inCart(place, { name: escapeHtml(name), inStock }, 3)).toBe(
      rendered(<InCart place={place} name={name} quantity="3" inStock={inStock} />),
    )
  })

  it('who is logged in, in a script that nothing in it can end', () => {
    const html = own.data({ name: '</script><!--<script>\u2028' })
    expect(html.match(/<\/?script/g)).toEqual(['<script', '</script'])
    expect(JSON.parse(html.replace(/^<script[^>]*>|<\/script>$/g, ''))).toEqual({ name: '</script><!--<script>\u2028' })
  })
})
