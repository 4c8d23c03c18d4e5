import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { NO_MONEY, paise } from '#shared/money.ts'
import { countPages } from '#shared/paging.ts'
import { accountLabel } from '../../payouts.account.ts'
import { STATEMENT_LINES, type Statement, type StatementLine, statementNotFound } from '../../statements.contract.ts'
import { readAccount } from '../read-account.ts'

/** Sums and counts over all lines, whichever page is read: each row has them. */
const overAll = (what: string) => sql<number | null>`cast(${sql.raw(what)} over () as bigint)`
const countOf = (kinds: readonly string[]) =>
  overAll(`sum(case when e.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')}) then 1 else 0 end)`)
const isPiece = `e.kind not in ('payout', 'payout failed')`

/** The payout in every row, with its lines, newest first; one row without a line where it holds none. */
const rowsOf = (db: Db, id: string) =>
  db
    .selectFrom('payouts as p')
    .innerJoin('payout_runs as r', 'r.number', 'p.run')
    .leftJoin('producer_applications as a', 'a.id', 'p.producer_id')
    .leftJoin('ledger_dues as d', 'd.payout_id', 'p.id')
    .leftJoin('ledger_entries as e', 'e.number', 'd.entry_number')
    .leftJoin('order_lines as l', (on) =>
      on.onRef('l.order_id', '=', 'd.order_id').on(sql<boolean>`l.position = d.line - 1`),
    )
    .leftJoin('parcels as c', (on) => on.onRef('c.order_id', '=', 'd.order_id').onRef('c.number', '=', 'l.parcel'))
    .leftJoin('orders as o', 'o.id', 'd.order_id')
    .leftJoin('payouts as other', 'other.id', 'e.payout_id')
    .where('p.id', '=', id)
    .select(['p.id', 'p.run', 'r.made_at', 'p.producer_id', 'p.producer_name', 'a.email', 'p.amount_paise', 'p.state'])
    .select(['p.account', 'p.reference', 'p.reason', 'p.ended_at', 'p.last_number', 'p.last_hash'])
    .select(['e.number as entry', 'e.at', 'e.kind', 'e.quantity', 'e.order_hash', 'e.maker_paise', 'e.producer_paise'])
    .select(['e.reason as line_reason', 'd.amount_paise as together', 'd.line', 'd.order_id', 'l.name as piece'])
    .select(['c.delivered_at', 'o.number as order_number', 'other.run as other_run', 'other.reason as other_reason'])
    .select([
      overAll('count(e.number)').as('total'),
      overAll(`sum(case when ${isPiece} then e.maker_paise else 0 end)`).as('maker_sum'),
      overAll(`sum(case when ${isPiece} then e.producer_paise else 0 end)`).as('profit_sum'),
      overAll('sum(d.amount_paise)').as('together_sum'),
      countOf(['sale']).as('sales'),
      countOf(['return']).as('returns'),
      countOf(['loss']).as('losses'),
      countOf(['correction']).as('corrections'),
      countOf(['payout', 'payout failed']).as('payouts'),
      overAll(`min(case when e.kind = 'sale' then c.delivered_at end)`).as('delivered_from'),
      overAll(`max(case when e.kind = 'sale' then c.delivered_at end)`).as('delivered_to'),
    ])
    .orderBy('e.number', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

const given = <Name extends string, Value>(name: Name, value: Value | null) =>
  (value === null ? {} : { [name]: value }) as { [name in Name]?: Value }

/** One page of a statement, from 1 on. Throws STATEMENT_NOT_FOUND. */
export async function readStatementPage(db: Db, id: string, page = 1) {
  const read = (at: number) =>
    rowsOf(db, id)
      .limit(STATEMENT_LINES)
      .offset((at - 1) * STATEMENT_LINES)
      .execute()
  const rows = await read(page)
  // Past the end there is no row to say what the statement is.
  const [row] = rows.length > 0 || page === 1 ? rows : await read(1)
  if (!row) throw statementNotFound()
  const total = row.total ?? 0
  return { statement: toStatement(row), lines: linesOf(rows), total, page, pages: countPages(total, STATEMENT_LINES) }
}

/** A whole statement, for paper and files. Throws STATEMENT_NOT_FOUND. */
export async function readStatement(db: Db, id: string) {
  const rows = await rowsOf(db, id).execute()
  const [row] = rows
  if (!row) throw statementNotFound()
  return { statement: toStatement(row), lines: linesOf(rows) }
}
export type WholeStatement = Awaited<ReturnType<typeof readStatement>>

function toStatement(row: Row): Statement {
  const { delivered_from, delivered_to, email } = row
  const account = readAccount(row.account)
  const money = (sum: number | null) => paise(sum ?? 0)
  return {
    _id: row.id,
    run: { number: row.run, madeAt: new Date(row.made_at) },
    producer: { _id: row.producer_id, name: row.producer_name, ...(email ? { email } : {}) },
    state: row.state,
    amount: row.amount_paise,
    account: account && accountLabel(account),
    ...given('reference', row.reference),
    ...given('reason', row.reason),
    ...(row.ended_at === null ? {} : { endedAt: new Date(row.ended_at) }),
    ...(delivered_from === null || delivered_to === null
      ? {}
      : { delivered: { from: new Date(delivered_from), to: new Date(delivered_to) } }),
    counts: {
      sales: row.sales ?? 0,
      returns: row.returns ?? 0,
      losses: row.losses ?? 0,
      corrections: row.corrections ?? 0,
      payouts: row.payouts ?? 0,
    },
    sums: { maker: money(row.maker_sum), profit: money(row.profit_sum), together: money(row.together_sum) },
    lastEntry: { number: row.last_number, hash: row.last_hash },
  }
}

const linesOf = (rows: readonly Row[]) => rows.flatMap(toLine)

function toLine(row: Row): StatementLine[] {
  const { entry, at, kind, quantity, together, order_id, order_number, order_hash, line, delivered_at } = row
  // A payout that was entered after a restore holds no lines.
  if (entry === null || at === null || kind === null || together === null) return []
  const isPayout = kind === 'payout' || kind === 'payout failed'
  return [
    {
      entry,
      kind,
      at: new Date(at),
      ...(delivered_at === null || kind !== 'sale' ? {} : { deliveredAt: new Date(delivered_at) }),
      ...(order_id === null || order_number === null || order_hash === null
        ? {}
        : { order: { _id: order_id, number: order_number, hash: order_hash, ...given('line', line) } }),
      ...given('piece', row.piece),
      quantity: quantity ?? 0,
      maker: (isPayout ? null : row.maker_paise) ?? NO_MONEY,
      profit: (isPayout ? null : row.producer_paise) ?? NO_MONEY,
      together,
      ...given('reason', isPayout ? row.other_reason : row.line_reason),
      ...given('ofRun', isPayout ? row.other_run : null),
    },
  ]
}
