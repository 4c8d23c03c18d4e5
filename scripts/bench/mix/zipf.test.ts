import { expect, it } from 'vitest'
import { createRandom } from '#testing/random.ts'
import { zipf } from './zipf.ts'

const drawn = (count: number, draws: number) => {
  const choose = zipf(count, createRandom(7))
  const times = Array.from({ length: count }, () => 0)
  for (let draw = 0; draw < draws; draw++) {
    const at = choose()
    times[at] = (times[at] ?? 0) + 1
  }
  return times
}

it('asks for the second thing half as often as for the first, for the tenth a tenth as often', () => {
  const times = drawn(100, 200_000)
  const [first = 0] = times
  expect((times[1] ?? 0) / first).toBeCloseTo(1 / 2, 1)
  expect((times[9] ?? 0) / first).toBeCloseTo(1 / 10, 1)
  expect(times.every((count) => count > 0)).toBe(true)
})

it('reaches both ends, and nothing beyond them', () => {
  expect(zipf(3, { fraction: () => 0 })()).toBe(0)
  expect(zipf(3, { fraction: () => 1 - Number.EPSILON })()).toBe(2)
  expect(zipf(1, { fraction: () => 0.5 })()).toBe(0)
})
