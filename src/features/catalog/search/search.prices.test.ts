import { describe, expect, it } from 'vitest'
import { fromRupees } from '#shared/money.ts'
import { readPriceBound } from './search.prices.ts'

const inPaise = (rupees: number | undefined) => (rupees === undefined ? undefined : fromRupees(rupees))
const said = (q: string) => {
  const bound = readPriceBound(q)
  return bound && [bound.minPaise, bound.maxPaise, bound.rest]
}

describe('a price in the words of a search', () => {
  it.each([
    ['under 500', undefined, 500, ''],
    ['vase under 500', undefined, 500, 'vase'],
    ['below ₹500', undefined, 500, ''],
    ['blue vase less than 1,500 rupees', undefined, 1500, 'blue vase'],
    ['upto rs 1500 bowl', undefined, 1500, 'bowl'],
    ['up to Rs. 1500', undefined, 1500, ''],
    ['scarf under 2k', undefined, 2000, 'scarf'],
    ['rug under ₹12,999.50', undefined, 12999.5, 'rug'],
    ['500 to 1500', 500, 1500, ''],
    ['mug 500-1500', 500, 1500, 'mug'],
    ['₹500 - ₹1,500 mug', 500, 1500, 'mug'],
    ['between 500 and 1500', 500, 1500, ''],
    ['between ₹50 and ₹90 tea', 50, 90, 'tea'],
    ['above 6000', 6000, undefined, ''],
    ['rugs more than 6000 rs', 6000, undefined, 'rugs'],
    ['500 se kam', undefined, 500, ''],
    ['500 रुपये से कम', undefined, 500, ''],
    ['५०० से कम की चाय', undefined, 500, 'की चाय'],
    ['1000 tak ka jhola', undefined, 1000, 'ka jhola'],
    ['500 and below', undefined, 500, ''],
  ])('%s', (q, min, max, rest) => expect(said(q)).toEqual([inPaise(min), inPaise(max), rest]))

  it.each([
    '500',
    '6 x 9',
    '20 to 31 cm',
    'under 20 cm',
    '56 x 70',
    'set of 4',
    'over 100 people',
    'thunder 500',
    'between us',
    '1500 to 500',
  ])('none in %s', (q) => expect(said(q)).toBeUndefined())

  it('reads the longest search at once, whatever stands in it', () => {
    for (const q of [
      '1'.repeat(200),
      'under '.repeat(33),
      '₹'.repeat(200),
      ' '.repeat(199),
      '1,'.repeat(100),
      '1 to '.repeat(40),
    ]) {
      const start = performance.now()
      readPriceBound(q)
      expect(performance.now() - start).toBeLessThan(50)
    }
  })
})
