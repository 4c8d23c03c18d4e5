import { describe, expect, it } from 'vitest'
import { readDayRange, typedDayRange, writeDayRange } from './day-range.ts'

describe('a range of days', () => {
  it.each([
    ['4-8', { from: 4, to: 8 }],
    [' 4 – 8 ', { from: 4, to: 8 }],
    ['5', { from: 5, to: 5 }],
    ['60', { from: 60, to: 60 }],
  ])('is read from %j', (text, range) => {
    expect(readDayRange(text)).toEqual(range)
  })

  it.each(['', '0-3', '8-4', '61', '4-61', '4-', '-4', 'four', '4-8 days', '4.5', '4 to 8'])(
    'is not read from %j',
    (text) => {
      expect(readDayRange(text)).toBeUndefined()
    },
  )

  it('is stored with both ends, and typed as short as it can be', () => {
    expect(writeDayRange({ from: 5, to: 5 })).toBe('5-5')
    expect(
      [
        { from: 5, to: 5 },
        { from: 4, to: 8 },
      ].map(typedDayRange),
    ).toEqual(['5', '4-8'])
  })
})
