import { describe, expect, it } from 'vitest'
import { readDayRange, readDayRangeInFile, typedDayRange, writeDayRange } from './day-range.ts'

describe('a range of days', () => {
  it.each([
    ['4-8', { from: 4, to: 8 }],
    [' 4 – 8 ', { from: 4, to: 8 }],
    ['5', { from: 5, to: 5 }],
    ['60', { from: 60, to: 60 }],
    ['4–8', { from: 4, to: 8 }],
    ['4 to 8', { from: 4, to: 8 }],
    ['4-8 days', { from: 4, to: 8 }],
    ['4 bis 8 Tage', { from: 4, to: 8 }],
    ['४ से ८ दिन', { from: 4, to: 8 }],
    ['5.0', { from: 5, to: 5 }],
  ])('is read from %j', (text, range) => {
    expect(readDayRange(text)).toEqual(range)
  })

  it.each(['', '0-3', '8-4', '61', '4-61', '4-', '-4', 'four', '4.5', '04-Aug', '2026-08-04'])(
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
    ).toEqual(['5', '4–8'])
  })
})

describe('days of which a spreadsheet has made a date', () => {
  it.each([
    ['04-Aug', '4-8'],
    ['8-Apr', '4-8'],
    ['04-Aug-26', '4-8'],
    ['04/08/26', '4-8'],
    ['04-08-2026', '4-8'],
    ['4/8/2026', '4-8'],
    ['04.08.26', '4-8'],
    ['2026-08-04', '4-8'],
    ['2026-08-04 00:00', '4-8'],
    ['05/05/26', '5-5'],
    ['10/12/26', '10-12'],
    ['12-Okt', '10-12'],
    ['Dec-15', '12-15'],
    ['15/12/2026', '12-15'],
    ['4–8', '4-8'],
  ])('%s is %s', (text, days) => {
    const range = readDayRangeInFile(text)
    expect(range && writeDayRange(range)).toBe(days)
  })

  it.each(['1930-04-01', '01/04/1930', '04/01/26', '13/14/26', '2026-08-04 10:30', 'Aug', '31-Foo', '4-8-26-1'])(
    '%s is not guessed',
    (text) => expect(readDayRangeInFile(text)).toBeUndefined(),
  )
})
