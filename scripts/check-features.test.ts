import { describe, expect, it } from 'vitest'
import { newerFeatures } from './check-features.ts'

describe('what is newer than the promised browsers is named, with its file:', () => {
  it.each([
    ['cart.js', 'const m = Object.groupBy(lines, of)', 'Object.groupBy (Safari 17.4, Chrome 117, Firefox 119)'],
    [
      'cart.js',
      'let {promise}=Promise.withResolvers()',
      'Promise.withResolvers (Safari 17.4, Chrome 119, Firefox 121)',
    ],
    ['cart.js', '[...m].values().map(f)', 'iterator helpers (Safari 18.4, Chrome 122, Firefox 131)'],
    ['menu.js', 'jsx(`dialog`,{closedby:`any`})', 'closedby (Safari in none, Chrome 134, Firefox 141)'],
    ['shop.css', '.a{color:light-dark(#000,#fff)}', 'light-dark() (Safari 17.5, Chrome 123, Firefox 120)'],
    ['shop.css', 'a{color:red;&:hover{color:blue}}', 'nested rules (Safari 17.2, Chrome 120, Firefox 117)'],
    [
      'shop.css',
      '@layer base{p{color:red}}',
      'cascade layers (scripts/flatten-layers.ts takes them out) (Safari in none, Chrome in none, Firefox in none)',
    ],
  ])('%s: %s', (file, text, feature) => {
    expect(newerFeatures(file, text)).toEqual([`${file}: ${feature}`])
  })
})

it('what they have, what the page is whole without, and what is only asked for is left alone', () => {
  expect(newerFeatures('cart.js', 'a.toSorted();b.showPopover();document.startViewTransition?.(c)')).toEqual([])
  expect(
    newerFeatures('shop.css', '@starting-style{a{opacity:0}}@supports (color:rgb(from red r g b)){a{top:0}}'),
  ).toEqual([])
})

it('a promise to older browsers names what they lack', () => {
  expect(newerFeatures('cart.js', 'a.toSorted()', { safari: 15, chrome: 109, firefox: 102 })).toEqual([
    'cart.js: Array.toSorted (Safari 16, Chrome 110, Firefox 115)',
  ])
})
