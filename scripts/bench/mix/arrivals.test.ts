import { expect, it } from 'vitest'
import { createRandom } from '#testing/random.ts'
import { arrivals } from './arrivals.ts'

const MINUTE = 60_000

it('plans so many a second, in order, none after the end', () => {
  const times = arrivals(120, MINUTE, createRandom(7))
  expect(times.length / 60).toBeGreaterThan(115)
  expect(times.length / 60).toBeLessThan(125)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThan(MINUTE)
})

it('lets them come unevenly: now two at once, now nobody for a while', () => {
  const times = arrivals(100, MINUTE, createRandom(7))
  const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0))
  expect(Math.min(...pauses)).toBeLessThan(1)
  expect(Math.max(...pauses)).toBeGreaterThan(50)
})

it('plans the same again from the same seed', () => {
  expect(arrivals(20, MINUTE, createRandom(7))).toEqual(arrivals(20, MINUTE, createRandom(7)))
})
