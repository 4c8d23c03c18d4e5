import { countDays } from '#shared/day-range.ts'

/** "Return within 7 days of delivery"; with 0 days, what cannot be returned. */
export const returnsText = (days: number) =>
  days === 0 ? 'No returns, except of what came damaged' : `Return within ${countDays(days)} of delivery`
