import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  formatMoney,
  formatRupees,
  formatRupeesShort,
  fromRupees,
  isWholePaise,
  MAX_PRICE_PAISE,
  minus,
  NO_MONEY,
  type Paise,
  paise,
  percentage,
  plus,
  type RupeeNumber,
  readRupees,
  sumOf,
  times,
  toRupees,
  typedRupees,
  writeRupees,
  writeRupeesShort,
} from './money.ts'
import { type PaiseNumber, Rupees, RupeesInQuery } from './rupees-codec.ts'

const amounts = fc.integer({ min: 0, max: MAX_PRICE_PAISE }).map(paise)

describe('an amount', () => {
  it('is a whole number of paise', () => {
    expect(paise(4_50)).toBe(450)
    for (const part of [0.5, 204.0000001, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => paise(part)).toThrow(RangeError)
  })

  it('is no plain number, and no rupees', () => {
    expectTypeOf<number>().not.toExtend<Paise>()
    expectTypeOf<Paise>().not.toExtend<RupeeNumber>()
    expectTypeOf<z.input<typeof Rupees>>().not.toExtend<Paise>()
    expectTypeOf<z.output<typeof Rupees>>().toEqualTypeOf<Paise>()
    expectTypeOf<z.output<typeof PaiseNumber>>().toEqualTypeOf<Paise>()
  })

  it('is added, taken off and multiplied', () => {
    expect(plus(paise(1_50), paise(50))).toBe(2_00)
    expect(minus(paise(1_50), paise(2_00))).toBe(-50)
    expect(times(paise(33_33), 3)).toBe(99_99)
    expect(sumOf([])).toBe(NO_MONEY)
    expect(sumOf([paise(10), paise(1), paise(-4)])).toBe(7)
  })

  it.each([
    [2, 100_00, 2_00],
    [2, 24, 0],
    [2, 25, 1],
    [2, 75, 2],
    [18, 1, 0],
    [18, 3, 1],
    [100, 7, 7],
  ])('%s percent of %s, halves rounded up, is %s', (percent, amount, share) => {
    expect(percentage(percent, paise(amount))).toBe(share)
  })
})

describe('rupees', () => {
  it('are hundredths, whatever binary fractions make of them', () => {
    expect([1.1, 19.99, 1.005, 1_00_00_000, 0].map(fromRupees)).toEqual([1_10, 19_99, 1_00, MAX_PRICE_PAISE, 0])
    expect([1.1, 0.07, 99_999_999.99, 1.005, 0.001].map(isWholePaise)).toEqual([true, true, true, false, false])
    // 999 pieces of the dearest product, and their tax.
    expect([10_189_799_999.99, 9_990_000_000.07].map(isWholePaise)).toEqual([true, true])
  })

  it('and paise are the same money, written in any way', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(fromRupees(toRupees(amount))).toBe(amount)
        expect(z.decode(Rupees, z.encode(Rupees, amount))).toBe(amount)
        expect(RupeesInQuery.parse(writeRupeesShort(amount))).toBe(amount)
        for (const text of [typedRupees, writeRupees, writeRupeesShort, formatRupees, formatRupeesShort].map((write) =>
          write(amount),
        ))
          expect(readRupees(text)).toBe(amount)
      }),
    )
  })

  it('on the wire have at most 2 decimals', () => {
    expect(z.safeDecode(Rupees, 1.005).error?.issues[0]?.message).toBe('TWO_DECIMALS')
    expect(z.safeDecode(Rupees, 1e300).success).toBe(false)
    expect(z.safeParse(RupeesInQuery, '5,000').success).toBe(false)
  })

  it.each([
    ['5000', 5000_00],
    ['5,000', 5000_00],
    ['₹ 1,24,999', 124999_00],
    ['99.5', 99_50],
    ['99999999.99', 99999999_99],
    ['', undefined],
    ['1.234', undefined],
    ['.5', undefined],
    ['-1', undefined],
    ['ten', undefined],
    ['999999999', undefined],
  ])('typed as "%s" are %s paise', (typed, amount) => {
    expect(readRupees(typed)).toBe(amount)
  })

  it('may be typed with more digits where that is told apart', () => {
    expect([readRupees('999999999', 9), readRupees('9999999999', 9)]).toEqual([999999999_00, undefined])
  })

  it.each([
    [1_24_999_00, '1,24,999', '124999.00', '124999'],
    [1249_50, '1,249.5', '1249.50', '1249.50'],
    [5, '0.05', '0.05', '0.05'],
    [0, '0', '0.00', '0'],
  ])('%s paise are %s in a field, %s for programs, %s in an address', (amount, typed, written, short) => {
    expect([typedRupees(paise(amount)), writeRupees(paise(amount)), writeRupeesShort(paise(amount))]).toEqual([
      typed,
      written,
      short,
    ])
  })

  it.each([
    [124_999_00, '₹1,24,999.00', '₹1,24,999'],
    [50, '₹0.50', '₹0.50'],
    [0, '₹0.00', '₹0'],
    [-250_00, '−₹250.00', '−₹250'],
  ])('%s paise are shown as %s, short %s', (amount, exact, short) => {
    expect(formatRupees(paise(amount))).toBe(exact)
    expect(formatRupeesShort(paise(amount))).toBe(short)
  })
})

it.each([
  [204_00, 'inr', '₹204.00'],
  [1250, 'usd', '$12.50'],
  [1250, 'jpy', 'JP¥1,250'],
  [7, 'not a currency', '7 not a currency'],
])('%s of %s is %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text)
})
