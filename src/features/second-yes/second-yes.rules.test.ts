import { describe, expect, it } from 'vitest'
import { paise } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'
import { doesCount, largerSide, mustWait } from './second-yes.rules.ts'

const judged = { from: paise(10_000_00), amount: paise(10_000_00), doneAlone: paise(0), counts: true }

describe('an act by which money leaves waits for a second person', () => {
  it.each([
    ['from the amount on', {}, true],
    ['not a paisa below it', { amount: paise(9_999_99) }, false],
    ['with what the same person did alone that day', { amount: paise(1), doneAlone: paise(9_999_99) }, true],
    ['not while the parts stay below it', { amount: paise(1), doneAlone: paise(9_999_98) }, false],
    ['not when nothing leaves, whatever was done before', { amount: paise(0), doneAlone: paise(20_000_00) }, false],
    ['not while one person alone has the right', { counts: false }, false],
    ['not where the shop asks for none', { from: undefined }, false],
  ])('%s', (_, given, waits) => {
    expect(mustWait({ ...judged, ...given })).toBe(waits)
  })
})

describe('a second yes counts', () => {
  const now = new Date('2026-11-23T09:00:00Z')
  it.each([
    ['while two have the right', 2, undefined, true],
    ['with three as with two', 3, undefined, true],
    ['not where there never were two', 1, undefined, false],
    ['for a day after the last but one has lost it', 1, now.getTime() - DAY_MS + 1, true],
    ['no longer', 1, now.getTime() - DAY_MS, false],
    ['whatever was before, while there are two again', 2, now.getTime() - 9 * DAY_MS, true],
  ])('%s', (_, people, since, counts) => {
    expect(doesCount({ people, oneSince: since === undefined ? undefined : new Date(since), now })).toBe(counts)
  })
})

it('an act that gives and takes counts with its larger side', () => {
  expect(largerSide([paise(12_000_00), paise(-12_000_00)])).toBe(12_000_00)
  expect(largerSide([paise(-5_000_00), paise(-6_000_00), paise(1_00)])).toBe(11_000_00)
  expect(largerSide([])).toBe(0)
})
