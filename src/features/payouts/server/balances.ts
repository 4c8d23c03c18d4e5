import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { minus, NO_MONEY, type Paise, plus, sumOf } from '#shared/money.ts'
import { accountLabel } from '../payouts.account.ts'
import type { Balance } from '../payouts.contract.ts'
import { type NextStep, nextSteps } from '../payouts.states.ts'
import { findHeldDues } from './held-dues.ts'
import { lockedSince } from './lock.ts'
import { type Payee, readPayees } from './payees.ts'
import { findProducerNames, nameOf } from './producer-names.ts'
import { readAccount } from './read-account.ts'

/** What a producer is owed, in paise. */
interface Owed {
  producerId: string
  /** Due, without `held`. */
  due: Paise
  later: Paise
  held: Paise
}

/** Dues in no payout, and those of them that wait; of one producer, or of all. Reads an index of open dues once. */
export async function readOwed(db: Db, now: Date, producerId?: string) {
  const at = now.getTime()
  const [sums, held] = await Promise.all([
    db
      .selectFrom('ledger_dues')
      .select('producer_id')
      .select(sql<Paise>`cast(sum(case when due_at <= ${at} then amount_paise else 0 end) as bigint)`.as('over'))
      .select(sql<Paise>`cast(sum(case when due_at > ${at} then amount_paise else 0 end) as bigint)`.as('later'))
      .where('payout_id', 'is', null)
      .$if(producerId !== undefined, (dues) => dues.where('producer_id', '=', producerId ?? ''))
      .groupBy('producer_id')
      .execute(),
    findHeldDues(db, now),
  ])
  const heldOf = Map.groupBy(held, ({ producerId }) => producerId)
  const owed = sums.map(({ producer_id: producerId, over, later }): Owed => {
    const waits = sumOf((heldOf.get(producerId) ?? []).map(({ amount }) => amount))
    return { producerId, due: minus(over, waits), later, held: waits }
  })
  return { owed, held: heldOf }
}

/** What one producer is owed, in paise: due, without what waits, and what comes later. */
export async function readOwedTo(db: Db, now: Date, producerId: string) {
  const [own] = (await readOwed(db, now, producerId)).owed
  return { due: own?.due ?? NO_MONEY, later: own?.later ?? NO_MONEY }
}

/** What the next run does with a producer's due. */
export function nextStep(due: Paise, { account, isSuspended, waitsUntil, mustCall }: Payee, least: Paise): NextStep {
  if (due < 0) return 'netted'
  if (due === 0) return 'nothing'
  if (isSuspended) return 'suspended'
  if (account === undefined) return 'no account'
  if (due < least) return 'below'
  if (mustCall) return 'call'
  return waitsUntil === null ? 'run' : 'waits'
}

/** Every balance that is not 0: the next to be paid first, then by name. */
export async function listDue(deps: Pick<Deps, 'db' | 'config' | 'now'>) {
  const { db, config } = deps
  const now = deps.now()
  const { owed } = await readOwed(db, now)
  const open = owed.filter(({ due, later, held }) => due !== 0 || later !== 0 || held !== 0)
  const ids = open.map(({ producerId }) => producerId)
  const [names, payees, askedAt, since] = await Promise.all([
    findProducerNames(db, ids),
    readPayees(db, now),
    timesOfAsking(db),
    lockedSince(db),
  ])
  const balances = open
    .map(({ producerId, ...amounts }): Balance => {
      const payee = payees(producerId)
      const account = labelOf(payee)
      const accountAskedAt = askedAt.get(producerId)
      return {
        producer: { _id: producerId, name: nameOf(names, producerId) },
        account,
        ...(account === null && accountAskedAt ? { accountAskedAt } : {}),
        ...(payee.waitsUntil ? { waitsUntil: payee.waitsUntil } : {}),
        ...amounts,
        next: nextStep(amounts.due, payee, config.payoutMinPaise),
      }
    })
    .toSorted(
      (one, other) =>
        nextSteps.indexOf(one.next) - nextSteps.indexOf(other.next) ||
        one.producer.name.localeCompare(other.producer.name, 'en-IN'),
    )
  const dueOf = (...steps: readonly NextStep[]) =>
    total(balances.flatMap(({ next, due }) => (steps.includes(next) ? [due] : [])))
  return {
    balances,
    run: dueOf('run'),
    waiting: dueOf('below', 'waits', 'call', 'no account', 'suspended'),
    netted: dueOf('netted'),
    later: total(balances.flatMap(({ later }) => (later === 0 ? [] : [later]))),
    held: total(balances.flatMap(({ held }) => (held === 0 ? [] : [held]))),
    least: config.payoutMinPaise,
    returnDays: config.returnDays,
    lockedSince: since ?? null,
  }
}

const total = (amounts: readonly Paise[]) => ({ amount: amounts.reduce(plus, NO_MONEY), producers: amounts.length })

function labelOf({ account }: Payee) {
  const read = account === undefined ? null : readAccount(account)
  return read && accountLabel(read)
}

/** When a mail last asked each producer for an account. */
async function timesOfAsking(db: Db) {
  const rows = await db.selectFrom('payout_asks').selectAll().execute()
  return new Map(rows.map(({ producer_id, asked_at }) => [producer_id, new Date(asked_at)]))
}
