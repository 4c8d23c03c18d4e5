import { expect, it } from 'vitest'
import { median, percentile } from './figures.ts'

const hundred = Array.from({ length: 100 }, (_, at) => at + 1)

it('gives the value that this share lies below', () => {
  expect(percentile(hundred, 0.5)).toBe(51)
  expect(percentile(hundred, 0.95)).toBe(96)
  expect(percentile(hundred, 0)).toBe(1)
})

it('gives the last value for everything, and for few values', () => {
  expect(percentile(hundred, 1)).toBe(100)
  expect(percentile([1, 2], 0.99)).toBe(2)
})

it('has no figure of nothing', () => {
  expect(percentile([], 0.5)).toBeNaN()
  expect(median([])).toBeNaN()
})

it('finds the median of values in any order', () => {
  expect(median([9, 1, 5])).toBe(5)
})
