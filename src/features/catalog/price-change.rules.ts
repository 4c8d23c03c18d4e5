/** A percentage as people write it: "5", "+5 %", "−10". What is none is no number. */
export function percentIn(typed: string) {
  const plain = typed.replace(/[\s%+]/g, '').replace('−', '-')
  return /^-?\d{1,3}$/.test(plain) ? Number(plain) : Number.NaN
}

/** As the API takes it. */
export const [MIN_PERCENT, MAX_PERCENT] = [-90, 500]
export const percentHint = 'Enter a whole number from −90 to 500, but not 0'

/** What is wrong with what is typed, or undefined. */
export function percentProblem(typed: string) {
  const percent = percentIn(typed)
  return percent >= MIN_PERCENT && percent <= MAX_PERCENT && percent !== 0 ? undefined : percentHint
}
