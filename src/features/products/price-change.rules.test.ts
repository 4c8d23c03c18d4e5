import { expect, test } from 'vitest'
import { percentIn, percentProblem } from './price-change.rules.ts'

test.each([
  ['5', 5],
  ['+5 %', 5],
  ['-10', -10],
  ['−10%', -10],
  ['1.5', Number.NaN],
  ['', Number.NaN],
  ['ten', Number.NaN],
])('%j is %d percent', (typed, percent) => {
  expect(percentIn(typed)).toBe(percent)
})

test.each(['', '0', '-91', '501', '2.5'])('refuses %j', (typed) => {
  expect(percentProblem(typed)).toBe('Enter a whole number from −90 to 500, but not 0')
})
