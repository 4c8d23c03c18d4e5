import type { Language } from './languages.ts'
import { localeOf } from './locales.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

/** In Hindi a month is always written out: nobody writes its short form. */
/* @__NO_SIDE_EFFECTS__ */
function inLanguages(options: Intl.DateTimeFormatOptions) {
  const made: { [language in Language]?: Intl.DateTimeFormat } = {}
  return (language: Language = 'en') => {
    made[language] ??= new Intl.DateTimeFormat(localeOf[language], {
      ...options,
      ...(language === 'en' ? {} : { month: 'long' }),
    })
    return made[language]
  }
}

const INDIA = 'Asia/Kolkata'
const day = inLanguages({ day: 'numeric', month: 'long', year: 'numeric', timeZone: INDIA })

/** 21 November 2026, 21 नवंबर 2026: in Indian time like all formats here. India is 5:30 ahead of UTC, without summer time. */
export const formatDay = (date: Date, language?: Language) => day(language).format(date)

const weekday = inLanguages({ weekday: 'long', day: 'numeric', month: 'long', timeZone: INDIA })

/** Saturday, 21 November and शनिवार, 21 नवंबर. */
export const formatWeekday = (date: Date, language?: Language) => weekday(language).format(date)

const shortDay = inLanguages({ day: 'numeric', month: 'short', timeZone: INDIA })

/** 21 Nov, 21 नवंबर. */
export const formatShortDay = (date: Date, language?: Language) => shortDay(language).format(date)

const moment = inLanguages({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: INDIA,
})

/** 21 Nov 2026 and 10:42. */
export function formatMoment(date: Date, language?: Language) {
  const parts = new Map(
    moment(language)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  )
  return {
    day: `${parts.get('day')} ${parts.get('month')} ${parts.get('year')}`,
    time: `${parts.get('hour')}:${parts.get('minute')}`,
  }
}

export const momentInWords = (date: Date, language?: Language) => Object.values(formatMoment(date, language)).join(', ')

export const INDIA_AHEAD_MS = 5.5 * HOUR_MS

/** 'YYYY-MM-DD', so many days later. */
export const indianDay = (moment: Date, later = 0) =>
  new Date(moment.getTime() + INDIA_AHEAD_MS + later * DAY_MS).toISOString().slice(0, 10)

export const indianMonth = (moment: Date) => indianDay(moment).slice(0, 7)

/** In milliseconds, of a day 'YYYY-MM-DD' or so many days later. */
export const startOfIndianDay = (day: string, later = 0) =>
  Date.parse(`${day}T00:00:00Z`) - INDIA_AHEAD_MS + later * DAY_MS

/** 2026-11-21 10:42: spreadsheets of all countries read this as a date. */
export const writeMoment = (moment: Date) =>
  new Date(moment.getTime() + INDIA_AHEAD_MS).toISOString().slice(0, 16).replace('T', ' ')

export const untilNextIndianDay = (moment: number) => DAY_MS - ((moment + INDIA_AHEAD_MS) % DAY_MS)

export const readDay = (day: string) => new Date(`${day}T00:00:00Z`)

/** 'YYYY-MM-DD' of a real day: not 2026-02-31. */
export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(readDay(text).getTime()) &&
  readDay(text).toISOString().startsWith(text)

const monthDay = inLanguages({ day: 'numeric', month: 'long', timeZone: 'UTC' })

/** 26 November, 26 नवंबर: of a day 'YYYY-MM-DD'. */
export const formatMonthDay = (of: string, language?: Language) => monthDay(language).format(readDay(of))

const month = inLanguages({ month: 'long', year: 'numeric', timeZone: 'UTC' })
export const formatMonth = (of: string, language?: Language) => month(language).format(readDay(`${of}-01`))
