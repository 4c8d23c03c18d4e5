import type { z } from 'zod'
import { readNumber } from './reading/read-number.ts'

/** Whole paise. The linter sees to it that no other file turns rupees into paise or back. */
export type Paise = number & z.$brand<'Paise'>

export type RupeeNumber = number & { readonly [k in keyof z.$brand]?: never }

const isPaise = (count: number): count is Paise => Number.isInteger(count)

/** `paise(4_50)` is ₹4.50. Throws for a part of a paisa. */
export function paise(count: number): Paise {
  if (!isPaise(count)) throw new RangeError(`${count} is not a whole number of paise`)
  return count
}

export const NO_MONEY = paise(0)
export const MAX_PRICE_PAISE = paise(1_00_00_000_00)

export const plus = (one: Paise, other: Paise) => paise(one + other)
export const minus = (from: Paise, amount: Paise) => paise(from - amount)
export const times = (amount: Paise, count: number) => paise(amount * count)
export const sumOf = (amounts: readonly Paise[]) => amounts.reduce(plus, NO_MONEY)
/** Halves of a paisa are rounded up. */
export const percentage = (percent: number, amount: Paise) => paise(Math.floor((amount * percent + 50) / 100))
/** The part of a paisa that is left over is dropped. */
export const wholePercentage = (percent: number, amount: Paise) => paise(Math.floor((amount * percent) / 100))
/** The result is in whole percent, rounded down. */
export const wholePercentOf = (part: Paise, amount: Paise) => Math.floor((part * 100) / amount)

/** Half a rupee is rounded up. */
export const roundToRupees = (amount: Paise) => paise(Math.round(amount / 100) * 100)

export const fromRupees = (rupees: RupeeNumber) => paise(Math.round(rupees * 100))
export const toRupees = (amount: Paise): RupeeNumber => amount / 100
/** At most 2 decimals, as far as a binary fraction can tell: of thousands of crores it can tell less. */
export const isWholePaise = (rupees: RupeeNumber) =>
  Math.abs(rupees * 100 - Math.round(rupees * 100)) <= 1e-4 || Math.round(rupees * 100) / 100 === rupees

/** `5000`, `5,000`, `₹ 5,000.50`, `Rs. 5000/-`, `५०००`. Undefined for more than 2 decimals, or more than `mostDigits` before them. */
export function readRupees(typed: string, mostDigits = 8): Paise | undefined {
  const read = readNumber(typed, 'point')
  if (!('value' in read) || read.value < 0 || read.value >= 10 ** mostDigits) return undefined
  return isWholePaise(read.value) ? fromRupees(read.value) : undefined
}

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const upToTwo = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })

const withSign = (amount: Paise, format: Intl.NumberFormat) =>
  `${amount < 0 ? '−' : ''}₹${format.format(Math.abs(amount) / 100)}`
const isWholeRupees = (amount: Paise) => amount % 100 === 0

/** ₹1,24,999.00 (cart, orders). */
export const formatRupees = (amount: Paise) => withSign(amount, exact)

/** ₹1,24,999, without ".00" (cards, product page). */
export const formatRupeesShort = (amount: Paise) => withSign(amount, isWholeRupees(amount) ? whole : exact)

/** 1,24,999 or 1,249.5, for a field; `readRupees` reads it. */
export const typedRupees = (amount: Paise) => upToTwo.format(amount / 100)

/** 124999.00: for programs (CSV, JSON-LD). */
export const writeRupees = (amount: Paise) => (amount / 100).toFixed(2)

/** 124999 or 1249.50: for addresses. */
export const writeRupeesShort = (amount: Paise) => (isWholeRupees(amount) ? String(amount / 100) : writeRupees(amount))

/** In a currency's smallest unit, as payment services count: 1250 usd is $12.50. */
export function formatMoney(amount: number, currency: string) {
  if (currency === 'inr') return formatRupees(paise(amount))
  if (!/^[a-z]{3}$/i.test(currency)) return `${amount} ${currency}`
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0))
}
