import { expect, test } from 'vitest'
import { longestGap } from './results.ts'

test('the time without an order is counted from the last one before it began, and to its end', () => {
  const times = [100, 900, 1000, 1300, 5000]
  expect(longestGap(times, 950, 1300)).toBe(300)
  expect(longestGap(times, 1100, 5000)).toBe(3700)
  // Nobody was told of an order meanwhile.
  expect(longestGap(times, 1400, 4000)).toBe(2700)
  expect(longestGap([], 1000, 4000)).toBe(3000)
})
