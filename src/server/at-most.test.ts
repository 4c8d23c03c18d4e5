import { expect, it } from 'vitest'
import { deferred } from '#shared/deferred.ts'
import { atMost } from './at-most.ts'

it('has two pieces of work run at once, the others in the order they came; a failed one gives its place on', async () => {
  const twoAtOnce = atMost(2)
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, () => deferred<void>())
  const results = ends.map(({ promise }, piece) =>
    twoAtOnce(async () => {
      begun.push(piece)
      await promise
      return piece
    }),
  )
  expect(begun).toEqual([0, 1])
  ends[1]?.reject(new Error('failed'))
  await expect(results[1]).rejects.toThrow('failed')
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve()
  expect(await Promise.all(results.filter((_, piece) => piece !== 1))).toEqual([0, 2, 3, 4])
  expect(begun).toEqual([0, 1, 2, 3, 4])
})
