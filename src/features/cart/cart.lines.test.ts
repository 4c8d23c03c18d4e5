import { describe, expect, test } from 'vitest'
import { readLines, writeLines } from './cart.lines.ts'

describe('a cart in an address', () => {
  test('is read as it was written', () => {
    const cart = { bowl: 6, jar: 999 }
    expect(writeLines(cart)).toBe('bowl:6,jar:999')
    expect(readLines(writeLines(cart))).toEqual(cart)
    expect(readLines('')).toEqual({})
  })

  test.each(['bowl', 'bowl:0', 'bowl:-1', 'bowl:1e2', ':3', 'bowl:1,bowl:2'])('is not read from %j', (text) => {
    expect(readLines(text)).toBeUndefined()
  })
})
