import { sql } from 'kysely'
import { enteredStates } from '#features/payouts/payouts.states.ts'
import { readOwedTo } from '#features/payouts/server/balances.ts'
import { statementAsCsv, statementAsPdf } from '#features/payouts/server/statements/statement-files.ts'
import type { Db } from '#kernel/db/database.ts'
import { readPage } from '#kernel/db/query/read-page.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/guard/session.ts'
import { workshopOf } from '../../door/server/login.ts'
import { type OwnPayout, type OwnSale, statementGone } from '../money.contract.ts'

const PER_PAGE = 25
const LAST_PAYOUTS = 12

export async function ownMoney({ db, now }: Deps, session: Session, { page }: { page?: number | undefined }) {
  const { id } = workshopOf(session).producer
  const [owed, { rows, ...paging }, payouts] = [
    await readOwedTo(db, now(), id),
    await readSales(db, id, page),
    (page ?? 1) === 1 ? await lastPayouts(db, id) : [],
  ]
  const sales = rows.map(
    ({ entry, kind, at, quantity, amount, due_at, payout_id, piece }): OwnSale => ({
      ...{ entry, kind, quantity, amount, piece, at: new Date(at), dueFrom: new Date(due_at) },
      state: payout_id !== null ? 'in a payout' : due_at <= now().getTime() ? 'due' : 'later',
    }),
  )
  return { ...owed, sales, payouts, ...paging }
}

/** Names are looked up by key, for the rows of the page alone. */
function readSales(db: Db, producerId: string, page: number | undefined) {
  const all = db
    .selectFrom('ledger_dues as due')
    .innerJoin('ledger_entries as entry', 'entry.number', 'due.entry_number')
    .where('due.producer_id', '=', producerId)
    .where('entry.kind', 'not in', ['payout', 'payout failed'])
  const sales = all
    .select(['entry.number as entry', 'entry.kind', 'entry.at', 'entry.quantity'])
    .select(['due.amount_paise as amount', 'due.due_at', 'due.payout_id'])
    .select((row) =>
      row
        .selectFrom('order_lines as line')
        .select('line.name')
        .whereRef('line.order_id', '=', 'due.order_id')
        .where(sql<boolean>`line.position = due.line - 1`)
        .as('piece'),
    )
  const count = all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return readPage(
    { page, limit: PER_PAGE },
    count.then(({ total }) => total),
    (limit, offset) => sales.orderBy('entry.number', 'desc').limit(limit).offset(offset).execute(),
  )
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
