import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import { earnedBy } from '#features/ledger/server/earnings.ts'
import { enteredStates } from '#features/payouts/payouts.states.ts'
import { readOwedTo } from '#features/payouts/server/balances.ts'
import { statementAsCsv, statementAsPdf } from '#features/payouts/server/statements/statement-files.ts'
import type { Db } from '#kernel/db/database.ts'
import { readPage } from '#kernel/db/query/read-page.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/guard/session.ts'
import { workshopOf } from '../../door/server/login.ts'
import { type OwnPayout, type OwnSale, statementGone } from '../money.contract.ts'
import { readOnTheWay } from './on-the-way.ts'

const PER_PAGE = 25
const LAST_PAYOUTS = 12

export async function ownMoney({ db, now }: Deps, session: Session, { page }: { page?: number | undefined }) {
  const { id } = workshopOf(session).producer
  const [owed, laterFrom, onTheWay, earned, { rows, ...paging }, payouts] = [
    await readOwedTo(db, now(), id),
    await firstDueAfter(db, now(), id),
    await readOnTheWay(db, id),
    await earnedBy(db, id),
    await readSales(db, id, page),
    (page ?? 1) === 1 ? await lastPayouts(db, id) : [],
  ]
  const lineOf = await readLines(db, id, rows)
  const sales = rows.map((row): OwnSale => {
    const { entry, kind, at, quantity, amount, due_at, payout_id } = row
    const line = lineOf(row)
    return {
      ...{ entry, kind, quantity, amount, at: new Date(at), dueFrom: new Date(due_at) },
      state: payout_id !== null ? 'in a payout' : due_at <= now().getTime() ? 'due' : 'later',
      piece: line?.name ?? null,
      picture: line ? (parsePictures(line.images)[0] ?? null) : null,
      shares: row.line === null ? null : sharesOf(row),
    }
  })
  return { ...owed, laterFrom, onTheWay, earned, sales, payouts, ...paging }
}

/** When the first of what is not due yet will be; null: there is none. */
async function firstDueAfter(db: Db, now: Date, producerId: string) {
  const first = await db
    .selectFrom('ledger_dues')
    .select('due_at')
    .where('producer_id', '=', producerId)
    .where('payout_id', 'is', null)
    .where('due_at', '>', now.getTime())
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return first ? new Date(first.due_at) : null
}

type SaleRow = Awaited<ReturnType<typeof readSales>>['rows'][number]

function readSales(db: Db, producerId: string, page: number | undefined) {
  const all = db
    .selectFrom('ledger_dues as due')
    .innerJoin('ledger_entries as entry', 'entry.number', 'due.entry_number')
    .where('due.producer_id', '=', producerId)
    .where('entry.kind', 'not in', ['payout', 'payout failed'])
  const sales = all
    .select(['entry.number as entry', 'entry.kind', 'entry.at', 'entry.quantity'])
    .select(['maker_paise', 'producer_paise', 'costs_paise', 'community_paise', 'shop_paise'])
    .select(['due.amount_paise as amount', 'due.due_at', 'due.payout_id', 'due.order_id', 'due.line'])
  const count = all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return readPage(
    { page, limit: PER_PAGE },
    count.then(({ total }) => total),
    (limit, offset) => sales.orderBy('entry.number', 'desc').limit(limit).offset(offset).execute(),
  )
}

const sharesOf = (row: SaleRow) => ({
  maker: row.maker_paise,
  producer: row.producer_paise,
  costs: row.costs_paise,
  community: row.community_paise,
  shop: row.shop_paise,
})

/** The lines of a page's sales, for these rows alone. Never another producer's. */
async function readLines(db: Db, producerId: string, rows: readonly SaleRow[]) {
  const orders = [...new Set(rows.flatMap(({ order_id }) => (order_id === null ? [] : [order_id])))]
  const lines =
    orders.length === 0
      ? []
      : await db
          .selectFrom('order_lines')
          .select(['order_id', 'position', 'name', 'images'])
          .where('producer_id', '=', producerId)
          .where('order_id', 'in', orders)
          .execute()
  const keyOf = (order: string | null, line: number | null) => `${order} ${line}`
  const known = new Map(lines.map((line) => [keyOf(line.order_id, line.position + 1), line]))
  return ({ order_id, line }: SaleRow) => known.get(keyOf(order_id, line))
}

async function lastPayouts(db: Db, producerId: string): Promise<OwnPayout[]> {
  const rows = await ownPayouts(db, producerId)
    .innerJoin('payout_runs', 'payout_runs.number', 'payouts.run')
    .select(['payouts.id', 'made_at', 'amount_paise', 'state', 'reference', 'ended_at'])
    .$narrowType<{ state: OwnPayout['state'] }>()
    .orderBy('run', 'desc')
    .orderBy('payouts.id')
    .limit(LAST_PAYOUTS)
    .execute()
  return rows.map(({ id, made_at, amount_paise, state, reference, ended_at }) => ({
    ...{ _id: id, amount: amount_paise, state, reference },
    madeAt: new Date(made_at),
    endedAt: ended_at === null ? null : new Date(ended_at),
  }))
}

/** What waits for a second yes has no statement yet. */
const ownPayouts = (db: Db, producerId: string) =>
  db.selectFrom('payouts').where('producer_id', '=', producerId).where('state', 'in', enteredStates)

/** In the person's language. Throws WORKSHOP_STATEMENT_GONE, for another producer's too. */
export async function ownStatement(deps: Deps, session: Session, id: string) {
  await checkOwn(deps.db, session, id)
  return statementAsPdf(deps, id, session.language)
}

/** Likewise. */
export async function ownStatementCsv(deps: Deps, session: Session, id: string) {
  await checkOwn(deps.db, session, id)
  return statementAsCsv(deps, id, session.language)
}

async function checkOwn(db: Db, session: Session, id: string) {
  const own = ownPayouts(db, workshopOf(session).producer.id).select('id').where('id', '=', id)
  if (!(await own.executeTakeFirst())) throw statementGone()
}
