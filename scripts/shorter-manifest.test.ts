import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { shorterManifest } from './shorter-manifest.ts'

const write = (manifest: object) => `window.__reactRouterManifest=${JSON.stringify(manifest)};`
const entry = { module: '/entry.js', imports: ['/react.js', '/shop.js'], css: [] }

it('tells browsers the same, without what is false, and what the entry brings', () => {
  const cart = {
    id: 'cart',
    hasAction: false,
    hasLoader: true,
    module: '/cart.js',
    imports: ['/react.js', '/price.js'],
  }
  const short = { id: 'cart', hasLoader: true, module: '/cart.js', imports: ['/price.js'] }
  const window = { __reactRouterManifest: undefined }
  runInNewContext(shorterManifest(write({ entry, routes: { cart }, version: 'a1' })), { window })
  expect(JSON.parse(JSON.stringify(window.__reactRouterManifest))).toEqual({
    entry,
    routes: { cart: short },
    version: 'a1',
  })
})

it('says when the list is written in another way', () => {
  expect(() => shorterManifest('export default {}')).toThrow('look at shorterManifest')
})
