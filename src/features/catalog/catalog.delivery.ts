import { indianDay, MONTH_DAY, readDay } from '#shared/day.ts'
import { countDays, type DayRange, readDayRange } from '#shared/day-range.ts'

/** Calendar days from the order to the door. */
export type DeliveryDays = DayRange

/** Days as 'YYYY-MM-DD', both counted in. */
export interface DeliveryDates {
  from: string
  to: string
}

/** The days of a product: its own ('4-8'), else those of the shop. */
export const deliveryDaysOf = (own: string | null | undefined, shop: DeliveryDays): DeliveryDays =>
  (own ? readDayRange(own) : undefined) ?? shop

/** Days of an order: it is complete with its last parcel, so the latest of its lines count. At least one line. */
export const latestDays = (lines: readonly DeliveryDays[]): DeliveryDays => ({
  from: Math.max(...lines.map(({ from }) => from)),
  to: Math.max(...lines.map(({ to }) => to)),
})

/** The Indian days on which what is ordered at this moment arrives. */
export const deliveryDates = (days: DeliveryDays, ordered: Date): DeliveryDates => ({
  from: indianDay(ordered, days.from),
  to: indianDay(ordered, days.to),
})

/** "4 to 8 days", "5 days" */
export const daysText = ({ from, to }: DeliveryDays) => (from === to ? countDays(from) : `${from} to ${to} days`)

/** "Delivered in 4 to 8 days" */
export const deliveryText = (days: DeliveryDays) => `Delivered in ${daysText(days)}`

/** "26 November"; no line ends within it. */
const dayText = (day: string) => MONTH_DAY.format(readDay(day)).replace(' ', '\u00a0')

/** "26 to 30 November", "28 November to 2 December", "26 November" */
export function deliveryDatesText({ from, to }: DeliveryDates) {
  const last = dayText(to)
  if (from === to) return last
  const first = from.slice(0, 7) === to.slice(0, 7) ? String(Number(from.slice(8))) : dayText(from)
  return `${first} to ${last}`
}
