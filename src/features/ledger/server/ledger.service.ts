import { sql } from 'kysely'
import { z } from 'zod'
import { percentagesOn, readPercentages } from '#features/catalog/server/percentages.ts'
import type { Db } from '#kernel/db/database.ts'
import { rowsAsJson } from '#kernel/db/json.ts'
import { prepared, type Slots } from '#kernel/db/prepared.ts'
import { indianMonth } from '#shared/day.ts'
import { minus, type Paise, sumOf, wholePercentOf } from '#shared/money.ts'
import { PaiseNumber } from '#shared/rupees-codec.ts'
import { type Ledger, noSuchMonth, SHOWN_COMMUNITY_PAYOUTS, type Sums } from '../ledger.contract.ts'
import { monthAfter } from '../ledger.words.ts'
import { communityColumns, toCommunityPayout } from './community-payouts.ts'
import { amountColumns, plusSums, SumRow, toSums } from './sums-answer.ts'

const sumColumns = ['number', 'unstated', 'sales', 'returns', ...amountColumns]

const Read = {
  sums: z.array(
    SumRow.extend({
      number: z.int(),
      unstated: z.int(),
      producer: z.string().nullable(),
      name: z.string().nullable(),
      shown: z.int(),
    }),
  ),
  months: z.array(z.object({ month: z.string(), first: z.int(), last: z.int(), hash: z.string() })),
  community: z.tuple([z.object({ collected: PaiseNumber, given: PaiseNumber })]),
  checks: z.array(z.object({ at: z.int(), entries: z.int(), off: z.int().nullable() })),
}

/** All that the page of a month shows, in one statement: few rows, since sums are kept and not made at each look. */
const readMonth = prepared((db, { month, from, to }: Slots<{ month: string; from: string; to: string }>) => {
  // `shown`: the producer has a page.
  const sums = sql`select maker_number as number, unstated, sales, returns, ${sql.join(amountColumns.map((name) => sql.ref(name)))},
      producer.id as producer, producer.name as name,
      case when producer.status = 'approved' and producer.suspended_at is null then 1 else 0 end as shown
    from ledger_sums left join ledger_makers on ledger_makers.number = maker_number
      left join producer_applications as producer on producer.id = ledger_makers.producer_id and producer.ledger_consent = 1
    where month = ${month} order by maker_number, unstated`
  const months = sql`select month, first_number as first, last_number as last, last_hash as hash
    from ledger_months order by month desc`
  const community = sql`select coalesce(sum(community_paise), 0) as collected, coalesce(sum(given_paise), 0) as given
    from ledger_sums`
  const checks = sql`select at, entries, bad_number as off from ledger_checks`
  const payouts = sql`select ${sql.join(communityColumns.map((name) => sql.ref(name)))} from community_payouts
    order by entry_number desc limit ${sql.lit(SHOWN_COMMUNITY_PAYOUTS)}`
  return db.selectNoFrom([
    rowsAsJson(db, [...sumColumns, 'producer', 'name', 'shown'], sums).as('sums'),
    rowsAsJson(db, ['month', 'first', 'last', 'hash'], months).as('months'),
    rowsAsJson(db, ['collected', 'given'], community).as('community'),
    rowsAsJson(db, ['at', 'entries', 'off'], checks).as('checks'),
    rowsAsJson(db, communityColumns, payouts).as('payouts'),
    percentagesOn(from).as('percentagesBefore'),
    percentagesOn(to).as('percentages'),
  ])
})

/** Payouts are in none of the sums: a month with nothing else has rows that say nothing. */
const saysNothing = ({ shares, tax, sales, returns }: Sums) =>
  sales === 0 && returns === 0 && tax === 0 && Object.values(shares).every((amount) => amount === 0)

/** More than nothing must have been sold, and the makers must not have given back more than they got. */
const percentOf = (part: Paise, total: Paise) => (total > 0 && part >= 0 ? wholePercentOf(part, total) : null)

/** The ledger of an Indian month, of the one it is now where none is named. Throws NO_SUCH_MONTH. */
export async function getLedger(db: Db, now: Date, asked?: string): Promise<Ledger> {
  const today = indianMonth(now)
  const month = asked ?? today
  // Days of 31: as texts they are after any day of a shorter month.
  const [row] = await readMonth(db, { month, from: `${monthAfter(month, -1)}-01`, to: `${month}-31` })
  if (!row) throw new Error('the ledger cannot be read')
  const known = Read.months.parse(JSON.parse(row.months))
  const since = known.at(-1)?.month ?? null
  const months = [...new Set([...known.map((one) => one.month), today])].sort().reverse()
  const isBetween = since !== null && month > since && month < today
  if (!months.includes(month) && !isBetween) throw noSuchMonth()

  const rows = Read.sums.parse(JSON.parse(row.sums))
  const stated = rows.filter(({ unstated }) => unstated === 0)
  const unstated = rows.filter((one) => one.unstated === 1).map(toSums)
  const sums = stated.map(toSums).reduce(plusSums, toSums(undefined))
  const makers = stated
    .filter(({ number }) => number > 0)
    .map((one) => {
      const { number, producer, name, shown } = one
      const isNamed = producer !== null && name !== null
      return { ...toSums(one), number, producer: isNamed ? { ...(shown ? { _id: producer } : {}), name } : null }
    })
    .filter((maker) => !saysNothing(maker))
    .sort((a, b) => b.total - a.total || a.number - b.number)
  const withoutMaker = toSums(stated.find(({ number }) => number === 0))
  const numbers = known.find((one) => one.month === month)
  const [{ collected, given }] = Read.community.parse(JSON.parse(row.community))
  const [check] = Read.checks.parse(JSON.parse(row.checks))
  return {
    month,
    months,
    sums,
    percentages: row.percentages === row.percentagesBefore ? readPercentages(row.percentages) : null,
    percent: percentOf(sums.toMakers, sums.total),
    makers,
    withoutMaker: saysNothing(withoutMaker) ? null : withoutMaker,
    unstated: {
      total: sumOf(unstated.map(({ total }) => total)),
      sales: unstated.reduce((sum, { sales }) => sum + sales, 0),
      returns: unstated.reduce((sum, { returns }) => sum + returns, 0),
    },
    numbers: numbers ? { first: numbers.first, last: numbers.last, lastHash: numbers.hash } : null,
    entries: known[0]?.last ?? 0,
    lastHash: known[0]?.hash ?? null,
    check: check ? { ...check, at: new Date(check.at) } : null,
    community: {
      since,
      collected,
      given,
      left: minus(collected, given),
      payouts: z.array(z.unknown()).parse(JSON.parse(row.payouts)).map(toCommunityPayout),
    },
  }
}

/** How the last check ended, with what is wrong. */
export async function getLedgerCheck(db: Db) {
  const row = await db.selectFrom('ledger_checks').selectAll().executeTakeFirst()
  return {
    check: row ? { at: new Date(row.at), entries: row.entries, off: row.bad_number, problem: row.problem } : null,
  }
}
