import { sql } from 'kysely'
import { type EntryKind, entryKinds } from '#features/ledger/ledger.kinds.ts'
import { writeOpening } from '#features/ledger/server/entry-csv.ts'
import type { Db } from '#kernel/db/database.ts'
import { type DemoMonth, markDemo, readDemoMonth } from '#kernel/db/demo-month.ts'
import type { Language } from '#shared/languages.ts'
import { NO_MONEY, type Paise } from '#shared/money.ts'
import { countPages } from '#shared/paging.ts'
import { accountLabel } from '../../payouts.account.ts'
import { type EnteredState, enteredStates, STATEMENT_LINES } from '../../payouts.states.ts'
import { type Statement, type StatementLine, statementNotFound } from '../../statements.contract.ts'
import { readAccount } from '../read-account.ts'
import { statementWords } from './statement-words.ts'

const sumOf = (what: string) => sql<Paise>`cast(coalesce(sum(${sql.raw(what)}), 0) as bigint)`
const countOf = (...kinds: EntryKind[]) =>
  sql<number>`cast(count(case when kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) then 1 end) as integer)`
const isPiece = "kind not in ('payout', 'payout failed')"

interface Part {
  limit: number
  offset: number
}

/**
 * A payout with sums and counts in each row, and its lines, newest first; one row if it has none. Names are looked up by key: joins make PostgreSQL
 * read all orders.
 */
const rowsOf = (db: Db, id: string, part?: Part) =>
  db
    .with(
      (cte) => cte('held').materialized(),
      () =>
        db
          .selectFrom('ledger_dues as d')
          .innerJoin('ledger_entries as e', 'e.number', 'd.entry_number')
          .where('d.payout_id', '=', id)
          .select(['e.number as entry', 'e.at', 'e.kind', 'e.quantity', 'e.order_hash', 'e.reason as line_reason'])
          .select(['e.maker_paise', 'e.producer_paise', 'e.payout_id as other_id'])
          .select(['e.salt', 'e.maker_number', 'e.costs_paise', 'e.community_paise', 'e.shop_paise', 'e.tax_paise'])
          .select('e.advance_paise')
          .select(['d.amount_paise as together', 'd.line', 'd.order_id'])
          .select(
            sql<number | null>`case when e.kind = 'sale' then (
              select c.delivered_at from order_lines as l
              join parcels as c on c.order_id = l.order_id and c.number = l.parcel
              where l.order_id = d.order_id and l.position = d.line - 1) end`.as('delivered_at'),
          ),
    )
    .with('totals', (cte) =>
      cte
        .selectFrom('held')
        .select([
          countOf(...entryKinds).as('total'),
          sumOf(`case when ${isPiece} then maker_paise else 0 end`).as('maker_sum'),
          sumOf(`case when ${isPiece} then producer_paise else 0 end`).as('profit_sum'),
          sumOf('together').as('together_sum'),
          countOf('sale').as('sales'),
          countOf('return').as('returns'),
          countOf('loss').as('losses'),
          countOf('correction').as('corrections'),
          countOf('payout', 'payout failed').as('payouts'),
          sql<number | null>`min(delivered_at)`.as('delivered_from'),
          sql<number | null>`max(delivered_at)`.as('delivered_to'),
        ]),
    )
    .with('lines', (cte) =>
      cte
        .selectFrom('held')
        .selectAll()
        .orderBy('entry', 'desc')
        .$if(part !== undefined, (select) => select.limit(part?.limit ?? 0).offset(part?.offset ?? 0)),
    )
    .selectFrom('payouts as p')
    .innerJoin('payout_runs as r', 'r.number', 'p.run')
    .crossJoin('totals')
    .leftJoin('producers as a', 'a.id', 'p.producer_id')
    .leftJoin('lines', (on) => on.onTrue())
    .leftJoin('payouts as other', 'other.id', 'lines.other_id')
    .where('p.id', '=', id)
    // What waits for a second yes has none yet.
    .where('p.state', 'in', enteredStates)
    .selectAll(['lines', 'totals'])
    .select(['p.id', 'p.run', 'r.made_at', 'p.producer_id', 'p.producer_name', 'a.email', 'p.amount_paise', 'p.state'])
    .$narrowType<{ state: EnteredState }>()
    .select(['p.account', 'p.reference', 'p.reason', 'p.ended_at', 'p.last_number', 'p.last_hash'])
    .select(['other.run as other_run', 'other.reason as other_reason'])
    .select((row) => [
      row
        .selectFrom('order_lines as l')
        .select('l.name')
        .whereRef('l.order_id', '=', 'lines.order_id')
        .where(sql<boolean>`l.position = lines.line - 1`)
        .as('piece'),
      row.selectFrom('orders as o').select('o.number').whereRef('o.id', '=', 'lines.order_id').as('order_number'),
    ])
    .orderBy('lines.entry', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

const given = <Name extends string, Value>(name: Name, value: Value | null) =>
  (value === null ? {} : { [name]: value }) as { [name in Name]?: Value }

/** One page of a statement, from 1 on. Throws STATEMENT_NOT_FOUND. */
export async function readStatementPage(db: Db, id: string, page = 1) {
  const part = { limit: STATEMENT_LINES, offset: (page - 1) * STATEMENT_LINES }
  const rows = await rowsOf(db, id, part).execute()
  const { total, ...whole } = toWhole(rows, await readDemoMonth(db))
  return { ...whole, total, page, pages: countPages(total, STATEMENT_LINES) }
}

/** A whole statement for paper and files. Throws STATEMENT_NOT_FOUND. */
export async function readStatement(db: Db, id: string, language: Language) {
  const rows = await rowsOf(db, id).execute()
  const { statement, lines } = toWhole(rows, await readDemoMonth(db), statementWords[language].endsIn)
  return { statement, lines }
}
export type WholeStatement = Awaited<ReturnType<typeof readStatement>>

function toWhole(rows: readonly Row[], month: DemoMonth | undefined, endsIn?: string) {
  const [row] = rows
  if (!row) throw statementNotFound()
  return {
    statement: { ...toStatement(row, endsIn), ...markDemo(month, 'runs', row.run) },
    lines: rows.flatMap(toLine),
    total: row.total,
  }
}

function toStatement(row: Row, endsIn: string | undefined): Statement {
  const { delivered_from, delivered_to, email } = row
  const account = readAccount(row.account)
  return {
    _id: row.id,
    run: { number: row.run, madeAt: new Date(row.made_at) },
    producer: { _id: row.producer_id, name: row.producer_name, ...(email ? { email } : {}) },
    state: row.state,
    amount: row.amount_paise,
    account: account && accountLabel(account, endsIn),
    ...given('reference', row.reference),
    ...given('reason', row.reason),
    ...(row.ended_at === null ? {} : { endedAt: new Date(row.ended_at) }),
    ...(delivered_from === null || delivered_to === null
      ? {}
      : { delivered: { from: new Date(delivered_from), to: new Date(delivered_to) } }),
    counts: {
      sales: row.sales,
      returns: row.returns,
      losses: row.losses,
      corrections: row.corrections,
      payouts: row.payouts,
    },
    sums: { maker: row.maker_sum, profit: row.profit_sum, together: row.together_sum },
    lastEntry: { number: row.last_number, hash: row.last_hash },
  }
}

/** The text behind the public ledger's hash; null: it shows the entry. */
function openingOf({ salt, maker_number, quantity, advance_paise, ...row }: Row) {
  if (salt === null) return null
  const { maker_paise, costs_paise, producer_paise, community_paise, shop_paise, tax_paise } = row
  return writeOpening(salt, {
    ...{ maker_number, quantity: quantity ?? 0, advance_paise: advance_paise ?? NO_MONEY },
    ...{ maker_paise: maker_paise ?? NO_MONEY, costs_paise: costs_paise ?? NO_MONEY },
    ...{ producer_paise: producer_paise ?? NO_MONEY, community_paise: community_paise ?? NO_MONEY },
    ...{ shop_paise: shop_paise ?? NO_MONEY, tax_paise: tax_paise ?? NO_MONEY },
  })
}

function toLine(row: Row): StatementLine[] {
  const { entry, at, kind, quantity, together, order_id, order_number, order_hash, line, delivered_at } = row
  // A payout entered after a restore has no lines.
  if (entry === null || at === null || kind === null || together === null) return []
  const isPayout = kind === 'payout' || kind === 'payout failed'
  return [
    {
      entry,
      kind,
      at: new Date(at),
      ...(delivered_at === null ? {} : { deliveredAt: new Date(delivered_at) }),
      ...(order_id === null || order_number === null || order_hash === null
        ? {}
        : { order: { _id: order_id, number: order_number, hash: order_hash, ...given('line', line) } }),
      ...given('piece', row.piece),
      quantity: quantity ?? 0,
      maker: (isPayout ? null : row.maker_paise) ?? NO_MONEY,
      profit: (isPayout ? null : row.producer_paise) ?? NO_MONEY,
      together,
      ...given('opening', openingOf(row)),
      ...given('reason', isPayout ? row.other_reason : row.line_reason),
      ...given('ofRun', isPayout ? row.other_run : null),
    },
  ]
}
