import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { NO_AMOUNTS } from '#features/ledger/ledger.amounts.ts'
import { appendEntries, takeLedgerTurn } from '#features/ledger/server/entries.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { jsonRows } from '#kernel/db/json-rows.ts'
import type { Deps } from '#kernel/deps.ts'
import { newId } from '#shared/ids.ts'
import { formatRupees, minus, NO_MONEY, type Paise, sumOf } from '#shared/money.ts'
import { nobodyToPay } from '../payouts.contract.ts'
import { nextStep, readOwed } from './balances.ts'
import type { HeldDue } from './held-dues.ts'
import { checkUnlocked } from './lock.ts'
import { getRun } from './payouts.service.ts'
import { findProducerNames, nameOf } from './producer-names.ts'
import { askForAccounts } from './tell-producers.ts'

/** Rows in one statement. */
const PART = 200

/**
 * Pays every producer with an account to whom PAYOUT_MIN or more is due: takes their dues, writes a payout each, and enters it in the
 * ledger, all of it or nothing. Runs take turns, so a due is taken once. The same key again answers the run that it made. Throws
 * NOBODY_TO_PAY, PAYOUTS_LOCKED.
 */
export async function makeRun(deps: Deps, sellerId: string, key: string) {
  const number = await transact(deps, async (tx) => {
    await takeLedgerTurn(tx)
    const made = await tx.selectFrom('payout_runs').select('number').where('key', '=', key).executeTakeFirst()
    if (made) return made.number
    await checkUnlocked(tx)
    const now = deps.now()
    const { payouts, unpaid } = await takeDues(deps, tx, now)
    if (payouts.length === 0) throw nobodyToPay(deps.config.payoutMinPaise)
    const run = await nextRun(tx)
    const paid = formatRupees(sumOf(payouts.map(({ amount_paise }) => amount_paise)))
    const summary = `Payout run ${run}: ${paid} to ${toProducers(payouts.length)}`
    const seller_email = await recordAct(tx, { sellerId, action: 'payout.run', subject: String(run), summary, at: now })
    await tx.insertInto('payout_runs').values({ number: run, key, made_at: now.getTime(), seller_email }).execute()
    await enterPayouts(
      tx,
      now,
      payouts.map((payout) => ({ ...payout, run })),
    )
    await askForAccounts(tx, unpaid, now)
    return run
  })
  const run = await getRun(deps.db, number)
  return { message: `Run ${number}: ${formatRupees(run.amount)} to ${toProducers(run.producers)}`, run }
}

const toProducers = (count: number) => `${count} ${count === 1 ? 'producer' : 'producers'}`

/** Runs are numbered without a gap; the caller has the ledger's turn. */
export async function nextRun(tx: Tx) {
  const { last } = await tx
    .selectFrom('payout_runs')
    .select(sql<number>`coalesce(max(number), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  return last + 1
}

/** What is about to be paid. */
interface NewPayout {
  id: string
  run: number
  producer_id: string
  producer_name: string
  amount_paise: Paise
  /** JSON. */
  account: string
}

/**
 * Gives the dues of everybody who is to be paid to a new payout each; `unpaid` are those who cannot be, without an account. Nothing adds or takes dues meanwhile: that
 * needs the turn.
 */
async function takeDues({ config }: Deps, tx: Tx, now: Date) {
  const [{ owed, held }, accounts] = await Promise.all([
    readOwed(tx, now),
    tx.selectFrom('payout_accounts').select(['producer_id', 'account']).execute(),
  ])
  const accountOf = new Map(accounts.map(({ producer_id, account }) => [producer_id, account]))
  const paid = owed.filter(
    ({ producerId, due }) => nextStep(due, accountOf.has(producerId), config.payoutMinPaise) === 'run',
  )
  const without = owed.filter(
    ({ producerId, due }) => !accountOf.has(producerId) && due >= config.payoutMinPaise && due > 0,
  )
  const names = await findProducerNames(
    tx,
    [...paid, ...without].map(({ producerId }) => producerId),
  )
  const payouts: Omit<NewPayout, 'run'>[] = []
  for (const { producerId, due } of paid) {
    const id = newId()
    await takeDuesOf(tx, { producerId, payoutId: id, now, held: held.get(producerId) ?? [] })
    const [producer_name, account = 'null'] = [nameOf(names, producerId), accountOf.get(producerId)]
    payouts.push({ id, producer_id: producerId, producer_name, amount_paise: due, account })
    await setImmediate()
  }
  const unpaid = without.map(({ producerId, due }) => ({ producerId, due, name: nameOf(names, producerId) }))
  return { payouts, unpaid }
}

interface TakenDues {
  producerId: string
  payoutId: string
  now: Date
  held: readonly HeldDue[]
}

async function takeDuesOf(tx: Tx, { producerId, payoutId, now, held }: TakenDues) {
  const waiting = jsonRows<{ entry: number }>(tx, JSON.stringify(held.map(({ entry }) => ({ entry }))), {
    entry: 'integer',
  })
  await tx
    .updateTable('ledger_dues')
    .set({ payout_id: payoutId })
    .where('producer_id', '=', producerId)
    .where('payout_id', 'is', null)
    .where('due_at', '<=', now.getTime())
    .$if(held.length > 0, (update) =>
      update.where(sql<boolean>`entry_number not in (select entry from ${waiting} as w)`),
    )
    .execute()
}

/** A payout that the bank had made before the books knew of it. */
interface Found {
  reference: string
  seller_email: string
}

/**
 * Writes payouts and their entries. Open ones are paid out of the dues that name them; `found` ones took none, so they are set off against
 * what is due. The caller has the ledger's turn.
 */
export async function enterPayouts(tx: Tx, now: Date, payouts: readonly NewPayout[], found?: Found) {
  const entries = await appendEntries(
    tx,
    now,
    payouts.map(({ id, producer_id, amount_paise }) => ({
      ...{ ...NO_AMOUNTS, kind: 'payout', order: null, line: null, quantity: 0 },
      ...{ producerId: producer_id, producer: minus(NO_MONEY, amount_paise), payoutId: id },
      ...(found ? { dueAt: now.getTime() } : {}),
    })),
  )
  const last = entries.at(-1)
  if (!last) return
  const rows = payouts.map((payout) => ({
    ...payout,
    state: found ? ('sent' as const) : ('open' as const),
    reference: found?.reference ?? null,
    reason: null,
    ended_at: found ? now.getTime() : null,
    seller_email: found?.seller_email ?? null,
    last_number: last.number,
    last_hash: last.hash,
  }))
  for (let from = 0; from < rows.length; from += PART)
    await tx
      .insertInto('payouts')
      .values(rows.slice(from, from + PART))
      .execute()
}
