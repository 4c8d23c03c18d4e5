import { expect, it } from 'vitest'
import { createLoopTurns } from './loop-turns.ts'

it('gives each turn of the event loop to one, in the order they came', async () => {
  const turn = createLoopTurns()
  let loops = 0
  const count = () => {
    loops += 1
    if (loops < 20) setImmediate(count)
  }
  setImmediate(count)
  const begunIn: number[] = []
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      await turn()
      begunIn.push(loops)
    }),
  )
  expect(begunIn).toEqual([0, 1, 2, 3])
  await turn()
})
