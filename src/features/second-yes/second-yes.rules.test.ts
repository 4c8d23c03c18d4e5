import { describe, expect, it } from 'vitest'
import { paise } from '#shared/money.ts'
import { largerSide, mustWait } from './second-yes.rules.ts'

const judged = { from: paise(10_000_00), amount: paise(10_000_00), doneAlone: paise(0), people: 2 }

describe('an act by which money leaves waits for a second person', () => {
  it.each([
    ['from the amount on', {}, true],
    ['not a paisa below it', { amount: paise(9_999_99) }, false],
    ['with what the same person did alone that day', { amount: paise(1), doneAlone: paise(9_999_99) }, true],
    ['not while the parts stay below it', { amount: paise(1), doneAlone: paise(9_999_98) }, false],
    ['not when nothing leaves, whatever was done before', { amount: paise(0), doneAlone: paise(20_000_00) }, false],
    ['not while one person alone has the right', { people: 1 }, false],
    ['with three as with two', { people: 3 }, true],
    ['not where the shop asks for none', { from: undefined }, false],
  ])('%s', (_, given, waits) => {
    expect(mustWait({ ...judged, ...given })).toBe(waits)
  })
})

it('an act that gives and takes counts with its larger side', () => {
  expect(largerSide([paise(12_000_00), paise(-12_000_00)])).toBe(12_000_00)
  expect(largerSide([paise(-5_000_00), paise(-6_000_00), paise(1_00)])).toBe(11_000_00)
  expect(largerSide([])).toBe(0)
})
