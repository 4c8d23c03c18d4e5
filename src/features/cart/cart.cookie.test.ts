import { describe, expect, test } from 'vitest'
import { addFormCart, FORM_CART_COOKIE, formCartCookie, readFormCart } from './cart.cookie.ts'

const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`

describe('readFormCart takes the cart out of a Cookie header', () => {
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
  ])('%j -> %j', (cookies, expected) => {
    expect(readFormCart(cookies)).toEqual(expected)
  })
})

describe('formCartCookie', () => {
  const valueIn = (cookie: string) => cookie.split(';')[0] ?? ''

  test('comes back as the same cart', () => {
    const cart = { [id(1)]: 2, [id(2)]: 999 }
    expect(readFormCart(valueIn(formCartCookie(cart)))).toEqual(cart)
  })

  test('drops the cookie of an empty cart', () => {
    expect(formCartCookie({})).toBe(`${FORM_CART_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`)
  })

  test('leaves out ids that would break the cookie', () => {
    expect(readFormCart(valueIn(formCartCookie({ 'a;b': 1, 'c d': 1, 'e~f': 1, g: 1 })))).toEqual({ g: 1 })
  })

  test('stays under what browsers keep, with a full cart too', () => {
    const cart = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [id(n), 999]))
    const cookie = formCartCookie(cart)
    expect(cookie.length).toBeLessThan(4096)
    expect(Object.keys(readFormCart(valueIn(cookie))).length).toBeGreaterThan(80)
  })
})

test('addFormCart adds quantities up, to 999 at most', () => {
  expect(addFormCart({ a: 2, b: 998 }, { a: 1, b: 5, c: 3 })).toEqual({ a: 3, b: 999, c: 3 })
})
