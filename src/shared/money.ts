import type { z } from 'zod'

/** An amount in whole paise. The linter sees to it that no other file turns rupees into paise or back. */
export type Paise = number & z.$brand<'Paise'>

/** Rupees as the API has them. Any number will do, but not an amount in paise. */
export type RupeeNumber = number & { readonly [k in keyof z.$brand]?: never }

const isPaise = (count: number): count is Paise => Number.isInteger(count)

/** `paise(4_50)` is ₹4.50. Throws for a part of a paisa: what money is divided into is rounded first, as `percentage` does. */
export function paise(count: number): Paise {
  if (!isPaise(count)) throw new RangeError(`${count} is not a whole number of paise`)
  return count
}

export const NO_MONEY = paise(0)
/** Most that a price may be: ₹1,00,00,000. */
export const MAX_PRICE_PAISE = paise(1_00_00_000_00)

export const plus = (one: Paise, other: Paise) => paise(one + other)
export const minus = (from: Paise, amount: Paise) => paise(from - amount)
export const times = (amount: Paise, count: number) => paise(amount * count)
export const sumOf = (amounts: readonly Paise[]) => amounts.reduce(plus, NO_MONEY)
/** This percentage of an amount, halves of a paisa rounded up. */
export const percentage = (percent: number, amount: Paise) => paise(Math.floor((amount * percent + 50) / 100))
/** The same without the part of a paisa that is left over. */
export const wholePercentage = (percent: number, amount: Paise) => paise(Math.floor((amount * percent) / 100))
/** How many whole percent of an amount a part of it is, rounded down. */
export const wholePercentOf = (part: Paise, amount: Paise) => Math.floor((part * 100) / amount)

/** To the nearest rupee, half a rupee up. */
export const roundToRupees = (amount: Paise) => paise(Math.round(amount / 100) * 100)

/** Rupees to the nearest paisa. */
export const fromRupees = (rupees: RupeeNumber) => paise(Math.round(rupees * 100))
export const toRupees = (amount: Paise): RupeeNumber => amount / 100
/** Has at most 2 decimals, as far as a binary fraction can tell: of thousands of crores it can tell less. */
export const isWholePaise = (rupees: RupeeNumber) =>
  Math.abs(rupees * 100 - Math.round(rupees * 100)) <= 1e-4 || Math.round(rupees * 100) / 100 === rupees

/**
 * An amount as people type it: `5000`, `5,000`, `₹ 5,000.50`. Undefined where it is none, has more than 2 decimals, or more digits
 * before them than `mostDigits`: the API takes 8.
 */
export function readRupees(typed: string, mostDigits = 8): Paise | undefined {
  const plain = typed.replace(/[₹,\s]/g, '')
  const [, digits] = /^(\d+)(?:\.\d{1,2})?$/.exec(plain) ?? []
  return digits !== undefined && digits.length <= mostDigits ? fromRupees(Number(plain)) : undefined
}

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const upToTwo = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })

const withSign = (amount: Paise, format: Intl.NumberFormat) =>
  `${amount < 0 ? '−' : ''}₹${format.format(Math.abs(amount) / 100)}`
const isWholeRupees = (amount: Paise) => amount % 100 === 0

/** ₹1,24,999.00: always two decimals (cart, orders). */
export const formatRupees = (amount: Paise) => withSign(amount, exact)

/** ₹1,24,999: drops ".00" (cards, product page). */
export const formatRupeesShort = (amount: Paise) => withSign(amount, isWholeRupees(amount) ? whole : exact)

/** 1,24,999 or 1,249.5: what a field shows. `readRupees` reads it. */
export const typedRupees = (amount: Paise) => upToTwo.format(amount / 100)

/** 124999.00: for programs (CSV, JSON-LD). */
export const writeRupees = (amount: Paise) => (amount / 100).toFixed(2)

/** 124999 or 1249.50: for addresses. */
export const writeRupeesShort = (amount: Paise) => (isWholeRupees(amount) ? String(amount / 100) : writeRupees(amount))

/** Money in any currency, in its smallest unit, as payment services count it: 1250 usd is $12.50. */
export function formatMoney(amount: number, currency: string) {
  if (currency === 'inr') return formatRupees(paise(amount))
  if (!/^[a-z]{3}$/i.test(currency)) return `${amount} ${currency}`
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0))
}
