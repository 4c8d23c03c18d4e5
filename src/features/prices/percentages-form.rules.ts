import type { Typed } from '#shared/form-fields.ts'
import { pricesEn } from './prices.words.en.ts'

export const percentagesFields = ['from', 'producer', 'community', 'shop'] as const
type PercentagesField = (typeof percentagesFields)[number]

/** '' and texts that are no number become NaN, which is refused. */
export const percentOf = (typed: string) => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed.trim()) : Number.NaN)

/** The mistake that the browser can see, or undefined. */
export function percentagesProblem(field: PercentagesField, typed: Typed<PercentagesField>) {
  if (field === 'from') return typed.from === '' ? pricesEn.PERCENTAGES_DAY_MISSING : undefined
  if (!(percentOf(typed[field]) <= 100)) return 'Enter a whole number from 0 to 100'
  const sum = percentOf(typed.producer) + percentOf(typed.community) + percentOf(typed.shop)
  return field === 'shop' && sum !== 100 && !Number.isNaN(sum)
    ? `The three parts must make 100 together. They make ${sum}`
    : undefined
}
