import { expect, it } from 'vitest'
import { readTexts, renamed, textOfPicture, typedTexts, withTexts } from './catalog.picture-texts.ts'

const pictures = [
  { key: 'a', alt: 'Bowl' },
  { key: 'b', alt: 'Its foot' },
]

it.each([
  [
    ['From above', ''],
    ['From above', 'Bowl'],
  ],
  [
    ['', 'The rim'],
    ['Bowl', 'The rim'],
  ],
  [[], ['Bowl', 'Bowl']],
  [[' From above '], ['From above', 'Bowl']],
])('describes pictures by their places: %j', (texts, alts) => {
  const described = withTexts(pictures, texts, 'Bowl')
  expect(described.map(({ alt }) => alt)).toEqual(alts)
  expect(described.map(({ key }) => key)).toEqual(['a', 'b'])
})

it("follows the product's name where nothing else was written", () => {
  expect(renamed(pictures, 'Bowl', 'Blue Bowl').map(({ alt }) => alt)).toEqual(['Blue Bowl', 'Its foot'])
  expect(textOfPicture({ alt: ' Bowl ' }, 'Bowl')).toBe('')
})

it('goes into a cell and back', () => {
  expect(typedTexts(pictures, 'Bowl')).toBe('|Its foot')
  expect(typedTexts([{ alt: 'Bowl' }], 'Bowl')).toBe('')
  expect(typedTexts([{ alt: 'One | two' }], 'Bowl')).toBe('One / two')
  expect(withTexts(pictures, readTexts(typedTexts(pictures, 'Bowl')), 'Bowl')).toEqual(pictures)
  expect(readTexts('')).toEqual([])
})
