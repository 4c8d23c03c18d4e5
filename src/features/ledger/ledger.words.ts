import { formatMoment, indianDay } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import type { Ledger } from './ledger.contract.ts'

/** What the amounts of an entry are called, in the order of the page. */
export const amountNames = {
  maker: 'Maker\u2019s price',
  producer: 'Maker\u2019s part of the profit',
  costs: 'Packing and courier',
  community: 'Community',
  shop: 'The shop',
  tax: 'Tax',
} as const
export const amountKeys = ['maker', 'producer', 'costs', 'community', 'shop', 'tax'] as const

const plain = new Intl.NumberFormat('en-IN')

/** 1,618 */
export const countOf = (count: number) => plain.format(count)

const say = (count: number, one: string, many: string) => `${countOf(count)} ${count === 1 ? one : many}`

/** 19 sales */
export const saySales = (count: number) => say(count, 'sale', 'sales')
/** 9 returns */
export const sayReturns = (count: number) => say(count, 'return', 'returns')

/** What no sum and no percentage counts, as a sentence; nothing where there is none. */
export function sayUnstated({ total, sales, returns }: Ledger['unstated']) {
  const what = [
    ...(sales > 0 || returns === 0 ? [saySales(sales)] : []),
    ...(returns > 0 ? [sayReturns(returns)] : []),
  ].join(' and ')
  if (sales === 0 && returns === 0) return ''
  return `Not counted: ${what} over ${formatRupees(total)} whose maker’s price is not stated yet.`
}

/** How the last check ended and when, with the day where it is not today's. */
export function sayCheck(check: Ledger['check'], now: Date) {
  if (!check) return { text: 'None yet', isOff: false }
  const { day, time } = formatMoment(check.at)
  const when = indianDay(check.at) === indianDay(now) ? `Today, ${time}` : `${day}, ${time}`
  return check.off === null
    ? { text: `${when}, all right`, isOff: false }
    : { text: `${when}: entry ${countOf(check.off)} is off`, isOff: true }
}

/** Its page; the one that it is now has no month in its address. */
export const ledgerUrl = (month?: string) => (month ? `/ledger?month=${month}` : '/ledger')

const nameAlone = new Intl.DateTimeFormat('en-IN', { month: 'long', timeZone: 'UTC' })

/** November */
export const formatMonthAlone = (month: string) => nameAlone.format(new Date(`${month}-01T00:00:00Z`))

/** The month so many months later, or earlier. */
export function monthAfter(month: string, by = 1) {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + by)
  return date.toISOString().slice(0, 7)
}
