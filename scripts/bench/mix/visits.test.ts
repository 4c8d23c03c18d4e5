import { expect, it } from 'vitest'
import { createRandom } from '#testing/random.ts'
import { everyPage, inShares, visits } from './visits.ts'

const PRODUCTS = 5000
const DRAWS = 20_000

it('looks at each kind of page as often as its share says, and at nothing that is not warmed up', () => {
  const visit = visits(PRODUCTS, createRandom(7))
  const paths = Array.from({ length: DRAWS }, visit)
  const share = (pattern: RegExp) => paths.filter((path) => pattern.test(path)).length / DRAWS
  expect(share(/^\/$/)).toBeCloseTo(0.15, 1)
  expect(share(/^\/products$/)).toBeCloseTo(0.1, 1)
  expect(share(/^\/products\/[^/]+$/)).toBeCloseTo(0.2, 1)
  expect(share(/^\/products\?q=/)).toBeCloseTo(0.1, 1)
  expect(share(/^\/products\/.+\/.+/)).toBeCloseTo(0.45, 1)
  const known = new Set(everyPage(PRODUCTS))
  expect(paths.filter((path) => !known.has(path))).toEqual([])
})

it('gives each product one rank', () => {
  const pages = everyPage(PRODUCTS)
  expect(new Set(pages).size).toBe(pages.length)
})

it('does something where shares add up to a hair less than 1', () => {
  const random = { ...createRandom(7), fraction: () => 1 - Number.EPSILON }
  expect(
    inShares(
      [
        [0.3, () => 'first'],
        [0.7 - 1e-9, () => 'last'],
      ],
      random,
    )(),
  ).toBe('last')
})
