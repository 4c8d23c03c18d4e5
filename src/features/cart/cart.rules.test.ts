import { describe, expect, test } from 'vitest'
import {
  addOne,
  type Cart,
  countBuyable,
  countUnits,
  learnLimits,
  MAX_LINES,
  mergeCarts,
  readCart,
  readLimits,
  removeOne,
  setQuantity,
  takePieces,
} from './cart.rules.ts'

const full: Cart = Object.fromEntries(Array.from({ length: MAX_LINES }, (_, n) => [`p${n}`, 1]))

describe('setQuantity', () => {
  test.each<[string, Cart, string, number, Cart]>([
    ['puts a product in', {}, 'a', 2, { a: 2 }],
    ['replaces a quantity', { a: 2 }, 'a', 5, { a: 5 }],
    ['takes the line out at 0', { a: 2, b: 1 }, 'a', 0, { b: 1 }],
    ['takes the line out below 0', { a: 2 }, 'a', -3, {}],
    ['stays at 999', { a: 2 }, 'a', 5000, { a: 999 }],
    ['drops fractions', {}, 'a', 2.9, { a: 2 }],
    ['leaves other lines alone', { a: 1 }, 'b', 1, { a: 1, b: 1 }],
    ['ignores taking out what is not there', { a: 1 }, 'b', 0, { a: 1 }],
    ['does not take a 101st product', full, 'new', 1, full],
    ['takes a word that every object knows for a product', {}, 'constructor', 2, { constructor: 2 }],
    ['still changes a product of a full cart', full, 'p7', 3, { ...full, p7: 3 }],
  ])('%s', (_, cart, product, quantity, expected) => {
    expect(setQuantity(cart, product, quantity)).toEqual(expected)
  })

  test('keeps the order in which lines were added', () => {
    expect(Object.keys(setQuantity({ a: 1, b: 1, c: 1 }, 'b', 4))).toEqual(['a', 'b', 'c'])
  })
})

describe('addOne and removeOne', () => {
  test.each<[Cart, Cart, Cart]>([
    [{}, { a: 1 }, {}],
    [{ a: 1 }, { a: 2 }, {}],
    [{ a: 2 }, { a: 3 }, { a: 1 }],
    [{ a: 999 }, { a: 999 }, { a: 998 }],
  ])('%j: one more is %j, one less is %j', (cart, more, less) => {
    expect(addOne(cart, 'a')).toEqual(more)
    expect(removeOne(cart, 'a')).toEqual(less)
  })

  test('count a word that every object knows from 0', () => {
    expect(addOne({}, 'constructor')).toEqual({ constructor: 1 })
    expect(mergeCarts({}, JSON.parse('{"toString": 2}'))).toEqual(JSON.parse('{"toString": 2}'))
  })
})

test.each<[string, Cart, [string, number][], Cart]>([
  ['a line that was bought', { a: 2, b: 1 }, [['a', 2]], { b: 1 }],
  ['some pieces of a line', { a: 5 }, [['a', 2]], { a: 3 }],
  ['no more than there is', { a: 1, b: 1 }, [['a', 4]], { b: 1 }],
  ['nothing of what is not in the cart', { a: 1 }, [['b', 1]], { a: 1 }],
  [
    'all of it',
    { a: 2, b: 1 },
    [
      ['b', 1],
      ['a', 2],
    ],
    {},
  ],
])('taking what was bought takes %s', (_, cart, bought, left) => {
  const pieces = bought.map(([product, quantity]) => ({ product, quantity }))
  expect(takePieces(cart, pieces)).toEqual(left)
})

test.each<[Cart, number]>([
  [{}, 0],
  [{ a: 1 }, 1],
  [{ a: 2, b: 5 }, 7],
])('countUnits of %j is %i', (cart, units) => {
  expect(countUnits(cart)).toBe(units)
})

describe('readCart keeps what is a cart and drops the rest', () => {
  test.each<[unknown, Cart]>([
    [undefined, {}],
    [null, {}],
    ['a', {}],
    [7, {}],
    [[1, 2], {}],
    [
      { a: 1, b: 999 },
      { a: 1, b: 999 },
    ],
    [{ a: 0, b: -1, c: 1.5, d: 1000, e: '2', f: null, g: Number.NaN, h: { i: 1 } }, {}],
    [JSON.parse('{"__proto__": 1, "ok": 1}'), { ok: 1 }],
    [{ '': 1, [`${'x'.repeat(65)}`]: 1, ok: 1 }, { ok: 1 }],
  ])('%j -> %j', (value, expected) => {
    expect(readCart(value)).toEqual(expected)
  })

  test('takes 100 lines at most', () => {
    expect(Object.keys(readCart({ ...full, more: 1 }))).toHaveLength(MAX_LINES)
  })
})

describe('mergeCarts', () => {
  test.each<[string, Cart, Cart, Cart]>([
    ['adds new lines', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    ['keeps the larger quantity of the account', { a: 5 }, { a: 2 }, { a: 5 }],
    ['keeps the larger quantity of the visitor', { a: 2 }, { a: 5 }, { a: 5 }],
    ['keeps the account when the visitor has nothing', { a: 2 }, {}, { a: 2 }],
    ['drops what does not fit', full, { more: 1, p0: 4 }, { ...full, p0: 4 }],
  ])('%s', (_, account, visitor, expected) => {
    expect(mergeCarts(account, visitor)).toEqual(expected)
  })
})

describe('what can be bought of a cart', () => {
  test('is all of it, without lines that want more than there is', () => {
    const cart = { bowl: 6, jar: 2, rug: 1 }
    expect(countBuyable(cart, {})).toBe(9)
    expect(countBuyable(cart, { bowl: 4 })).toBe(3)
    expect(countBuyable(cart, { bowl: 6, rug: 0 })).toBe(8)
  })

  test('follows what the shop tells of the lines that are there', () => {
    const cart = { bowl: 6, jar: 2 }
    expect(learnLimits({ bowl: 4, rug: 0 }, { jar: 1 }, cart)).toEqual({ bowl: 4, jar: 1 })
    expect(learnLimits({ bowl: 4 }, { bowl: null }, cart)).toEqual({})
  })

  test.each([null, 'no', [], { bowl: -1, jar: 0.5, rug: 'many' }])('limits kept as %j are none', (kept) => {
    expect(readLimits(kept)).toEqual({})
  })
})
