import { describe, expect, it } from 'vitest'
import { wordedBy } from '#shared/messages.ts'
import { sharedEn } from '#shared/shared.words.en.ts'
import { readDate } from './read-date.ts'
import { type DecimalSign, decimalSignOf, readNumber } from './read-number.ts'
import { readYesNo } from './read-words.ts'

const word = wordedBy(sharedEn)
const read = (typed: string, sign?: DecimalSign) => {
  const found = readNumber(typed, sign)
  return 'value' in found ? found.value : word(found.problem)
}

describe('an amount or a count', () => {
  it.each([
    // India
    ['1250', 1250],
    ['1,250.50', 1250.5],
    ['₹1,250', 1250],
    ['₹ 1,250', 1250],
    ['Rs. 1,250', 1250],
    ['Rs 1,250/-', 1250],
    ['1250/-', 1250],
    ['1,250/-', 1250],
    ['Rs.12,500/=', 12500],
    ['INR 1250', 1250],
    ['1250 INR', 1250],
    ['₹1,621.80/-', 1621.8],
    ['1,25,000', 125000],
    ['₹1,25,000.00', 125000],
    ['12,50,000', 1250000],
    ['Rs. 1250 only', 1250],
    ['१२५०', 1250],
    ['₹ १,२५०.५०', 1250.5],
    ['रु. 1,250', 1250],
    ['௧௨௫௦', 1250],
    ['1250.00', 1250],
    ['-5', -5],
    ['₹ -1,250.00', -1250],
    ['−₹1,250.00', -1250],
    // The US
    ['1,234,567.89', 1234567.89],
    ['0.5', 0.5],
    ['0.125', 0.125],
    ['12.0', 12],
    // Germany
    ['1250,5', 1250.5],
    ['1.250,50', 1250.5],
    ['1.250.000', 1250000],
    ['1250,00 ₹', 1250],
    ['1250 ₹', 1250],
    ['1 250,50', 1250.5],
    ['1\u202f250,50', 1250.5],
    ['1\u00a0250', 1250],
    ['1.234.567,89', 1234567.89],
    // France
    ['12\u202f500', 12500],
    ['1 234 567,89', 1234567.89],
    ['0,5', 0.5],
    ['1250,00', 1250],
    ['-1\u00a0250,5', -1250.5],
    // Other scripts
    ['১,২৫,০০০', 125000],
    ['١٢٥٠', 1250],
  ])('%s is %d', (typed, value) => expect(read(typed)).toBe(value))

  it.each([
    ['1.250', '“1.250” can be read in two ways: write 1250, or 1.25'],
    ['1,250', '“1,250” can be read in two ways: write 1250, or 1.25'],
    ['1.250/-', '“1.250/-” can be read in two ways: write 1250, or 1.25'],
    ['12,500 ₹', '“12,500 ₹” can be read in two ways: write 12500, or 12.50'],
    ['-1.250', '“-1.250” can be read in two ways: write 1250, or 1.25'],
    ['१.२५०', '“१.२५०” can be read in two ways: write 1250, or 1.25'],
    ['₹1.250', '“₹1.250” can be read in two ways: write 1250, or 1.25'],
    ['9.999', '“9.999” can be read in two ways: write 9999, or use at most 2 decimals'],
    ['1.25E+03', 'A spreadsheet has shortened this number: write it out'],
    ['1,25E+03', 'A spreadsheet has shortened this number: write it out'],
    ['01/02/26', 'A spreadsheet has made a date of this number: write it again'],
    ['2026-02-01', 'A spreadsheet has made a date of this number: write it again'],
    ...['', 'ten', '(1250)', '1’250', '50%', '#REF!', '=A2*2', '1,6,2', '.5', '5.', '1..5', '$5', 'NaN', '0x10'].map(
      (typed) => [typed, 'Write a number such as 1250 or 1250.50'],
    ),
  ])('%j is not guessed: %s', (typed = '', problem) => expect(read(typed)).toBe(problem))

  it('with three digits behind a lone point or comma is read by what the rest of the file says', () => {
    expect(read('1.250', 'comma')).toBe(1250)
    expect(read('1,250', 'point')).toBe(1250)
    for (const [typed, sign] of [
      ['1.250', 'point'] as const,
      ['1,250', 'comma'] as const,
      ['₹ 1,250', 'comma'] as const,
    ])
      expect(read(typed, sign)).toContain('can be read in two ways')
  })

  it.each([
    [['1.250', '1.250,50'], 'comma'],
    [['1250,5', '7'], 'comma'],
    [['1.250.000'], 'comma'],
    [['1,250', '99.5'], 'point'],
    [['1,25,000'], 'point'],
    [['₹ 1,250'], 'point'],
    [['1.250', '1250', 'Bowl'], undefined],
    [['1,5', '1.5'], undefined],
  ] as const)('of %j: the file parts decimals with %s', (cells, sign) => expect(decimalSignOf(cells)).toBe(sign))
})

describe('a day', () => {
  it.each([
    ['2026-11-05', '2026-11-05'],
    ['2026-11-05 19:14', '2026-11-05'],
    ['2026-11-05T13:44:26.250Z', '2026-11-05'],
    ['05.11.2026', '2026-11-05'],
    ['25/11/2026', '2026-11-25'],
    ['25-11-26', '2026-11-25'],
    ['11/25/2026', '2026-11-25'],
    ['11/11/2026', '2026-11-11'],
    ['5 Nov 2026', '2026-11-05'],
    ['05-Nov-26', '2026-11-05'],
    ['5. Oktober 2026', '2026-10-05'],
    ['5 août 2026', '2026-08-05'],
    ['05-févr.-26', '2026-02-05'],
    ['5 juin 2026', '2026-06-05'],
    ['5 juil. 2026', '2026-07-05'],
    ['25 mai 2026', '2026-05-25'],
    ['५ अगस्त २०२६', '2026-08-05'],
  ])('%s is %s', (typed, day) => expect(readDate(typed)).toEqual({ day }))

  it.each([
    ['05/11/2026', '“05/11/2026” is 2026-11-05 or 2026-05-11: write it so'],
    ['05-11-2026 19:14', '“05-11-2026 19:14” is 2026-11-05 or 2026-05-11: write it so'],
    ['2026-02-30', 'There is no such day'],
    ['31.04.2026', 'There is no such day'],
    ['yesterday', 'Write the day as 2026-11-05'],
    ['46331', 'Write the day as 2026-11-05'],
  ])('%s is not guessed', (typed, problem) => {
    const read = readDate(typed)
    expect('problem' in read && word(read.problem)).toBe(problem)
  })
})

describe('yes and no', () => {
  it.each(['yes', 'Y', 'TRUE', '1', 'ja', 'WAHR', 'oui', 'VRAI', 'हाँ', 'हां', '१'])('%s is yes', (typed) =>
    expect(readYesNo(typed)).toBe(true),
  )
  it.each(['no', 'N', 'False', '0', 'nein', 'FALSCH', 'non', 'FAUX', 'नहीं'])('%s is no', (typed) =>
    expect(readYesNo(typed)).toBe(false),
  )
  it.each(['', 'maybe', '2', 'yes please', 'constructor'])('%j is neither', (typed) =>
    expect(readYesNo(typed)).toBeUndefined(),
  )
})
