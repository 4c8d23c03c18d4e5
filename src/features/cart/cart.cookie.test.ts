import { describe, expect, test } from 'vitest'
import {
  CART_COOKIE,
  cartCookies,
  FORM_CART_COOKIE,
  formCartCookie,
  isCartKept,
  keptCartCookies,
  readCartCookie,
  readCartCookies,
  withFormCart,
} from './cart.cookie.ts'

const valueIn = (cookie: string) => cookie.split(';')[0] ?? ''
const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`

describe('readCartCookies takes the cart out of a Cookie header', () => {
  test.each([
    [null, {}],
    ['', {}],
    ['other=1', {}],
    [`${FORM_CART_COOKIE}=`, {}],
    [`${FORM_CART_COOKIE}=a~2.b~1`, { a: 2, b: 1 }],
    [`x=1; ${FORM_CART_COOKIE}=a~999; y=2`, { a: 999 }],
    [`x${FORM_CART_COOKIE}=a~2`, {}],
    [`${FORM_CART_COOKIE}=a~0.b~-1.d~1000.e~x.f.~3`, {}],
    [`${FORM_CART_COOKIE}=${'a'.repeat(65)}~1.b~2`, { b: 2 }],
    [`${FORM_CART_COOKIE}=%ff~1.b~2`, { '%ff': 1, b: 2 }],
    [`${CART_COOKIE}=a~2`, { a: 2 }],
    [`${CART_COOKIE}=a~2; ${FORM_CART_COOKIE}=a~1.b~1`, { a: 3, b: 1 }],
    [`${CART_COOKIE}=a~2; ${FORM_CART_COOKIE}=!b~1`, { b: 1 }],
    [`${CART_COOKIE}=a~2; ${FORM_CART_COOKIE}=!`, {}],
  ])('%j -> %j', (cookies, expected) => {
    expect(readCartCookies(cookies)).toEqual(expected)
  })
})

describe('formCartCookie', () => {
  test('comes back as the same cart', () => {
    const cart = { [id(1)]: 2, [id(2)]: 999 }
    expect(readCartCookies(valueIn(formCartCookie(cart)))).toEqual(cart)
  })

  test('drops the cookie of an empty cart', () => {
    expect(formCartCookie({})).toBe(`${FORM_CART_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`)
  })

  test('leaves out ids that would break the cookie', () => {
    expect(readCartCookies(valueIn(formCartCookie({ 'a;b': 1, 'c d': 1, 'e~f': 1, g: 1 })))).toEqual({ g: 1 })
  })

  test('stays under what browsers keep, with a full cart too', () => {
    const cart = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [id(n), 999]))
    const cookie = formCartCookie(cart)
    expect(cookie.length).toBeLessThan(4096)
    expect(Object.keys(readCartCookies(valueIn(cookie))).length).toBeGreaterThan(80)
  })
})

test("a form's lines add up with what is there, to 999 at most", () => {
  const cookies = valueIn(formCartCookie({ a: 1, b: 5, c: 3 }))
  expect(withFormCart({ a: 2, b: 998 }, cookies)).toEqual({ a: 3, b: 999, c: 3 })
})

describe('a form on the cart page, which shows all of the cart', () => {
  const cart = 'haat-cart=a~2.b~1'

  test('leaves all of what it has made of it', () => {
    const removed = valueIn(formCartCookie({ b: 1 }, cart))
    expect(withFormCart({ a: 2, b: 1 }, removed)).toEqual({ b: 1 })
    expect(readCartCookies(`${cart}; ${removed}`)).toEqual({ b: 1 })
  })

  test('leaves an empty one, too, and goes on from there on other pages', () => {
    const emptied = formCartCookie({}, cart)
    expect(emptied).not.toContain('Max-Age=0')
    expect(readCartCookies(`${cart}; ${valueIn(emptied)}`)).toEqual({})
    expect(withFormCart({ a: 2 }, valueIn(formCartCookie({ c: 1 }, valueIn(emptied))))).toEqual({ c: 1 })
  })
})

test('cartCookies tell the cart page and its data what localStorage holds, no other page', () => {
  expect(cartCookies({ a: 2 })).toEqual([
    expect.stringMatching(/^haat-cart=a~2; Path=\/cart; Max-Age=\d+; SameSite=Lax$/),
    expect.stringMatching(/^haat-cart=a~2; Path=\/cart\.data; /),
  ])
  expect(cartCookies({}).every((cookie) => cookie.includes('Max-Age=0'))).toBe(true)
})

describe('what the server keeps of a cart', () => {
  test('goes to the cart, and to where it is asked for, for 90 days; a mark goes to every page', () => {
    const cookies = keptCartCookies({ a: 2 })
    expect(cookies.map((cookie) => /Path=([^;]*)/.exec(cookie)?.[1])).toEqual([
      '/cart',
      '/cart.data',
      '/api/cart/visitor',
      '/',
    ])
    expect(cookies.every((cookie) => cookie.includes(`Max-Age=${90 * 24 * 60 * 60}`))).toBe(true)
    expect(readCartCookie(valueIn(cookies[0] ?? ''))).toEqual({ a: 2 })
    expect(valueIn(cookies[3] ?? '')).not.toContain('a~2')
    expect(isCartKept(`x=1; ${valueIn(cookies[3] ?? '')}`)).toBe(true)
  })

  test('is dropped by an empty cart, whoever writes it', () => {
    for (const cookies of [keptCartCookies({}), cartCookies({})]) {
      expect(cookies).toHaveLength(4)
      expect(cookies.every((cookie) => cookie.includes('Max-Age=0'))).toBe(true)
    }
    expect(isCartKept('cart-kept=')).toBe(false)
  })
})
