import { recordAct } from '#features/audit/server/audit.service.ts'
import { NO_AMOUNTS } from '#features/ledger/ledger.amounts.ts'
import { appendEntries, takeLedgerTurn } from '#features/ledger/server/entries.ts'
import { findLostNumber } from '#features/numbers/server/number-gaps.ts'
import { transact } from '#kernel/background.ts'
import { checkDate } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { formatRupees } from '#shared/money.ts'
import { payoutEnded, payoutNotFound, payoutReferenceUsed, referenceOfLostRun, runWaits } from '../payouts.contract.ts'
import { message } from '../payouts.messages.ts'
import { payoutMoves } from '../payouts.states.ts'
import { checkUnlocked } from './lock.ts'
import { getPayout } from './payouts.service.ts'
import { tellOfPayout } from './tell-producers.ts'

type Locked = Awaited<ReturnType<typeof lockPayout>>

/** Marks a payout sent; idempotent for one reference. Throws PAYOUT_NOT_FOUND, PAYOUT_ENDED, REFERENCE_USED, PAYOUTS_LOCKED. */
export async function markSent(deps: Deps, who: Principal, id: string, reference: string) {
  checkDate(deps)
  await transact(deps, async (tx) => {
    const payout = await lockPayout(tx, id)
    if (payout.state === 'sent' && payout.reference === reference) return
    await checkUnlocked(tx)
    await send(deps, tx, who, payout, reference)
  })
  return { message: message('PAYOUT_SENT'), payout: await getPayout(deps.db, id) }
}

/** Marks a locked, open payout sent. Throws PAYOUT_ENDED, REFERENCE_USED, REFERENCE_OF_LOST_RUN. */
export async function send(deps: Deps, tx: Tx, who: Principal, payout: Locked, reference: string) {
  const { effects } = findMove(payout, 'sent')
  await checkIsNotLost(tx, reference)
  await checkReference(tx, payout.producer_id, reference)
  const summary = `Payout of run ${payout.run} to ${payout.producer_name}: ${formatRupees(payout.amount_paise)} sent`
  const at = deps.now()
  const seller_email = await recordAct(tx, { who, action: 'payout.sent', subject: payout.id, summary, at })
  await tx
    .updateTable('payouts')
    .set({ state: 'sent', reference, ended_at: at.getTime(), seller_email })
    .where('id', '=', payout.id)
    .execute()
  if (effects.includes('producer told')) await tellOfPayout(tx, payout.id, at)
}

/** Marks it failed: the opposite entry is due at once. Idempotent for one reason. Throws PAYOUT_NOT_FOUND, PAYOUT_ENDED, PAYOUTS_LOCKED. */
export async function markFailed(deps: Deps, who: Principal, id: string, reason: string) {
  checkDate(deps)
  await transact(deps, async (tx) => {
    // The ledger's turn before a row's lock, as in a run.
    await takeLedgerTurn(tx)
    const payout = await lockPayout(tx, id)
    if (payout.state === 'failed' && payout.reason === reason) return
    await checkUnlocked(tx)
    const { effects } = findMove(payout, 'failed')
    const { run, producer_id, producer_name, amount_paise } = payout
    const summary = `Payout of run ${run} to ${producer_name}: ${formatRupees(amount_paise)} failed, due again`
    const at = deps.now()
    const seller_email = await recordAct(tx, { who, action: 'payout.failed', subject: id, summary, at })
    if (effects.includes('due again'))
      await appendEntries(tx, at, [
        {
          ...{ ...NO_AMOUNTS, kind: 'payout failed', order: null, line: null, quantity: 0 },
          ...{ producerId: producer_id, producer: amount_paise, payoutId: id },
        },
      ])
    await tx
      .updateTable('payouts')
      .set({ state: 'failed', reason, ended_at: at.getTime(), seller_email })
      .where('id', '=', id)
      .execute()
    if (effects.includes('producer told')) await tellOfPayout(tx, id, at)
  })
  return { message: message('PAYOUT_FAILED'), payout: await getPayout(deps.db, id) }
}

export async function lockPayout(tx: Tx, id: string) {
  const payout = await lockRows(tx, tx.selectFrom('payouts').selectAll().where('id', '=', id)).executeTakeFirst()
  if (!payout) throw payoutNotFound()
  return payout
}

/** Throws PAYOUT_ENDED, RUN_WAITS where the table has no such move. */
function findMove({ state, reference, reason, ended_at, seller_email }: Locked, to: 'sent' | 'failed') {
  const move = payoutMoves[to]
  if (move.from.includes(state)) return move
  if (state === 'waiting') throw runWaits()
  throw payoutEnded({ state, reference, reason, by: seller_email, at: new Date(ended_at ?? 0) })
}

/** Throws REFERENCE_OF_LOST_RUN for a run made after the backup that was restored. */
export async function checkIsNotLost(tx: Tx, reference: string) {
  // The bank's file calls a run "Haat payout 14".
  const lost = await findLostNumber(tx, reference, 'payouts')
  if (lost !== undefined) throw referenceOfLostRun({ run: lost })
}

/** Throws REFERENCE_USED where another payout to this producer has it. */
export async function checkReference(tx: Tx, producerId: string, reference: string) {
  const other = await tx
    .selectFrom('payouts')
    .select('id')
    .where('producer_id', '=', producerId)
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (other) throw payoutReferenceUsed()
}
