import { describe, expect, it } from 'vitest'
import { cleanPin, pinProblem } from './pin.rules.ts'

describe('a PIN', () => {
  it.each([
    '123456',
    '654321',
    '012345',
    '890123',
    '111111',
    '121212',
    '123123',
    '112233',
    '198504',
    '041985',
    '002026',
  ])('%s is too simple', (pin) => {
    expect(pinProblem(pin, 2026)?.code).toBe('PIN_TOO_SIMPLE')
  })

  it.each(['407192', '135792', '002027', '918273', '100100'.replace('100100', '100200')])('%s is taken', (pin) => {
    expect(pinProblem(pin, 2026)).toBeUndefined()
  })

  it.each(['', '40719', '4071923', '40719a', '-40719'])('‘%s’ has not six digits', (pin) => {
    expect(pinProblem(pin, 2026)?.code).toBe('PIN_NOT_SIX_DIGITS')
  })

  it('is read in the digits of any script', () => {
    expect(cleanPin('४०७ १९२')).toBe('407192')
  })
})
