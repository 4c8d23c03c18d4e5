import { formatMoment, indianDay } from '#shared/day.ts'
import { formatRupees, type Paise } from '#shared/money.ts'
import type { Ledger } from './ledger.contract.ts'
import type { OrderEntry } from './order-entries.contract.ts'

/** The names of the amounts, in the order of the page. */
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

export const countOf = (count: number) => plain.format(count)

const say = (count: number, one: string, many: string) => `${countOf(count)} ${count === 1 ? one : many}`

export const saySales = (count: number) => say(count, 'sale', 'sales')
export const sayReturns = (count: number) => say(count, 'return', 'returns')

/** What no sum and percentage counts; empty if nothing. */
export function sayUnstated({ total, sales, returns }: Ledger['unstated']) {
  const what = [
    ...(sales > 0 || returns === 0 ? [saySales(sales)] : []),
    ...(returns > 0 ? [sayReturns(returns)] : []),
  ].join(' and ')
  if (sales === 0 && returns === 0) return ''
  return `Not counted: ${what}${total === null ? '' : ` for ${formatRupees(total)}`} whose maker’s price is not stated yet.`
}

/** Why a month has no total; empty if it has one. */
export const sayOthers = (others: Ledger['others']) =>
  others && others.sums === null
    ? 'Fewer than five makers who are not named sold something, too. Their sum and the total of the month are left out, since they would tell what a single maker sold.'
    : ''

/** How and when the last check ended; the day only if not today. */
export function sayCheck(check: Ledger['check'], now: Date) {
  if (!check) return { text: 'None yet', isOff: false }
  const { day, time } = formatMoment(check.at)
  const when = indianDay(check.at) === indianDay(now) ? `Today, ${time}` : `${day}, ${time}`
  return check.off === null
    ? { text: `${when}, all right`, isOff: false }
    : { text: `${when}: entry ${countOf(check.off)} is off`, isOff: true }
}

/** The present month has no month in its address. */
export const ledgerUrl = (month?: string) => (month ? `/ledger?month=${month}` : '/ledger')

const nameAlone = new Intl.DateTimeFormat('en-IN', { month: 'long', timeZone: 'UTC' })

export const formatMonthAlone = (month: string) => nameAlone.format(new Date(`${month}-01T00:00:00Z`))

export function monthAfter(month: string, by = 1) {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + by)
  return date.toISOString().slice(0, 7)
}

/** "belongs to the makers, 79%; paid so far ₹4,000.00."; payouts come days later. */
export const belongToMakers = (percent: number, paidSoFar: Paise) =>
  `belongs to the makers, ${percent}%; paid so far ${formatRupees(paidSoFar)}.`

/** "Entry 7: sale, 2 × Blue Vase" */
export function entryTitle({
  number,
  kind,
  quantity,
  piece,
}: Pick<OrderEntry, 'number' | 'kind' | 'quantity' | 'piece'>) {
  const what = piece === undefined ? 'the whole order' : quantity === 0 ? piece : `${Math.abs(quantity)} × ${piece}`
  return `Entry ${countOf(number)}: ${kind}, ${what}`
}
