import { expect, it } from 'vitest'
import { columnLetter } from './column-letter.ts'

it('names columns as a spreadsheet does', () => {
  expect([0, 25, 26, 27, 52, 99, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AB', 'BA', 'CV', 'AAA'])
})
