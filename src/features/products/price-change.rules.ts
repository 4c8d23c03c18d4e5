import { productsEn } from './products.words.en.ts'

/** "5", "+5 %", "−10"; anything else is NaN. */
export function percentIn(typed: string) {
  const plain = typed.replace(/[\s%+]/g, '').replace('−', '-')
  return /^-?\d{1,3}$/.test(plain) ? Number(plain) : Number.NaN
}

/** The limits of the API. */
export const [MIN_PERCENT, MAX_PERCENT] = [-90, 500]
export const percentHint = productsEn.PERCENT_UNFIT

export function percentProblem(typed: string) {
  const percent = percentIn(typed)
  return percent >= MIN_PERCENT && percent <= MAX_PERCENT && percent !== 0 ? undefined : percentHint
}
