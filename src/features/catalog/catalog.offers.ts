import { formatDay } from '#shared/day.ts'
import { DAY_MS } from '#shared/time.ts'

/** After a raise no offer is shown for so many days: it would look better than it is. */
export const RAISED_DAYS = 30

/** What the seller reads: "20% off is shown from 3 December 2026: the price was raised on 3 November 2026". */
export const whenOfferIsShown = (off: number, raisedAt: Date) =>
  `${off}% off is shown from ${formatDay(new Date(raisedAt.getTime() + RAISED_DAYS * DAY_MS))}: the price was raised on ${formatDay(raisedAt)}`
