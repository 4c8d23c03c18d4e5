import { sql } from 'kysely'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { takeUntold } from '#kernel/db/untold.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { newId } from '#shared/ids.ts'
import { formatMoney, formatRupees } from '#shared/money.ts'
import { type GatewayCheck, MOST_PROBLEMS, type MoneyProblem, problemNotFound } from '../money-problems.contract.ts'
import { type MoneyProblemKind, serviceName } from '../money-problems.kinds.ts'
import { message } from '../orders.messages.ts'
import { followProblem } from '../parcels/server/follow-parcels.ts'
import { lockOrder } from './order-row.ts'

export interface NewProblem {
  kind: MoneyProblemKind
  /** The thing with the problem: one problem of each kind for it. */
  subject: string
  orderId: string | null
  provider: string
  /** The amount in the currency's smallest unit. */
  amount: number
  currency: string
}

/** Notes a problem of a locked order, or of none, once, and mails it to the shop. A closed one with another amount is open again. */
export async function noteProblem(tx: Tx, at: Date, problem: NewProblem) {
  const { kind, subject, orderId: order_id, provider, amount: amount_minor, currency } = problem
  const open = { amount_minor, at: at.getTime(), shop_told: 0, closed_at: null, closed_by: null, note: null }
  await tx
    .insertInto('money_problems')
    .values({ id: newId(), kind, subject, order_id, provider, currency, ...open })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet(open)
        .where('money_problems.closed_at', 'is not', null)
        .where('money_problems.amount_minor', '<>', amount_minor),
    )
    .execute()
  if (order_id !== null) await followProblem(tx, order_id)
}

/** Ends problems of a locked order, or of none: what was missing is there. */
export async function endProblems(
  tx: Tx,
  at: Date,
  orderId: string | null,
  kinds: readonly MoneyProblemKind[],
  subject?: string,
) {
  await tx
    .updateTable('money_problems')
    .set({ closed_at: at.getTime() })
    .where('order_id', orderId === null ? 'is' : '=', orderId)
    .where('kind', 'in', kinds)
    .where('closed_at', 'is', null)
    .$if(subject !== undefined, (update) => update.where('subject', '=', subject ?? ''))
    .execute()
  if (orderId !== null) await followProblem(tx, orderId)
}

/** Open problems, the oldest first, 100 at most, and the last comparisons with payment services. */
export async function listMoneyProblems({ db, word }: Pick<Deps, 'db' | 'word'>, orderId?: string) {
  const [rows, checks] = await Promise.all([
    db
      .selectFrom('money_problems as problems')
      .leftJoin('orders', 'orders.id', 'problems.order_id')
      .select(['problems.id', 'kind', 'subject', 'order_id', 'provider', 'amount_minor', 'currency', 'at'])
      .select('orders.number')
      .where('closed_at', 'is', null)
      .$if(orderId !== undefined, (select) => select.where('order_id', '=', orderId ?? ''))
      .orderBy('at')
      .orderBy('problems.id')
      .limit(MOST_PROBLEMS)
      .execute(),
    db.selectFrom('gateway_checks').selectAll().orderBy('provider').execute(),
  ])
  const problems = rows.map((row): MoneyProblem => {
    const { kind, provider, amount_minor: amount, currency } = row
    return {
      _id: row.id,
      kind,
      order: row.order_id === null || row.number === null ? null : { _id: row.order_id, number: row.number },
      amount: formatMoney(amount, currency),
      text: word(message('MONEY_PROBLEM', { kind, amount, currency, provider })),
      reference: row.subject,
      at: new Date(row.at),
    }
  })
  return {
    problems,
    checks: checks.map(
      ({ provider, at, payments, gateway_paise, books_paise, off }): GatewayCheck => ({
        ...{ provider: serviceName(provider), at: new Date(at), payments, isRight: off === 0 },
        ...{ gateway: formatRupees(gateway_paise), books: formatRupees(books_paise) },
      }),
    ),
  }
}

/** A seller closes a problem with a note; idempotent. Throws PROBLEM_NOT_FOUND. */
export async function closeMoneyProblem(deps: Deps, who: Principal, id: string, note: string) {
  await transact(deps, async (tx) => {
    const wanted = tx.selectFrom('money_problems').selectAll().where('id', '=', id)
    const found = await wanted.executeTakeFirst()
    if (!found) throw problemNotFound()
    const order = found.order_id === null ? undefined : await lockOrder(tx, found.order_id)
    const problem = await wanted.executeTakeFirst()
    if (!problem || problem.closed_at !== null) return
    const at = deps.now()
    const what = order ? `Order ${order.number}` : `Money without an order (${problem.subject})`
    const money = formatMoney(problem.amount_minor, problem.currency)
    const summary = `${what}: ${problem.kind}, ${money}, seen to: ${note}`
    const act = { who, action: 'order.money-problem', subject: order?.id ?? problem.subject, summary, at } as const
    const closed_by = await recordAct(tx, act)
    await tx
      .updateTable('money_problems')
      .set({ closed_at: at.getTime(), closed_by, note })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .execute()
    if (order) await followProblem(tx, order.id)
  })
  return { message: message('PROBLEM_SEEN_TO') }
}

/** As in the index money_problems_untold, else it is not used. */
const isUntold = sql<boolean>`shop_told = 0`

/** Takes problems not yet mailed to the seller, oldest first; they count as told. */
export async function takeNewProblems(tx: Tx, atMost: number) {
  const untold = tx
    .selectFrom('money_problems')
    .select(['money_problems.id', 'kind', 'provider', 'amount_minor', 'currency'])
    .select(({ selectFrom }) =>
      selectFrom('orders').select('number').whereRef('orders.id', '=', 'money_problems.order_id').as('number'),
    )
    .where(isUntold)
    .orderBy('at')
    .limit(atMost)
  return takeUntold(tx, 'money_problems', untold)
}
