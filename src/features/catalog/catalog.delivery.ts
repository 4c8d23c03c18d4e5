import { formatMonthDay, indianDay, readDay } from '#shared/day.ts'
import { countDays, type DayRange, readDayRange } from '#shared/reading/day-range.ts'
import { DAY_MS } from '#shared/time.ts'

/** Calendar days from order to door. */
export type DeliveryDays = DayRange

/** First and last day, 'YYYY-MM-DD'. */
export interface DeliveryDates {
  from: string
  to: string
}

/** A product's own days ('4-8'), else the shop's. */
export const deliveryDaysOf = (own: string | null | undefined, shop: DeliveryDays): DeliveryDays =>
  (own ? readDayRange(own) : undefined) ?? shop

/** An order is complete with its last parcel: the latest days of its lines, at least one. */
export const latestDays = (lines: readonly DeliveryDays[]): DeliveryDays => ({
  from: Math.max(...lines.map(({ from }) => from)),
  to: Math.max(...lines.map(({ to }) => to)),
})

/** The same, counted from the day on which a maker is back from a holiday, for what is ordered meanwhile. */
export function fromReturn({ from, to }: DeliveryDays, backOn: string | null | undefined, ordered: Date): DeliveryDays {
  const today = indianDay(ordered)
  const away = backOn && backOn > today ? (readDay(backOn).getTime() - readDay(today).getTime()) / DAY_MS : 0
  return { from: from + away, to: to + away }
}

/** The Indian days on which an order of this moment arrives. */
export const deliveryDates = (days: DeliveryDays, ordered: Date): DeliveryDates => ({
  from: indianDay(ordered, days.from),
  to: indianDay(ordered, days.to),
})

export const daysText = ({ from, to }: DeliveryDays) => (from === to ? countDays(from) : `${from} to ${to} days`)

export const deliveryText = (days: DeliveryDays) => `Delivered in ${daysText(days)}`

/** "26 November", never broken over two lines. */
const dayText = (day: string) => formatMonthDay(day).replace(' ', '\u00a0')

/** "26 to 30 November", "28 November to 2 December", "26 November" */
export function deliveryDatesText({ from, to }: DeliveryDates) {
  const last = dayText(to)
  if (from === to) return last
  const first = from.slice(0, 7) === to.slice(0, 7) ? String(Number(from.slice(8))) : dayText(from)
  return `${first} to ${last}`
}

/** "Back on 15 December": of a piece, and of who makes it. */
export const backText = (day: string) => `Back on ${dayText(day)}`
export const awayText = (day: string) => `The maker is on holiday. ${backText(day)}`
export const sentFromText = (day: string) => `The maker is on holiday. It is sent from ${dayText(day)} on`
