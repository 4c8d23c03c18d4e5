import type { Db } from '#kernel/db/database.ts'

/** Numbers that people outside hold: on papers, labels, statements, in couriers' and banks' files, in the public ledger. */
export const numberSeries = ['orders', 'invoices', 'credit-notes', 'payouts', 'makers', 'ledger'] as const
export type NumberSeries = (typeof numberSeries)[number]

/** What a person calls them. */
export const seriesNames: Record<NumberSeries, string> = {
  orders: 'orders',
  invoices: 'invoices',
  'credit-notes': 'credit notes',
  payouts: 'payout runs',
  makers: 'makers in the ledger',
  ledger: 'entries of the ledger',
}

/** The last number of a series that is left out after a restore; 0: none is. The next is behind it, and behind the last in its table. */
export async function lastSkipped(db: Db, series: NumberSeries) {
  const gaps = db.selectFrom('number_gaps').select('last').where('series', '=', series)
  return (await gaps.orderBy('last', 'desc').limit(1).executeTakeFirst())?.last ?? 0
}

/** How people write a number of a series into the reference of a transfer. */
const written: Partial<Record<NumberSeries, RegExp>> = {
  orders: /(?:#|\bh|\border (?:no\.? ?)?#?)(\d{1,9})\b/i,
  invoices: /\binvoice (?:no\.? ?)?#?(\d{1,9})\b/i,
  'credit-notes': /\bcredit note (?:no\.? ?)?#?(\d{1,9})\b/i,
  payouts: /\bpayout ?#?(\d{1,9})\b/i,
}

/** The number of a series that a reference names and that was left out after a restore: what has it is lost. */
export async function findLostNumber(db: Db, reference: string, series: NumberSeries) {
  const [, digits] = written[series]?.exec(reference.replace(/\s+/g, ' ')) ?? []
  const number = Number(digits)
  return digits !== undefined && (await readGaps(db, series))(number) ? number : undefined
}

/** The gaps of a series, for telling whether a number that somebody names lies in one. There is one for each restore. */
export async function readGaps(db: Db, series: NumberSeries) {
  const gaps = await db.selectFrom('number_gaps').selectAll().where('series', '=', series).execute()
  return (number: number | undefined) =>
    number === undefined ? undefined : gaps.find(({ first, last }) => first <= number && number <= last)
}
