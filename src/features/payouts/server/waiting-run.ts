import { recordAct } from '#features/audit/server/audit.service.ts'
import { takeLedgerTurn } from '#features/ledger/server/entries.ts'
import { notAsAsked } from '#features/second-yes/second-yes.contract.ts'
import { type Asked, askedAct } from '#features/second-yes/server/asked-act.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { formatRupees, sumOf } from '#shared/money.ts'
import { duesChanged, payeeChanged } from '../payouts.contract.ts'
import { payoutMoves } from '../payouts.states.ts'
import { inProducers } from '../payouts.words.ts'
import { readOwed } from './balances.ts'
import { findHeldDues } from './held-dues.ts'
import { checkUnlocked } from './lock.ts'
import { appendPayouts, NO_INPUT } from './make-run.ts'
import { readPayees } from './payees.ts'

const waitingOf = (db: Db, run: number) =>
  db.selectFrom('payouts').selectAll().where('run', '=', run).where('state', '=', 'waiting')

export const isWaiting = async (db: Db, run: number) =>
  (await waitingOf(db, run).limit(1).executeTakeFirst()) !== undefined

/** How a run that holds its dues becomes one for the bank, by a second yes, or lets them go. */
export const agreedRun = askedAct(NO_INPUT, {
  lock: takeLedgerTurn,
  carryOut: (deps, tx, _, asked) => enterRun(deps, tx, asked),
  letGo: (tx, subject, at) => letGoOfRuns(tx, at, Number(subject)),
})

/** Throws PAYOUTS_LOCKED, PAYEE_CHANGED, DUES_CHANGED, NOT_AS_ASKED. */
async function enterRun({ now: clock }: Deps, tx: Tx, { who, subject, amountPaise }: Asked) {
  const [now, run] = [clock(), Number(subject)]
  await checkUnlocked(tx)
  const payouts = await waitingOf(tx, run).orderBy('id').execute()
  if (sumOf(payouts.map(({ amount_paise }) => amount_paise)) !== amountPaise) throw notAsAsked()
  await checkIsAsMade(tx, now, run, payouts)
  const last = await appendPayouts(tx, now, payouts)
  if (!last) throw notAsAsked()
  await tx
    .updateTable('payouts')
    .set({ state: 'open', last_number: last.number, last_hash: last.hash })
    .where('run', '=', run)
    .where('state', 'in', payoutMoves.open.from)
    .execute()
  const summary = `Payout run ${run}: ${formatRupees(amountPaise)} to ${inProducers(payouts.length)}`
  await recordAct(tx, { who, action: 'payout.run', subject, summary, at: now })
}

type Payouts = Awaited<ReturnType<ReturnType<typeof waitingOf>['execute']>>

/** A new run would pay each of them to the same account, and no less. */
async function checkIsAsMade(tx: Tx, now: Date, run: number, payouts: Payouts) {
  const payees = await readPayees(tx, now)
  const held = new Set((await findHeldDues(tx, now, run)).map(({ producerId }) => producerId))
  const { owed } = await readOwed(tx, now)
  const owing = new Set(owed.filter(({ due }) => due < 0).map(({ producerId }) => producerId))
  for (const { producer_id, producer_name: producer, account } of payouts) {
    const payee = payees(producer_id)
    const isSame = payee.account === account && !payee.isSuspended && payee.waitsUntil === null && !payee.mustCall
    if (!isSame) throw payeeChanged({ producer })
    if (held.has(producer_id) || owing.has(producer_id)) throw duesChanged({ producer })
  }
}

/** Makes what a waiting run holds due again; of all runs after a restore. The caller has the ledger's turn. Safe to call twice. */
export async function letGoOfRuns(tx: Tx, at: Date, run?: number) {
  const waiting = tx
    .selectFrom('payouts')
    .select('id')
    .where('state', 'in', payoutMoves['given up'].from)
    .$if(run !== undefined, (payouts) => payouts.where('run', '=', run ?? 0))
  const ids = (await waiting.execute()).map(({ id }) => id)
  for (const id of ids) {
    await tx.updateTable('ledger_dues').set({ payout_id: null }).where('payout_id', '=', id).execute()
    await tx.updateTable('payouts').set({ state: 'given up', ended_at: at.getTime() }).where('id', '=', id).execute()
  }
}
