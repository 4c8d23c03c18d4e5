import { recordAct } from '#features/audit/server/audit.service.ts'
import { NO_AMOUNTS } from '#features/ledger/ledger.amounts.ts'
import { appendEntries, takeLedgerTurn } from '#features/ledger/server/entries.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import { formatMoment } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { payoutEnded, payoutNotFound, payoutReferenceUsed } from '../payouts.contract.ts'
import { checkUnlocked } from './lock.ts'
import { getPayout } from './payouts.service.ts'
import { tellOfPayout } from './tell-producers.ts'

type Locked = Awaited<ReturnType<typeof lockPayout>>

/**
 * The bank has paid it. The same reference again changes nothing. Throws PAYOUT_NOT_FOUND, PAYOUT_ENDED, REFERENCE_USED,
 * PAYOUTS_LOCKED.
 */
export async function markSent(deps: Deps, sellerId: string, id: string, reference: string) {
  await transact(deps, async (tx) => {
    const payout = await lockPayout(tx, id)
    if (payout.state === 'sent' && payout.reference === reference) return
    await checkUnlocked(tx)
    await send(deps, tx, sellerId, payout, reference)
  })
  return { message: 'Payout sent', payout: await getPayout(deps.db, id) }
}

/** Notes that the bank has paid an open payout that is locked. Throws PAYOUT_ENDED, REFERENCE_USED. */
export async function send(deps: Deps, tx: Tx, sellerId: string, payout: Locked, reference: string) {
  checkOpen(payout)
  await checkReference(tx, payout.producer_id, reference)
  const summary = `Payout of run ${payout.run} to ${payout.producer_name}: ${formatRupees(payout.amount_paise)} sent`
  const at = deps.now()
  const seller_email = await recordAct(tx, { sellerId, action: 'payout.sent', subject: payout.id, summary, at })
  await tx
    .updateTable('payouts')
    .set({ state: 'sent', reference, ended_at: at.getTime(), seller_email })
    .where('id', '=', payout.id)
    .execute()
  await tellOfPayout(tx, payout.id, at)
}

/**
 * The bank did not pay it: the ledger gets the opposite entry, which is due at once. The same reason again changes nothing. Throws
 * PAYOUT_NOT_FOUND, PAYOUT_ENDED, PAYOUTS_LOCKED.
 */
export async function markFailed(deps: Deps, sellerId: string, id: string, reason: string) {
  await transact(deps, async (tx) => {
    // The ledger's turn comes before the lock of a row, as in a run.
    await takeLedgerTurn(tx)
    const payout = await lockPayout(tx, id)
    if (payout.state === 'failed' && payout.reason === reason) return
    await checkUnlocked(tx)
    checkOpen(payout)
    const { run, producer_id, producer_name, amount_paise } = payout
    const summary = `Payout of run ${run} to ${producer_name}: ${formatRupees(amount_paise)} failed, due again`
    const at = deps.now()
    const seller_email = await recordAct(tx, { sellerId, action: 'payout.failed', subject: id, summary, at })
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
    await tellOfPayout(tx, id, at)
  })
  return { message: 'Payout failed. Its amount is due again, in the next run', payout: await getPayout(deps.db, id) }
}

/** Throws PAYOUT_NOT_FOUND. */
export async function lockPayout(tx: Tx, id: string) {
  const payout = await lockRows(tx, tx.selectFrom('payouts').selectAll().where('id', '=', id)).executeTakeFirst()
  if (!payout) throw payoutNotFound()
  return payout
}

function checkOpen({ state, reference, reason, ended_at, seller_email }: Locked) {
  if (state === 'open') return
  const { day, time } = formatMoment(new Date(ended_at ?? 0))
  const what = state === 'sent' ? `sent, reference ${reference}` : `failed: ${reason}`
  throw payoutEnded(`This payout is ${what}. ${seller_email} noted it on ${day} at ${time}`)
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
