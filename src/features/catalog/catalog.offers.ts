import { formatDay } from '#shared/day.ts'
import { DAY_MS } from '#shared/time.ts'

/** A raised price would make any offer look better than it is: for so long none is shown against it. */
export const RAISED_DAYS = 30

/** "20% off is shown from 3 December 2026: the price was raised on 3 November 2026": what the seller is told meanwhile. */
export const whenOfferIsShown = (off: number, raisedAt: Date) =>
  `${off}% off is shown from ${formatDay(new Date(raisedAt.getTime() + RAISED_DAYS * DAY_MS))}: the price was raised on ${formatDay(raisedAt)}`
