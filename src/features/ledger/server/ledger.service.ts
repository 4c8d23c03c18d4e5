import { sql } from 'kysely'
import { z } from 'zod'
import { percentagesOn, readPercentages } from '#features/prices/server/percentages.ts'
import type { Db } from '#kernel/db/database.ts'
import { demoMonthNote, markDemo, parseDemoMonth } from '#kernel/db/demo-month.ts'
import { rowsAsJson } from '#kernel/db/query/json.ts'
import { prepared, type Slots } from '#kernel/db/query/prepared.ts'
import type { Deps } from '#kernel/deps.ts'
import { indianMonth } from '#shared/day.ts'
import { messageIn } from '#shared/messages.ts'
import { minus, type Paise, wholePercentOf } from '#shared/money.ts'
import { PaiseNumber } from '#shared/rupees-codec.ts'
import { FEWEST_OTHERS, type Ledger, noSuchMonth, SHOWN_COMMUNITY_PAYOUTS, type Sums } from '../ledger.contract.ts'
import { monthAfter } from '../ledger.words.ts'
import { communityColumns, toCommunityPayout } from './community-payouts.ts'
import { amountColumns, plusSums, SumRow, toSums } from './sums-answer.ts'

const sumColumns = ['number', 'unstated', 'named', 'sales', 'returns', ...amountColumns]

const Read = {
  sums: z.array(
    SumRow.extend({
      number: z.int(),
      unstated: z.int(),
      named: z.int(),
      producer: z.string().nullable(),
      name: z.string().nullable(),
      shown: z.int(),
    }),
  ),
  months: z.array(z.object({ month: z.string(), first: z.int(), last: z.int(), hash: z.string(), skipped: z.int() })),
  community: z.tuple([z.object({ collected: PaiseNumber, given: PaiseNumber })]),
  paid: z.tuple([z.object({ paid: PaiseNumber })]),
  checks: z.array(z.object({ at: z.int(), entries: z.int(), off: z.int().nullable() })),
}

/** One statement for the page of a month: sums are stored, so there are few rows. */
const readMonth = prepared((db, { month, from, to }: Slots<{ month: string; from: string; to: string }>) => {
  // `shown`: the producer has a page.
  const sums = sql`select maker_number as number, unstated, named, sales, returns, ${sql.join(amountColumns.map((name) => sql.ref(name)))},
      producer.id as producer, producer.name as name,
      case when producer.id is not null and producer.suspended_at is null then 1 else 0 end as shown
    from ledger_sums left join ledger_makers on ledger_makers.number = maker_number
      left join producers as producer on producer.id = ledger_makers.producer_id and producer.ledger_consent = 1
    where month = ${month} order by maker_number, unstated, named`
  const months = sql`select month, first_number as first, last_number as last, last_hash as hash, skipped
    from ledger_months order by month desc`
  const community = sql`select coalesce(sum(community_paise), 0) as collected, coalesce(sum(given_paise), 0) as given
    from ledger_sums`
  // For each maker: earnings of earlier months, and payments beyond them.
  const paid = sql`select coalesce(sum(case when paid <= earlier then 0 when paid - earlier < earned then paid - earlier else earned end), 0)
      as paid
    from (select maker_number,
        sum(case when month < ${month} then maker_paise + producer_paise else 0 end) as earlier,
        sum(case when month = ${month} then maker_paise + producer_paise else 0 end) as earned, sum(paid_paise) as paid
      from ledger_sums where maker_number > 0 and unstated = 0 group by maker_number) as by_maker
    where earned > 0`
  const checks = sql`select at, entries, bad_number as off from ledger_checks`
  const payouts = sql`select ${sql.join(communityColumns.map((name) => sql.ref(name)))} from community_payouts
    order by entry_number desc limit ${sql.lit(SHOWN_COMMUNITY_PAYOUTS)}`
  return db.selectNoFrom([
    rowsAsJson(db, [...sumColumns, 'producer', 'name', 'shown'], sums).as('sums'),
    rowsAsJson(db, ['month', 'first', 'last', 'hash', 'skipped'], months).as('months'),
    rowsAsJson(db, ['collected', 'given'], community).as('community'),
    rowsAsJson(db, ['paid'], paid).as('paid'),
    rowsAsJson(db, ['at', 'entries', 'off'], checks).as('checks'),
    rowsAsJson(db, communityColumns, payouts).as('payouts'),
    percentagesOn(from).as('percentagesBefore'),
    percentagesOn(to).as('percentages'),
    demoMonthNote.as('demo'),
  ])
})

/** A month with only payouts has rows without sums. */
const saysNothing = ({ shares, tax, sales, returns }: Sums) =>
  sales === 0 && returns === 0 && tax === 0 && Object.values(shares).every((amount) => amount === 0)

type SumsRead = z.output<typeof Read.sums>[number]

/** No maker, or one who agreed then and does now. */
const isNamed = ({ number, named, producer }: SumsRead) => named === 1 && (number === 0 || producer !== null)
const countMakers = (rows: readonly SumsRead[]) =>
  new Set(rows.flatMap(({ number }) => (number > 0 ? [number] : []))).size
const sumUp = (rows: readonly SumsRead[] = []) => rows.map(toSums).reduce(plusSums, toSums(undefined))

/** The percentage, unless nothing was sold or makers gave back more than they got. */
const percentOf = (part: Paise, total: Paise) => (total > 0 && part >= 0 ? wholePercentOf(part, total) : null)

/** The ledger of an Indian month, by default the present one. Throws NO_SUCH_MONTH. */
export async function getLedger(db: Db, now: Date, asked?: string): Promise<Ledger> {
  const today = indianMonth(now)
  const month = asked ?? today
  // As texts, days up to 31 fit any month.
  const [row] = await readMonth(db, { month, from: `${monthAfter(month, -1)}-01`, to: `${month}-31` })
  if (!row) throw new Error('the ledger cannot be read')
  const demo = parseDemoMonth(row.demo)
  const known = Read.months.parse(JSON.parse(row.months))
  const since = known.at(-1)?.month ?? null
  const months = [...new Set([...known.map((one) => one.month), today])].sort().reverse()
  const isBetween = since !== null && month > since && month < today
  if (!months.includes(month) && !isBetween) throw noSuchMonth()

  const rows = Read.sums.parse(JSON.parse(row.sums)).filter((one) => !saysNothing(toSums(one)))
  const others = rows.filter((one) => !isNamed(one))
  const isFew = others.length > 0 && countMakers(others) < FEWEST_OTHERS
  const [stated, unstated] = [0, 1].map((which) => rows.filter((one) => one.unstated === which))
  const sums = isFew ? null : sumUp(stated)
  const makers = (stated ?? [])
    .filter((one) => one.number > 0 && isNamed(one))
    .map((one) => {
      const { number, producer, name, shown } = one
      return { ...toSums(one), number, producer: { ...(shown && producer ? { _id: producer } : {}), name: name ?? '' } }
    })
    .sort((a, b) => b.total - a.total || a.number - b.number)
  const withoutMaker = stated?.find((one) => one.number === 0 && isNamed(one))
  const skipped = known.reduce((sum, one) => sum + one.skipped, 0)
  const numbers = known.find((one) => one.month === month)
  const [{ collected, given }] = Read.community.parse(JSON.parse(row.community))
  const [{ paid: paidSoFar }] = Read.paid.parse(JSON.parse(row.paid))
  const [check] = Read.checks.parse(JSON.parse(row.checks))
  return {
    month,
    months,
    sums,
    percentages: row.percentages === row.percentagesBefore ? readPercentages(row.percentages) : null,
    percent: sums && percentOf(sums.toMakers, sums.total),
    paidSoFar: sums && paidSoFar,
    makers,
    others:
      others.length === 0
        ? null
        : { makers: countMakers(others), sums: isFew ? null : sumUp(others.filter((one) => one.unstated === 0)) },
    withoutMaker: withoutMaker ? toSums(withoutMaker) : null,
    unstated: {
      ...sumUp(unstated),
      ...(isFew && others.some((one) => one.unstated === 1) ? { total: null } : {}),
    },
    numbers: numbers
      ? {
          ...{ first: numbers.first, last: numbers.last, lastHash: numbers.hash },
          ...markDemo(demo, 'entries', numbers.first),
        }
      : null,
    entries: (known[0]?.last ?? 0) - skipped,
    skipped,
    lastHash: known[0]?.hash ?? null,
    check: check ? { ...check, at: new Date(check.at) } : null,
    ...(known.length > 0 ? markDemo(demo, 'entries', 1) : {}),
    community: {
      since,
      collected,
      given,
      left: minus(collected, given),
      payouts: z.array(z.unknown()).parse(JSON.parse(row.payouts)).map(toCommunityPayout),
    },
  }
}

export async function getLedgerCheck({ db, word }: Pick<Deps, 'db' | 'word'>) {
  const row = await db.selectFrom('ledger_checks').selectAll().executeTakeFirst()
  if (!row) return { check: null }
  // A version before kept the sentence itself.
  const said = messageIn(row.problem ?? '')
  const problem = said ? word(said) : row.problem
  return { check: { at: new Date(row.at), entries: row.entries, off: row.bad_number, problem } }
}
