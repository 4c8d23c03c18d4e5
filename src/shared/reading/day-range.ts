import { plainDigits } from './digits.ts'
import { monthOf } from './read-date.ts'

/** Both days are counted in. */
export interface DayRange {
  from: number
  to: number
}

const MOST_DAYS = 60
export const dayRangeHint = `days such as 4-8, or one number such as 5, from 1 to ${MOST_DAYS}`

const rangeOf = (from: number, to: number): DayRange | undefined =>
  from >= 1 && from <= to && to <= MOST_DAYS ? { from, to } : undefined

/** "4-8", "4 – 8", "4 to 8 days" or "5"; undefined for anything else, and where the second number is smaller. */
export function readDayRange(text: string): DayRange | undefined {
  const plain = plainDigits(text).trim().toLowerCase()
  const found = /^(\d{1,2})(?:[.,]0{1,2})?(?: ?(?:[-–—]|to|bis|से) ?(\d{1,2}))?(?: ?(?:days?|tage?|दिन))?$/u.exec(plain)
  return found ? rangeOf(Number(found[1]), Number(found[2] ?? found[1])) : undefined
}

/** A spreadsheet may have made a date of "4-8": the smaller number came first. The first of a month is refused: it may stand for a month. */
export function readDayRangeInFile(text: string): DayRange | undefined {
  const range = readDayRange(text)
  if (range) return range
  const plain = plainDigits(text).trim().slice(0, 30)
  const pair = (one: number, other: number) => rangeOf(Math.min(one, other), Math.max(one, other))
  const named = /^(\d{1,2})[-. ](\p{L}[\p{L}\p{M}]{0,12})\.?(?:[- ]\d{2,4})?$/u.exec(plain)
  const turned = /^(\p{L}[\p{L}\p{M}]{0,12})\.?[- ](\d{1,2})$/u.exec(plain)
  const month = monthOf(named?.[2] ?? turned?.[1] ?? '')
  if (month) return pair(Number(named?.[1] ?? turned?.[2]), month)
  const iso = /^\d{4}-(\d{2})-(\d{2})(?: 00:00(?::00)?)?$/.exec(plain)
  const numbers = iso ?? /^(\d{1,2})([-/.])(\d{1,2})\2(?:\d{4}|\d{2})$/.exec(plain)
  if (!numbers) return undefined
  const [one, other] = [Number(numbers[1]), Number(numbers[iso ? 2 : 3])]
  const isOfYear = Math.min(one, other) === 1 && (iso !== null || one !== other)
  return isOfYear || Math.min(one, other) > 12 ? undefined : pair(one, other)
}

export const writeDayRange = ({ from, to }: DayRange) => `${from}-${to}`

/** "4–8", and "5" for one day: no spreadsheet takes this for a date. */
export const typedDayRange = (range: DayRange) =>
  range.from === range.to ? String(range.from) : `${range.from}–${range.to}`

export const countDays = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`
