import { expect, it } from 'vitest'
import { shorterManifest } from './shorter-manifest.ts'

const write = (manifest: object) => `window.__reactRouterManifest=${JSON.stringify(manifest)};`
const entry = { module: '/entry.js', imports: ['/react.js', '/shop.js'], css: [] }

it('leaves out what is false, and what the entry brings', () => {
  const cart = {
    id: 'cart',
    hasAction: false,
    hasLoader: true,
    module: '/cart.js',
    imports: ['/react.js', '/price.js'],
  }
  const short = { id: 'cart', hasLoader: true, module: '/cart.js', imports: ['/price.js'] }
  const written = shorterManifest(write({ entry, routes: { cart }, version: 'a1' }))
  expect(written).toMatch(/^window.__reactRouterManifest=\{.*\};$/)
  expect(JSON.parse(written.replace(/^.*?=|;$/g, ''))).toEqual({ entry, routes: { cart: short }, version: 'a1' })
})

it('tells when the list is written in another way', () => {
  expect(() => shorterManifest('export default {}')).toThrow('look at shorterManifest')
})
