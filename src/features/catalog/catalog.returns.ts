import { indianDay } from '#shared/day.ts'
import { countDays } from '#shared/reading/day-range.ts'

export const notReturnableText = 'Cannot be returned, except if it comes damaged'

/** "Return within 7 days of delivery"; with 0 days the text for goods that cannot be returned. */
export const returnsText = (days: number) =>
  days === 0 ? 'No returns, except of what came damaged' : `Return within ${countDays(days)} of delivery`

export const returnsTextOf = (product: { notReturnable?: true | undefined }, days: number) =>
  product.notReturnable ? notReturnableText : returnsText(days)

/** Food cannot be returned unless the seller says so. */
export const isUsuallyReturnable = (category: string) => category !== 'Food-Spices'

/** The last Indian day to ask for a return, 'YYYY-MM-DD'; undefined with 0 days. */
export const lastReturnDay = (delivered: Date, days: number) => (days === 0 ? undefined : indianDay(delivered, days))

/** Days count from the Indian day of delivery; the last one counts to its end. */
export function isInTimeToReturn(delivered: Date, days: number, now: Date) {
  const last = lastReturnDay(delivered, days)
  return last !== undefined && indianDay(now) <= last
}

export const returnWayText =
  'We do not fetch it: send it by post or courier once we have accepted, to the address in our mail. If it came damaged or is not what you ordered, we refund the way back too; otherwise you pay for it.'
