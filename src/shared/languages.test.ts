import { describe, expect, expectTypeOf, it } from 'vitest'
import { formatDay, formatMonth, formatMonthDay, formatShortDay, formatWeekday, momentInWords } from './day.ts'
import { englishPath, languageOfPath, pathIn, plural, type SameWords } from './languages.ts'
import { writeAgo } from './time.ts'

describe('a link in a language', () => {
  it.each([
    ['/producerform', '/hi/producerform'],
    ['/producerform?from=mail#photos', '/hi/producerform?from=mail#photos'],
    ['/application/a-token', '/hi/application/a-token'],
    ['/', '/'],
    ['/products', '/products'],
    ['/producerform/more', '/producerform/more'],
  ])('leads in Hindi from %s to %s, which is Hindi only below /hi', (path, hindi) => {
    expect(pathIn('hi', path)).toBe(hindi)
    expect(pathIn('en', path)).toBe(path)
    expect(languageOfPath(hindi)).toBe(hindi === path ? 'en' : 'hi')
    expect(englishPath(hindi)).toBe(path)
  })

  it('is no other path that begins with these letters', () => {
    expect(['/hi', '/hi?a', '/hi/x', '/hire', '/'].map(languageOfPath)).toEqual(['hi', 'hi', 'hi', 'en', 'en'])
  })
})

const english = {
  TITLE: 'Parcels',
  LEFT: ({ count }: { count: number }) => (count === 1 ? '1 is left' : `${count} are left`),
  steps: ['Pack', 'Send'] as readonly [string, string],
}

describe('words in another language', () => {
  it('have the same texts, and functions of the same values', () => {
    const hindi: SameWords<typeof english> = {
      TITLE: 'पार्सल',
      LEFT: ({ count }) => plural('hi', count, { one: `${count} बचा`, other: `${count} बचे` }),
      steps: ['पैक करें', 'भेजें'],
    }
    expectTypeOf(hindi.LEFT).parameter(0).toEqualTypeOf<{ count: number }>()
    expect([0, 1, 2].map((count) => hindi.LEFT({ count }))).toEqual(['0 बचा', '1 बचा', '2 बचे'])
  })

  it('do not compile with a text missing, one too much, or a function of other values', () => {
    const { LEFT, ...rest } = english
    // @ts-expect-error a text is missing
    const missing: SameWords<typeof english> = rest
    // @ts-expect-error there is no such text
    const tooMuch: SameWords<typeof english> = { ...english, OTHER: 'और' }
    // @ts-expect-error the value is a number
    const otherValue: SameWords<typeof english> = { ...english, LEFT: ({ count }: { count: string }) => count }
    // @ts-expect-error there is no such value
    const unknownValue: SameWords<typeof english> = { ...english, LEFT: ({ pieces }) => String(pieces) }
    expect([missing, tooMuch, otherValue, unknownValue]).toHaveLength(4)
  })
})

describe('days', () => {
  const evening = new Date('2026-12-11T20:30:00Z')
  it.each([
    ['12 December 2026', '12 दिसंबर 2026', (language?: 'hi') => formatDay(evening, language)],
    ['12 Dec', '12 दिसंबर', (language?: 'hi') => formatShortDay(evening, language)],
    ['Saturday, 12 December', 'शनिवार, 12 दिसंबर', (language?: 'hi') => formatWeekday(evening, language)],
    ['12 Dec 2026, 02:00', '12 दिसंबर 2026, 02:00', (language?: 'hi') => momentInWords(evening, language)],
    ['3 March', '3 मार्च', (language?: 'hi') => formatMonthDay('2026-03-03', language)],
    ['September 2026', 'सितंबर 2026', (language?: 'hi') => formatMonth('2026-09', language)],
    ['1 day ago', '1 दिन पहले', (language?: 'hi') => writeAgo(86_400_000, language)],
  ])('are %s and %s', (inEnglish, inHindi, write) => {
    expect(write()).toBe(inEnglish)
    expect(write('hi')).toBe(inHindi)
  })
})
