import { DAY_MS, HOUR_MS } from './time.ts'

const day = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
})

/** 21 November 2026, in Indian time. */
export const formatDay = (date: Date) => day.format(date)

const shortDay = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'Asia/Kolkata' })

/** 21 Nov, in Indian time: where there is little room and the year is clear. */
export const formatShortDay = (date: Date) => shortDay.format(date)

const moment = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Asia/Kolkata',
})

/** 21 Nov 2026 and 10:42, in Indian time: where the minute matters. */
export function formatMoment(date: Date) {
  const parts = new Map(moment.formatToParts(date).map(({ type, value }) => [type, value]))
  return {
    day: `${parts.get('day')} ${parts.get('month')} ${parts.get('year')}`,
    time: `${parts.get('hour')}:${parts.get('minute')}`,
  }
}

/** India has one time zone, 5:30 ahead of UTC, without summer time. */
export const INDIA_AHEAD_MS = 5.5 * HOUR_MS

/** The Indian day so many days after a moment, as 'YYYY-MM-DD'. India has one time zone and no summer time. */
export const indianDay = (moment: Date, later = 0) =>
  new Date(moment.getTime() + INDIA_AHEAD_MS + later * DAY_MS).toISOString().slice(0, 10)

/** The Indian month of a moment, as 'YYYY-MM'. */
export const indianMonth = (moment: Date) => indianDay(moment).slice(0, 7)

/** When an Indian day 'YYYY-MM-DD', or the one so many days later, begins: milliseconds. */
export const startOfIndianDay = (day: string, later = 0) =>
  Date.parse(`${day}T00:00:00Z`) - INDIA_AHEAD_MS + later * DAY_MS

/** 21-11-2026 10:42, in Indian time: what a spreadsheet in India reads as a date. */
export function writeMoment(moment: Date) {
  const [day = '', time = ''] = new Date(moment.getTime() + INDIA_AHEAD_MS).toISOString().split('T')
  return `${day.split('-').toReversed().join('-')} ${time.slice(0, 5)}`
}

/** How long until the next day begins in India, in milliseconds. */
export const untilNextIndianDay = (moment: number) => DAY_MS - ((moment + INDIA_AHEAD_MS) % DAY_MS)

/** A day 'YYYY-MM-DD' as a moment, for formats in UTC. */
export const readDay = (day: string) => new Date(`${day}T00:00:00Z`)

/** 26 November, of a day from `readDay`. */
export const MONTH_DAY = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', timeZone: 'UTC' })

const month = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** "November 2026" of '2026-11'. */
export const formatMonth = (of: string) => month.format(readDay(`${of}-01`))
