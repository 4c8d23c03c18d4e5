import { z } from 'zod'

/** 'YYYY-MM' of India. */
export const Month = z.string().regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'Enter a month like 2026-11')

/** 'YYYY-MM-DD', a day that there is. */
export const Day = z.iso.date('Enter a day like 2026-11-05')

const name = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Its page; the one that it is now has no month in its address. */
export const ledgerUrl = (month?: string) => (month ? `/ledger?month=${month}` : '/ledger')

/** November 2026 */
export const formatMonth = (month: string) => name.format(new Date(`${month}-01T00:00:00Z`))

const nameAlone = new Intl.DateTimeFormat('en-IN', { month: 'long', timeZone: 'UTC' })

/** November */
export const formatMonthAlone = (month: string) => nameAlone.format(new Date(`${month}-01T00:00:00Z`))

/** The month so many months later, or earlier. */
export function monthAfter(month: string, by = 1) {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + by)
  return date.toISOString().slice(0, 7)
}
