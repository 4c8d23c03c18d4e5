import { type Selectable, sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { type DemoMonth, markDemo, readDemoMonth } from '#kernel/db/demo-month.ts'
import { countRows, readPage } from '#kernel/db/query/read-page.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Paise } from '#shared/money.ts'
import { accountLabel } from '../payouts.account.ts'
import { type Payout, type PayoutRun, payoutNotFound, payoutRunNotFound } from '../payouts.contract.ts'
import type { PayoutState } from '../payouts.states.ts'
import { PAYOUTS_PER_PAGE, RUNS_PER_PAGE } from '../payouts.states.ts'
import { readAccount } from './read-account.ts'

const FAILURES = 5

type PayoutRow = Selectable<Tables['payouts']> & { made_at: number }

const withRun = (db: Db) =>
  db
    .selectFrom('payouts')
    .innerJoin('payout_runs', 'payout_runs.number', 'payouts.run')
    .selectAll('payouts')
    .select('made_at')

const toPayout = (row: PayoutRow, month: DemoMonth | undefined): Payout => {
  const account = readAccount(row.account)
  return {
    _id: row.id,
    run: row.run,
    madeAt: new Date(row.made_at),
    producer: { _id: row.producer_id, name: row.producer_name },
    amount: row.amount_paise,
    state: row.state,
    account: account && accountLabel(account),
    ...(row.reference === null ? {} : { reference: row.reference }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.ended_at === null ? {} : { endedAt: new Date(row.ended_at) }),
    ...(row.seller_email === null ? {} : { endedBy: row.seller_email }),
    ...markDemo(month, 'runs', row.run),
  }
}

export async function getPayout(db: Db, id: string) {
  const row = await withRun(db).where('payouts.id', '=', id).executeTakeFirst()
  if (!row) throw payoutNotFound()
  return toPayout(row, await readDemoMonth(db))
}

interface WantedPayouts {
  run?: number | undefined
  producer?: string | undefined
  state?: PayoutState | undefined
  page?: number | undefined
  limit?: number | undefined
}

/** The newest run first, then by name. */
export async function listPayouts(db: Db, { run, producer, state, page, limit = PAYOUTS_PER_PAGE }: WantedPayouts) {
  const fitting = withRun(db)
    .$if(run !== undefined, (select) => select.where('run', '=', run ?? 0))
    .$if(producer !== undefined, (select) => select.where('producer_id', '=', producer ?? ''))
    .$if(state !== undefined, (select) => select.where('state', '=', state ?? 'open'))
  const { rows, ...paging } = await readPage({ page, limit }, countRows(fitting.clearSelect()), (limit, offset) =>
    fitting
      .orderBy('run', 'desc')
      .orderBy(sql`lower(producer_name)`)
      .orderBy('payouts.id')
      .limit(limit)
      .offset(offset)
      .execute(),
  )
  const month = await readDemoMonth(db)
  return { payouts: rows.map((row) => toPayout(row, month)), ...paging }
}

interface Paging {
  page?: number | undefined
  limit?: number | undefined
}

export async function listRuns(db: Db, { page, limit = RUNS_PER_PAGE }: Paging) {
  const all = db.selectFrom('payout_runs')
  const { rows, ...paging } = await readPage({ page, limit }, countRows(all), (limit, offset) =>
    all.selectAll().orderBy('number', 'desc').limit(limit).offset(offset).execute(),
  )
  return { runs: await toRuns(db, rows), ...paging }
}

export async function getRun(db: Db, number: number) {
  const row = await db.selectFrom('payout_runs').selectAll().where('number', '=', number).executeTakeFirst()
  const [run] = row ? await toRuns(db, [row]) : []
  if (!run) throw payoutRunNotFound()
  return run
}

async function toRuns(db: Db, rows: readonly Selectable<Tables['payout_runs']>[]): Promise<PayoutRun[]> {
  if (rows.length === 0) return []
  const numbers = rows.map(({ number }) => number)
  const countOf = <Name extends string>(state: PayoutState, name: Name) =>
    sql<number>`count(case when state = ${state} then 1 end)`.as(name)
  const [sums, failed, month] = await Promise.all([
    db
      .selectFrom('payouts')
      .select(['run', sql<Paise>`cast(sum(amount_paise) as bigint)`.as('amount'), countOf('open', 'open')])
      .select([
        countOf('sent', 'sent'),
        countOf('failed', 'failed'),
        countOf('waiting', 'waiting'),
        countOf('given up', 'givenUp'),
        sql<number>`count(case when account = 'null' then 1 end)`.as('found'),
      ])
      .where('run', 'in', numbers)
      .groupBy('run')
      .execute(),
    db
      .selectFrom('payouts')
      .select(['run', 'producer_id', 'producer_name', 'reason'])
      .where('run', 'in', numbers)
      .where('state', '=', 'failed')
      .orderBy(sql`lower(producer_name)`)
      .execute(),
    readDemoMonth(db),
  ])
  const sumOf = new Map(sums.map((sum) => [sum.run, sum]))
  const failedOf = Map.groupBy(failed, ({ run }) => run)
  return rows.map(({ number, made_at, seller_email }) => {
    const sum = sumOf.get(number)
    if (!sum) throw new Error(`payout run ${number} pays nobody`)
    return {
      number,
      madeAt: new Date(made_at),
      madeBy: seller_email,
      isFound: sum.found > 0,
      amount: sum.amount,
      producers: sum.open + sum.sent + sum.failed + sum.waiting + sum.givenUp,
      ...{ open: sum.open, sent: sum.sent, failed: sum.failed, waiting: sum.waiting, givenUp: sum.givenUp },
      failures: (failedOf.get(number) ?? []).slice(0, FAILURES).map(({ producer_id, producer_name, reason }) => ({
        producer: { _id: producer_id, name: producer_name },
        reason: reason ?? '',
      })),
      ...markDemo(month, 'runs', number),
    }
  })
}
