import { expect, test } from 'vitest'
import { parseVisitorCart } from './cart.storage.ts'

test.each([
  [null, {}],
  ['', {}],
  ['not json', {}],
  ['[]', {}],
  ['{"items":{"a":1}}', {}],
  ['{"version":2,"items":{"a":1}}', {}],
  ['{"version":1}', {}],
  ['{"version":1,"items":{"a":1,"b":0,"c":"2"}}', { a: 1 }],
])('a stored text of %j is the cart %j', (text, expected) => {
  expect(parseVisitorCart(text)).toEqual(expected)
})
