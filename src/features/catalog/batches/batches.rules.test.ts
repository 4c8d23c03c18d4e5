import fc from 'fast-check'
import { expect, it } from 'vitest'
import { indianDay } from '#shared/day.ts'
import {
  type Batch,
  countOnSale,
  find,
  maySell,
  nextOnSale,
  putBack,
  shownBatches,
  statedBatches,
  type TakenBatch,
  takenTogether,
  takeOldest,
  writeOff,
} from './batches.rules.ts'

const day = (at: number) => indianDay(new Date('2026-06-01T12:00:00Z'), at)
const batch = (number: string, packed: number, best: number, stock = 10): Batch => ({
  ...{ number, packedOn: day(packed), bestBefore: day(best), stock },
})

it.each([
  // A year: 45 days are shorter than 30% of it.
  [batch('year', 0, 365), 365 - 45, true],
  [batch('year', 0, 365), 365 - 44, false],
  // 100 days: 30 of them.
  [batch('hundred', 0, 100), 70, true],
  [batch('hundred', 0, 100), 71, false],
  // 11 days: 3.3 of them, so 4.
  [batch('fresh', 0, 11), 7, true],
  [batch('fresh', 0, 11), 8, false],
  // 150 days: both say 45.
  [batch('both', 0, 150), 105, true],
  [batch('both', 0, 150), 106, false],
  [batch('gone', 0, 100), 200, false],
])('%j on day %d may be sold: %s', (one, lastDay, isRight) => {
  expect(maySell(one, day(lastDay))).toBe(isRight)
})

it('the oldest pieces go first, and what is left counts', () => {
  const batches = [batch('new', 50, 400, 5), batch('old', 0, 300, 3), batch('past', 0, 12, 9), batch('none', 0, 200, 0)]
  expect(countOnSale(batches, day(10))).toBe(8)
  expect(nextOnSale(batches, day(10))?.number).toBe('old')
  expect(takeOldest(batches, 9, day(10))).toBeUndefined()
  const { batches: left, taken } = takeOldest(batches, 4, day(10)) ?? { batches: [], taken: [] }
  expect(taken.map(({ number, pieces }) => [number, pieces])).toEqual([
    ['old', 3],
    ['new', 1],
  ])
  expect(left.map(({ number, stock }) => [number, stock])).toEqual([
    ['new', 4],
    ['old', 0],
    ['past', 9],
    ['none', 0],
  ])
})

it('a batch that a seller took away meanwhile comes back with its pieces, and its dates as they are now count', () => {
  const { taken = [] } = takeOldest([batch('one', 0, 300, 2)], 2, day(10)) ?? {}
  expect(putBack([], taken, 2, { lastDay: day(10) }).batches).toEqual([batch('one', 0, 300, 2)])
  const corrected = putBack([batch('one', 0, 30, 1)], taken, 1, { lastDay: day(25) })
  expect(corrected).toMatchObject({ batches: [{ stock: 1 }], writtenOff: 1 })
  expect(putBack([], [], 3, { lastDay: day(10) })).toMatchObject({ open: 3, writtenOff: 0, batches: [] })
})

it('what never left lies with the others of its batch, also past its date, and is sold no more than these', () => {
  const old = batch('old', 0, 30, 1)
  const { taken = [] } = takeOldest([{ ...old, stock: 3 }], 2, day(10)) ?? {}
  const past = { lastDay: day(25), stayed: true }
  expect(putBack([old], taken, 2, past)).toMatchObject({ batches: [{ stock: 3 }], writtenOff: 0 })
  expect(countOnSale(putBack([old], taken, 2, past).batches, day(25))).toBe(0)
  // Its batch is gone: nothing would say that these are not to be sold.
  expect(putBack([], taken, 2, past)).toMatchObject({ batches: [], writtenOff: 2 })
})

it('a seller who changes a stock changes it by the difference, so that what was sold meanwhile stays sold', () => {
  const there = [batch('one', 0, 300, 7), batch('two', 0, 300, 1)]
  const said = [
    { ...batch('one', 0, 300, 12), was: 10 },
    { ...batch('two', 0, 300, 0), was: 3 },
    batch('three', 0, 300, 4),
  ]
  expect(statedBatches(there, said).map(({ stock }) => stock)).toEqual([9, 0, 4])
})

/** Each piece by itself, with where it is. */
interface Piece {
  batch: string
  at: 'shelf' | 'out' | 'off'
}

const numbers = ['a', 'b', 'c', 'd']
const steps = fc.array(
  fc.record({
    does: fc.constantFrom('take', 'back', 'off', 'find'),
    pieces: fc.integer({ min: 1, max: 6 }),
    later: fc.integer({ min: 0, max: 25 }),
  }),
  { maxLength: 40 },
)
const stocks = fc.array(
  fc.record({ packed: fc.integer({ min: -200, max: 0 }), best: fc.integer({ min: 1, max: 400 }), stock: fc.nat(9) }),
  { minLength: 1, maxLength: 4 },
)

it('agrees with a shelf on which each piece lies by itself, whatever is taken, comes back, is lost and found', () => {
  fc.assert(
    fc.property(stocks, steps, (made, wanted) => {
      let batches = made.map(({ packed, best, stock }, at) => batch(numbers[at] ?? '', packed, best, stock))
      let taken: TakenBatch[] = []
      const pieces = batches.flatMap(({ number, stock }) =>
        Array.from({ length: stock }, (): Piece => ({ batch: number, at: 'shelf' })),
      )
      const dates = new Map(batches.map((one) => [one.number, one]))
      const age = (piece: Piece) => {
        const { bestBefore = '', packedOn = '', number = '' } = dates.get(piece.batch) ?? {}
        return `${bestBefore}${packedOn}${number}`
      }
      const oldest = (at: Piece['at'], fits: (piece: Piece) => boolean = () => true) =>
        pieces.filter((piece) => piece.at === at && fits(piece)).sort((a, b) => (age(a) < age(b) ? -1 : 1))
      let today = 0
      for (const { does, pieces: count, later } of wanted) {
        today += later
        const lastDay = day(today)
        const isGood = (piece: Piece) => maySell(dates.get(piece.batch) ?? batch('', 0, 1), lastDay)
        const sellable = oldest('shelf', isGood)
        expect(countOnSale(batches, lastDay)).toBe(sellable.length)
        expect(nextOnSale(batches, lastDay)?.number).toBe(sellable[0]?.batch)
        if (does === 'take') {
          const after = takeOldest(batches, count, lastDay)
          expect(after === undefined).toBe(sellable.length < count)
          if (!after) continue
          batches = after.batches
          taken = takenTogether(taken, after.taken)
          for (const piece of sellable.slice(0, count)) piece.at = 'out'
        }
        if (does === 'back') {
          const out = oldest('out')
          const some = Math.min(count, out.length)
          const after = putBack(batches, taken, some, { lastDay })
          const moved = out.slice(0, some)
          expect(after.writtenOff).toBe(moved.filter((piece) => !isGood(piece)).length)
          for (const piece of moved) piece.at = isGood(piece) ? 'shelf' : 'off'
          ;({ batches, taken } = after)
        }
        if (does === 'off') {
          const out = oldest('out').slice(0, count)
          for (const piece of out) piece.at = 'off'
          taken = writeOff(taken, out.length)
        }
        if (does === 'find') {
          const off = oldest('off').slice(0, count)
          for (const piece of off) piece.at = 'out'
          taken = find(taken, off.length)
        }
        for (const { number, stock } of batches)
          expect(stock).toBe(pieces.filter((piece) => piece.batch === number && piece.at === 'shelf').length)
        const out = taken.reduce((sum, { pieces, back, off }) => sum + pieces - back - off, 0)
        expect(out).toBe(oldest('out').length)
        if (out > 0) expect(shownBatches(taken).reduce((sum, { pieces }) => sum + pieces, 0)).toBe(out)
      }
    }),
  )
})
