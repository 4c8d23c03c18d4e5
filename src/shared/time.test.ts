import { expect, test } from 'vitest'
import { writeAgo } from './time.ts'

test.each([
  [-5, '1 second ago'],
  [0, '1 second ago'],
  [20_400, '20 seconds ago'],
  [60_000, '1 minute ago'],
  [3_599_999, '59 minutes ago'],
  [2 * 3_600_000, '2 hours ago'],
  [86_400_000, '1 day ago'],
])('%d ms are "%s"', (ms, words) => {
  expect(writeAgo(ms)).toBe(words)
})
