import { expect, it } from 'vitest'
import { createRandom } from '#shared/random.ts'
import { everyPage, visits } from './visitors.ts'

const PRODUCTS = 5000
const DRAWS = 20_000

it('visitors look at each kind of page as often as its share says, the second of a kind half as often as the first', () => {
  const visit = visits(PRODUCTS, createRandom(7))
  const paths = Array.from({ length: DRAWS }, visit)
  const share = (pattern: RegExp) => paths.filter((path) => pattern.test(path)).length / DRAWS
  expect(share(/^\/$/)).toBeCloseTo(0.15, 1)
  expect(share(/^\/products\?q=/)).toBeCloseTo(0.1, 1)
  expect(share(/^\/products\/.+\/.+/)).toBeCloseTo(0.45, 1)
  const pages = everyPage(PRODUCTS)
  const known = new Set(pages)
  expect(known.size).toBe(pages.length)
  expect(paths.filter((path) => !known.has(path))).toEqual([])
  const [first = '', second = ''] = pages.filter((path) => /^\/products\/.+\/.+/.test(path))
  const times = (wanted: string) => paths.filter((path) => path === wanted).length
  expect(times(second) / times(first)).toBeCloseTo(1 / 2, 1)
})
