import { takeEndingMarks } from '#features/catalog/marks/server/mark-ends.ts'
import { serviceName } from '#features/orders/money-problems.kinds.ts'
import { takeNewProblems } from '#features/orders/server/money-problems.ts'
import { takeNewOrders } from '#features/orders/server/new-orders.ts'
import { takeNewFailures } from '#features/payouts/server/new-failures.ts'
import { takeNewApplications } from '#features/producers/server/new-applications.ts'
import { takeLeaving } from '#features/products/facts/server/leave-shop.ts'
import { takeNewReturns } from '#features/returns/server/new-returns.ts'
import type { Tx } from '#kernel/db/database.ts'
import { withoutLinks } from '#kernel/mail/mail-names.ts'
import { formatDay, readDay } from '#shared/day.ts'
import { formatMoney, formatRupees } from '#shared/money.ts'
import type { Right } from '#shared/rights.ts'

/** Since the last mail about this kind. */
export interface News {
  /** Who has it is told. */
  right: Right
  /** The text for one; for several their number: "12 new orders". */
  one: (line: string) => string
  many: string
  lines: string[]
  /** A path of the seller's area with all of them. */
  page: string
  link: string
}

const paidBy = { COD: 'cash on delivery', Online: 'paid online' } as const

async function newOrders(tx: Tx, atMost: number): Promise<News[]> {
  const { orders, lastPieces } = await takeNewOrders(tx, atMost)
  return [
    {
      right: 'orders',
      one: (line) => `New order ${line}`,
      many: 'new orders',
      lines: orders.map(
        ({ number, amountPaise, paymentType }) => `#${number}, ${formatRupees(amountPaise)}, ${paidBy[paymentType]}`,
      ),
      page: '/seller/orders',
      link: 'See the orders',
    },
    {
      right: 'catalogue',
      one: (line) => `Last piece sold: ${line}`,
      many: 'products are sold out',
      lines: lastPieces.map(({ name }) => name),
      page: '/seller/product-list',
      link: 'See the products',
    },
  ]
}

async function newApplications(tx: Tx, atMost: number): Promise<News[]> {
  const applications = await takeNewApplications(tx, atMost)
  return [
    {
      right: 'producers',
      one: (line) => `New application: ${line}`,
      many: 'new applications',
      lines: applications.map(({ name, location }) => withoutLinks(`${name}, ${location}`)),
      page: '/seller/producer-applications',
      link: 'Read the applications',
    },
  ]
}

async function newReturns(tx: Tx, atMost: number): Promise<News[]> {
  const returns = await takeNewReturns(tx, atMost)
  return [
    {
      right: 'orders',
      one: (line) => `Return asked for: ${line}`,
      many: 'returns asked for',
      lines: returns.map(({ number, wish }) => `order #${number}, ${wish}`),
      page: '/seller/returns',
      link: 'Answer them',
    },
  ]
}

async function failedPayouts(tx: Tx, atMost: number): Promise<News[]> {
  const failures = await takeNewFailures(tx, atMost)
  return [
    {
      right: 'money',
      one: (line) => `Payout failed: ${line}`,
      many: 'payouts failed',
      lines: failures.map(({ producer_name, amount_paise, reason }) =>
        withoutLinks(`${producer_name}, ${formatRupees(amount_paise)}, ${reason}`),
      ),
      page: '/seller/payouts',
      link: 'See the payouts',
    },
  ]
}

async function moneyProblems(tx: Tx, atMost: number): Promise<News[]> {
  const problems = await takeNewProblems(tx, atMost)
  return [
    {
      right: 'money',
      one: (line) => `Money to look at: ${line}`,
      many: 'things to look at with money',
      lines: problems.map(({ kind, number, amount_minor, currency, provider }) =>
        [
          ...(number === null ? [] : [`order #${number}`]),
          `${kind}, ${formatMoney(amount_minor, currency)}, at ${serviceName(provider)}`,
        ].join(', '),
      ),
      page: '/seller/orders?tab=problems',
      link: 'See what there is to do',
    },
  ]
}

async function endingMarks(tx: Tx, atMost: number, now: Date): Promise<News[]> {
  const marks = await takeEndingMarks(tx, now, atMost)
  return [
    {
      right: 'catalogue',
      one: (line) => `A mark ends: ${line}`,
      many: 'marks end',
      lines: marks.map(({ name, mark, validUntil }) =>
        withoutLinks(`${name}, ${mark}, valid until ${formatDay(readDay(validUntil))}`),
      ),
      page: '/seller/marks',
      link: 'See the marks',
    },
  ]
}

/** Once, when facts are required for the first time. */
async function leavingProducts(tx: Tx): Promise<News[]> {
  const leaving = await takeLeaving(tx)
  if (!leaving) return []
  const day = formatDay(readDay(leaving.day))
  const asked = 'what their category asks for'
  return [
    {
      right: 'catalogue',
      one: (line) => `From ${day}, ${line} leaves the shop unless it states what its category asks for`,
      many: `products leave the shop on ${day} unless they state ${asked}`,
      lines: leaving.names.map(withoutLinks),
      page: '/seller/facts',
      link: 'See what they lack',
    },
  ]
}

/** Each takes its news, so all is told once. */
const kinds = [newOrders, newApplications, newReturns, failedPayouts, moneyProblems, endingMarks, leavingProducts]

/** At most `atMost` of a kind; kinds without news are left out. */
export async function takeNews(tx: Tx, atMost: number, now: Date) {
  const news: News[] = []
  for (const take of kinds) news.push(...(await take(tx, atMost, now)).filter(({ lines }) => lines.length > 0))
  return news
}
