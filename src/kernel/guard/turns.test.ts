import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('so many run at once, so many wait in their order, and the rest is refused', async () => {
  const inTurn = createTurns({ atOnce: 2, waiting: 3 })
  const ends: (() => void)[] = []
  const begun: number[] = []
  const works = Array.from({ length: 6 }, (_, at) =>
    inTurn(async () => {
      begun.push(at)
      await new Promise<void>((resolve) => ends.push(resolve))
      return at
    }).catch((error) => error.code),
  )
  expect(await works[5]).toBe('OVERLOADED')
  expect(begun).toEqual([0, 1])
  for (let at = 0; at < 5; at++) {
    ends[at]?.()
    await works[at]
  }
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 4, 'OVERLOADED'])
})

it('a work that fails gives its place to the next', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 1 })
  const failing = inTurn(async () => {
    throw new Error('no')
  })
  const next = inTurn(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(await inTurn(async () => 'again')).toBe('again')
})

it('where no bound is named any number may wait', async () => {
  const inTurn = createTurns({ atOnce: 1 })
  const works = Array.from({ length: 1000 }, (_, at) => inTurn(async () => at))
  expect(await Promise.all(works)).toEqual(works.map((_, at) => at))
})
