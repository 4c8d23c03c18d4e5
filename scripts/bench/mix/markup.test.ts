import { expect, it } from 'vitest'
import { findList, readMarkup } from './markup.ts'

const card = (id: number) =>
  `<li class="card"><a href="/products/tea/${id}">Tea &amp; Co &lt;3</a><img alt="" src="/a.jpg"/><svg><path d="M0 0"></path></svg><input disabled="" name="n"/></li>`
const page = `<!DOCTYPE html><html><head><script>if (a < b) "</li>"</script><title>T</title></head><body>
<nav><a href="/products/tea">All</a></nav><main><h1>Tea<!-- --> of two</h1><ul class="grid">${card(1)}${card(2)}</ul></main></body></html>`
const CARD_LINK = /^\/products\/[^/]+\/[^/]+$/

it('finds the list of cards, with attributes and texts as they are meant', () => {
  const list = findList(readMarkup(page), 2, CARD_LINK)
  expect(list).toMatchObject({ name: 'ul', attributes: { class: 'grid' }, children: [{ name: 'li' }, { name: 'li' }] })
  const [first] = list.children
  expect(first).toMatchObject({
    children: [
      { name: 'a', attributes: { href: '/products/tea/1' }, children: ['Tea & Co <3'] },
      { name: 'img', attributes: { alt: '', src: '/a.jpg' }, children: [] },
      { name: 'svg', children: [{ name: 'path', attributes: { d: 'M0 0' } }] },
      { name: 'input', attributes: { disabled: '', name: 'n' } },
    ],
  })
})

it('refuses a page with fewer cards', () => {
  expect(() => findList(readMarkup(page), 3, CARD_LINK)).toThrow('fewer than 3')
})
