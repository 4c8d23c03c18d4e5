import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { NO_AMOUNTS } from '#features/ledger/ledger.amounts.ts'
import { appendEntries, takeLedgerTurn } from '#features/ledger/server/entries.ts'
import { lastSkipped } from '#features/numbers/server/number-gaps.ts'
import { askSecondYes, waits } from '#features/second-yes/server/ask-second-yes.ts'
import { findYesOf } from '#features/second-yes/server/list-second-yeses.ts'
import { transact } from '#kernel/background.ts'
import { checkDate } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db/database.ts'
import { jsonRows } from '#kernel/db/query/json-rows.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { newId } from '#shared/ids.ts'
import { formatRupees, minus, NO_MONEY, type Paise, sumOf } from '#shared/money.ts'
import { nobodyToPay, runGivenUp } from '../payouts.contract.ts'
import { message } from '../payouts.messages.ts'
import { inProducers } from '../payouts.words.ts'
import { hashAccount } from './account-hash.ts'
import { nextStep, readOwed } from './balances.ts'
import type { HeldDue } from './held-dues.ts'
import { checkUnlocked } from './lock.ts'
import { readPayees } from './payees.ts'
import { getRun } from './payouts.service.ts'
import { findProducerNames, nameOf } from './producer-names.ts'
import { askForAccounts } from './tell-producers.ts'

const PART = 200

/**
 * Pays each producer with an account and PAYOUT_MIN or more due, with ledger entries, all or nothing. Runs take turns, so a due is paid once. The
 * same key answers its run. From the shop's amount on it waits for a second yes, and holds its dues meanwhile. Throws NOBODY_TO_PAY, RUN_GIVEN_UP,
 * PAYOUTS_LOCKED.
 */
export async function makeRun(deps: Deps, who: Principal, key: string) {
  checkDate(deps)
  const made = await transact(deps, async (tx) => {
    await takeLedgerTurn(tx)
    const known = await tx.selectFrom('payout_runs').select('number').where('key', '=', key).executeTakeFirst()
    if (known) return findMade(tx, known.number)
    await checkUnlocked(tx)
    const now = deps.now()
    const { payouts, unpaid } = await takeDues(deps, tx, now)
    if (payouts.length === 0) throw nobodyToPay({ least: deps.config.payoutMinPaise })
    const run = await nextRun(tx)
    const amountPaise = sumOf(payouts.map(({ amount_paise }) => amount_paise))
    const summary = `Payout run ${run}: ${formatRupees(amountPaise)} to ${inProducers(payouts.length)}`
    const waiting = await askSecondYes(deps, tx, {
      ...{ kind: 'payout run', who, subject: String(run), input: {}, shape: NO_INPUT, amountPaise, summary },
      facts: { Makers: String(payouts.length) },
    })
    const said = waiting ? `${summary}, waits for a second yes` : summary
    const seller_email = await recordAct(tx, {
      who,
      action: 'payout.run',
      subject: String(run),
      summary: said,
      at: now,
    })
    await tx.insertInto('payout_runs').values({ number: run, key, made_at: now.getTime(), seller_email }).execute()
    const ofRun = payouts.map((payout) => ({ ...payout, run }))
    if (waiting) await insertPayouts(tx, ofRun, { ...NOT_ENTERED, state: 'waiting' })
    else await enterPayouts(tx, now, ofRun)
    await askForAccounts(tx, unpaid, now)
    return { number: run, waiting }
  })
  if (made.waiting) return waits(made.waiting)
  const run = await getRun(deps.db, made.number)
  const { amount, producers } = run
  return { message: message('PAYOUT_RUN_MADE', { run: run.number, amount, producers }), run }
}

/** What a run was asked with: nothing but itself. */
export const NO_INPUT = z.object({})

/** A run that the same call made before. Throws RUN_GIVEN_UP. */
async function findMade(tx: Tx, number: number) {
  const yes = await findYesOf(tx, 'payout run', String(number))
  if (yes && yes.state !== 'agreed' && yes.state !== 'waiting') throw runGivenUp({ run: number })
  const waiting = yes?.state === 'waiting' ? { _id: yes.id, until: new Date(yes.until_at) } : undefined
  return { number, waiting }
}

/** The next number: no gap, save after a restore. The caller has the ledger's turn. */
export async function nextRun(tx: Tx) {
  const { last } = await tx
    .selectFrom('payout_runs')
    .select(sql<number>`coalesce(max(number), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  return Math.max(last, await lastSkipped(tx, 'payouts')) + 1
}

interface NewPayout {
  id: string
  run: number
  producer_id: string
  producer_name: string
  amount_paise: Paise
  /** The account as JSON. */
  account: string
}

/** Gives the dues of each payee to a new payout; `unpaid` have no account. The ledger's turn keeps dues unchanged. */
async function takeDues({ config }: Deps, tx: Tx, now: Date) {
  const [{ owed, held }, payees] = await Promise.all([readOwed(tx, now), readPayees(tx, now)])
  const paid = owed.filter(({ producerId, due }) => nextStep(due, payees(producerId), config.payoutMinPaise) === 'run')
  const without = owed.filter(
    ({ producerId, due }) =>
      due >= config.payoutMinPaise && nextStep(due, payees(producerId), config.payoutMinPaise) === 'no account',
  )
  const names = await findProducerNames(
    tx,
    [...paid, ...without].map(({ producerId }) => producerId),
  )
  const payouts: Omit<NewPayout, 'run'>[] = []
  for (const { producerId, due } of paid) {
    const id = newId()
    await takeDuesOf(tx, { producerId, payoutId: id, now, held: held.get(producerId) ?? [] })
    const [producer_name, account = 'null'] = [nameOf(names, producerId), payees(producerId).account]
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

/** Paid by the bank before the books knew of it. */
interface Found {
  reference: string
  seller_email: string
}

/** Enters payouts into the ledger, and gives its last entry. The caller has the turn. */
export async function appendPayouts(tx: Tx, now: Date, payouts: readonly Omit<NewPayout, 'run'>[], isFound = false) {
  const entries = await appendEntries(
    tx,
    now,
    payouts.map(({ id, producer_id, amount_paise, account }) => ({
      ...{ ...NO_AMOUNTS, kind: 'payout', order: null, line: null, quantity: 0 },
      ...{ producerId: producer_id, producer: minus(NO_MONEY, amount_paise), payoutId: id },
      accountHash: hashAccount(id, account),
      ...(isFound ? { dueAt: now.getTime() } : {}),
    })),
  )
  return entries.at(-1)
}

const NOT_ENTERED = { reference: null, ended_at: null, seller_email: null, last_number: 0, last_hash: '' }

type Standing = Pick<Tables['payouts'], 'state' | keyof typeof NOT_ENTERED>

async function insertPayouts(tx: Tx, payouts: readonly NewPayout[], standing: Standing) {
  const rows = payouts.map((payout) => ({ ...payout, ...standing, reason: null }))
  for (let from = 0; from < rows.length; from += PART)
    await tx
      .insertInto('payouts')
      .values(rows.slice(from, from + PART))
      .execute()
}

/**
 * Writes payouts and entries. Open ones hold the dues that name them; `found` ones took none, so later dues pay for them. The caller has the turn.
 */
export async function enterPayouts(tx: Tx, now: Date, payouts: readonly NewPayout[], found?: Found) {
  const last = await appendPayouts(tx, now, payouts, found !== undefined)
  if (!last) return
  const entered = { last_number: last.number, last_hash: last.hash }
  await insertPayouts(
    tx,
    payouts,
    found
      ? { ...found, ...entered, state: 'sent', ended_at: now.getTime() }
      : { ...NOT_ENTERED, ...entered, state: 'open' },
  )
}
