import { describe, expect, test } from 'vitest'
import { SELECTOR_MAX } from '#features/cart/cart.rules.ts'
import { checkoutProblem, firstChoice, newCheckoutKey, quantityChoices, readQuantity } from './checkout.rules.ts'

const line = { quantity: 1, state: 'ok' } as const
const off = { quantity: 1, state: 'off' } as const
const short = { quantity: 6, state: 'short' } as const

describe('checkoutProblem says what to put right first', () => {
  test.each([
    ['an empty cart', [], 'a1', { at: 'cart', message: 'Your cart is empty' }],
    [
      'one line off',
      [line, off],
      'a1',
      { at: 'cart', message: 'One thing in your cart is no longer in stock. Remove it to order.' },
    ],
    [
      'lines off before the address',
      [off, off],
      undefined,
      { at: 'cart', message: '2 things in your cart are no longer in stock. Remove them to order.' },
    ],
    [
      'one line that wants more than there is',
      [line, short],
      'a1',
      {
        at: 'cart',
        message: 'You asked for more of one thing than is left. Set it to what is left, or remove it.',
      },
    ],
    [
      'several lines that want more than there is',
      [short, short],
      undefined,
      {
        at: 'cart',
        message: 'You asked for more of 2 things than is left. Set them to what is left, or remove them.',
      },
    ],
    ['no address', [line], undefined, { at: 'address', message: 'Please select an address' }],
    ['nothing', [line], 'a1', undefined],
  ])('%s', (_, lines, address, expected) => {
    expect(checkoutProblem(lines, address)).toEqual(expected)
  })
})

describe('firstChoice', () => {
  const a = { _id: 'a', isDefault: false }
  const b = { _id: 'b', isDefault: true }
  test.each([
    ['nothing without addresses', [], null, undefined],
    ['the only one', [a], null, 'a'],
    ['the first', [a, { ...b, isDefault: false }], null, 'a'],
    ['the default before the first', [a, b], null, 'b'],
    ['the wanted before the default', [a, b], 'a', 'a'],
    ['the default when the wanted is gone', [a, b], 'x', 'b'],
  ])('chooses %s', (_, addresses, wanted, expected) => {
    expect(firstChoice(addresses, wanted)).toBe(expected)
  })
})

test.each([
  [1, 9],
  [9, 9],
  [12, 12],
])('a line of %i offers 1 to %i', (current, last) => {
  const choices = quantityChoices(current, SELECTOR_MAX)
  expect(choices[0]).toBe(1)
  expect(choices.at(-1)).toBe(last)
  expect(choices).toHaveLength(last)
})

test.each([
  ['12', 12],
  [' 999 ', 999],
  ['0', undefined],
  ['1000', undefined],
  ['1.5', undefined],
  ['-3', undefined],
  ['', undefined],
  ['many', undefined],
])('a typed quantity of %j is %s', (typed, quantity) => {
  expect(readQuantity(typed)).toBe(quantity)
})

test('two checkout attempts have different keys', () => {
  expect(newCheckoutKey()).toMatch(/^[0-9a-f]{32}$/)
  expect(newCheckoutKey()).not.toBe(newCheckoutKey())
})
