import { indianDay } from '#shared/day.ts'
import { countDays } from '#shared/day-range.ts'

/** Of goods that stay with who bought them: said before they are ordered, and in the order. */
export const notReturnableText = 'Cannot be returned, except if it comes damaged'

/** "Return within 7 days of delivery"; with 0 days, what cannot be returned. */
export const returnsText = (days: number) =>
  days === 0 ? 'No returns, except of what came damaged' : `Return within ${countDays(days)} of delivery`

/** The same for one product. */
export const returnsTextOf = (product: { notReturnable?: true | undefined }, days: number) =>
  product.notReturnable ? notReturnableText : returnsText(days)

/** Where the seller says nothing else: food cannot be returned. */
export const isUsuallyReturnable = (category: string) => category !== 'Food-Spices'

/** The last Indian day 'YYYY-MM-DD' on which a return can be asked for; undefined where there are no returns. */
export const lastReturnDay = (delivered: Date, days: number) => (days === 0 ? undefined : indianDay(delivered, days))

/** Can a return still be asked for? The days count from the Indian day of the delivery, the last one to its end. */
export function isInTimeToReturn(delivered: Date, days: number, now: Date) {
  const last = lastReturnDay(delivered, days)
  return last !== undefined && indianDay(now) <= last
}
