import { describe, expect, test } from 'vitest'
import { loginProblems, safeNext } from './auth.rules.ts'

describe('safeNext follows only paths of this shop', () => {
  test.each([
    ['/cart', '/cart'],
    ['/products?q=blue bowl'.replace(' ', '%20'), '/products?q=blue%20bowl'],
    ['/account', '/account'],
    ['/reset-password?token=x', '/'],
    ['/forgot-password', '/'],
    ['/my-orders?placed=1#top', '/my-orders?placed=1#top'],
    ['/', '/'],
    ['/login-stories', '/login-stories'],
    ['/products?q=साड़ी', `/products?q=${encodeURIComponent('साड़ी')}`],
    ['/x\ud800', '/x%EF%BF%BD'],
    [null, '/'],
    ['', '/'],
    ['cart', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/cart\\..', '/'],
    ['/\t/evil.example', '/'],
    ['/\n/evil.example', '/'],
    ['/\u0000/evil.example', '/'],
    [' /cart', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['/login?next=/cart', '/'],
    ['/logout', '/'],
    [`/${'a'.repeat(2000)}`, '/'],
  ])('%j -> %j', (next, expected) => {
    expect(safeNext(next)).toBe(expected)
  })
})

describe('loginProblems says what to fix', () => {
  const good = { name: 'Ananya', email: 'ananya@example.com', password: 'jamdani-loom' }
  test.each([
    ['login', good, {}],
    ['register', good, {}],
    ['login', { ...good, name: '' }, {}],
    ['register', { ...good, name: ' ' }, { name: 'Enter your name' }],
    ['login', { ...good, email: '' }, { email: 'Enter your email address' }],
    ['login', { ...good, email: 'ananya@' }, { email: 'Enter an email address, like name@example.com' }],
    ['login', { ...good, password: '' }, { password: 'Enter your password' }],
    ['login', { ...good, password: 'short' }, {}],
    ['register', { ...good, password: 'short' }, { password: 'Use at least 8 characters' }],
  ] as const)('%s %j -> %j', (mode, typed, expected) => {
    expect(loginProblems(mode, typed)).toEqual(expected)
  })
})
