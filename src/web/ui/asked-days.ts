import { formatShortDay, indianDay, isDay, startOfIndianDay } from '#shared/day.ts'

/** Indian days 'YYYY-MM-DD', both counted in. */
export interface Days {
  from: string
  to: string
}

const askedDay = (text: string | null) => (text && isDay(text) ? text : '')

/** The days that an address asks for; '' where it asks for none, or for no day that there is. */
export const askedDays = (searchParams: URLSearchParams): Days => ({
  from: askedDay(searchParams.get('from')),
  to: askedDay(searchParams.get('to')),
})

const daysUpTo = (now: Date, first: number, last = 0): Days => ({
  from: indianDay(now, -first),
  to: indianDay(now, -last),
})

/** Days that are asked for often. */
export const usualDays = (now: Date): (Days & { text: string })[] => [
  { text: 'All dates', from: '', to: '' },
  { text: 'Today', ...daysUpTo(now, 0) },
  { text: 'Yesterday', ...daysUpTo(now, 1, 1) },
  { text: 'Last 7 days', ...daysUpTo(now, 6) },
  { text: 'Last 30 days', ...daysUpTo(now, 29) },
]

const shown = (day: string) => formatShortDay(new Date(startOfIndianDay(day)))

/** "21 Nov to 22 Nov", "From 21 Nov" */
export function daysInWords({ from, to }: Days) {
  if (from === '' && to === '') return 'All dates'
  if (from === '') return `Until ${shown(to)}`
  if (to === '') return `From ${shown(from)}`
  return from === to ? shown(from) : `${shown(from)} to ${shown(to)}`
}
