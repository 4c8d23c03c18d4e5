import { expect, test } from 'vitest'
import { problemsOf } from '#shared/form-fields.ts'
import { percentagesFields, percentagesProblem } from './percentages-form.rules.ts'

const right = { from: '2026-12-01', producer: '80', community: '10', shop: '10' }
const problems = (typed: Partial<typeof right>) =>
  problemsOf(percentagesFields, percentagesProblem, { ...right, ...typed })

test('parts that make 100 have no problem, one may be nothing', () => {
  expect(problems({})).toEqual({})
  expect(problems({ community: '0', shop: '20' })).toEqual({})
})

test.each([
  [{ from: '' }, { from: 'Choose the day from which they hold' }],
  [{ producer: '80.5' }, { producer: 'Enter a whole number from 0 to 100' }],
  [{ producer: '' }, { producer: 'Enter a whole number from 0 to 100' }],
  [{ producer: '-1' }, { producer: 'Enter a whole number from 0 to 100' }],
  [{ producer: '101' }, expect.objectContaining({ producer: 'Enter a whole number from 0 to 100' })],
  [{ shop: '9' }, { shop: 'The three parts must make 100 together. They make 99' }],
])('%j is refused', (typed, expected) => {
  expect(problems(typed)).toEqual(expected)
})
