import { describe, expect, it } from 'vitest'
import {
  isPerhapsRounded,
  isShortened,
  mayBeRewritten,
  roundedNumbers,
  withoutZeroDecimals,
  withZeros,
} from './rewritten-identifiers.ts'

describe('an identifier that went through a spreadsheet', () => {
  it.each(['1.46477E+13', '1E+17', '2,23456789012346E+021', '1.2E+046', '2.23e+21', '146.477E+9'])(
    '%s is shortened',
    (text) => expect(isShortened(text)).toBe(true),
  )
  it.each(['12e45', '1E5', 'EX412E+1', '1.5', '146477', 'E+13'])('%s is not', (text) =>
    expect(isShortened(text)).toBe(false),
  )

  it('may have got decimals of zero', () => {
    expect(['149912.0', '149912,00', 'H1.0', '1.50'].map(withoutZeroDecimals)).toEqual([
      '149912',
      '149912',
      'H1.0',
      '1.50',
    ])
  })

  it('of 16 digits and more may end in zeros', () => {
    expect(['7099887766554580', '70998877665545700', '709988776655457'].map(isPerhapsRounded)).toEqual([
      true,
      true,
      false,
    ])
    expect(['7099887766554577', 'EX99887766554500', '709988776655450'].map(isPerhapsRounded)).toEqual([
      false,
      false,
      false,
    ])
  })

  it('is rounded where most numbers of the file are, where it is alone, and where it stands there twice', () => {
    const one = '7099887766554580'
    const fine = ['7099887766554571', '7099887766554572', '7099887766554573']
    expect(roundedNumbers([one])(one)).toBe(true)
    expect(roundedNumbers([one, fine[0] ?? ''])(one)).toBe(false)
    expect(roundedNumbers([one, ...fine])(one)).toBe(false)
    expect(roundedNumbers([one, ...fine])(fine[0] ?? '')).toBe(false)
    expect(roundedNumbers([one, one, ...fine])(one)).toBe(true)
    expect(roundedNumbers([one, '7099887766554590', fine[0] ?? ''])(one)).toBe(true)
    expect(roundedNumbers([one, '1234567890'])(one)).toBe(true)
  })

  it('may have lost zeros in front', () => {
    expect(withZeros('77')).toContain('0077')
    expect([withZeros('077'), withZeros('EX77')]).toEqual([[], []])
  })

  it.each([
    ['0077', '77', true],
    ['12e7', '120000000', true],
    ['12e45', '1.2E+046', true],
    ['1E5', '100000', true],
    ['1.10', '1.1', true],
    ['8901234567890123', '8901234567890120', true],
    ['7099887766554577', '7099887766554580', true],
    ['7099887766554577', '7099887766554570', true],
    ['14647712345678', '1.46477E+13', true],
    ['2234567890123456789012', '2,23456789012346E+021', true],
    ['77', '77', false],
    ['78', '77', false],
    ['A-77', '77', false],
    ['7099887766554577', '7099887766554571', false],
    ['7099887766554577', '7099887766554600', false],
    ['24647712345678', '1.46477E+13', false],
  ])('%s may come back as %s: %s', (original, rewritten, may) => expect(mayBeRewritten(original, rewritten)).toBe(may))
})
