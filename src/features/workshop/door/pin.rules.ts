import { plainDigits } from '#shared/reading/digits.ts'
import { message } from '../workshop.messages.ts'

export const PIN_LENGTH = 6
/** Then the phone forgets the person, and only a new invitation helps (docs/promises.md 36). */
export const MOST_WRONG_PINS = 5
export const PHONE_END_LENGTH = 4

/** Digits of any script, without the spaces that a keyboard adds. */
export const cleanPin = (typed: string) => plainDigits(typed).replace(/\s+/g, '')

const OLDEST_YEAR = 1920

/** A PIN that somebody nearby tries first: one digit or a short group again and again, a row up or down, a year. */
function isGuessable(pin: string, thisYear: number) {
  const digits = [...pin].map(Number)
  const steps = new Set(digits.slice(1).map((digit, at) => (digit - (digits[at] ?? 0) + 10) % 10))
  if (steps.size === 1 && [0, 1, 9].includes([...steps][0] ?? 0)) return true
  if (/^(\d{2})\1\1$|^(\d{3})\2$|^(\d)\3(\d)\4(\d)\5$/.test(pin)) return true
  return [pin.slice(0, 4), pin.slice(-4)].some((year) => Number(year) >= OLDEST_YEAR && Number(year) <= thisYear)
}

/** What is wrong with a PIN that is being chosen, or undefined. */
export function pinProblem(pin: string, thisYear: number) {
  if (!/^\d{6}$/.test(pin)) return message('PIN_NOT_SIX_DIGITS')
  return isGuessable(pin, thisYear) ? message('PIN_TOO_SIMPLE') : undefined
}
