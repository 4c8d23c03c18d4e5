import { transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { nothingOpen, payoutReferenceUsed, runWaits } from '../payouts.contract.ts'
import { message } from '../payouts.messages.ts'
import { send } from './end-payout.ts'
import { checkUnlocked } from './lock.ts'
import { getRun } from './payouts.service.ts'

/** Payouts a transaction, for which others wait. */
const AT_ONCE = 20

/**
 * Marks all open payouts of a run sent. Idempotent for one reference; after a crash it goes on. Throws PAYOUT_RUN_NOT_FOUND, NOTHING_OPEN, RUN_WAITS,
 * REFERENCE_USED, PAYOUTS_LOCKED.
 */
export async function markRunSent(deps: Deps, who: Principal, run: number, reference: string) {
  const { open, waiting } = await getRun(deps.db, run)
  if (waiting > 0) throw runWaits()
  if (open > 0) await checkUnused(deps.db, run, reference)
  while (await sendSome(deps, who, run, reference));
  const { length: sent } = await ofRun(deps.db, run).where('reference', '=', reference).execute()
  if (sent === 0) throw nothingOpen()
  return { message: message('PAYOUT_RUN_SENT', { makers: sent, reference }), run: await getRun(deps.db, run) }
}

const ofRun = (db: Db, run: number) => db.selectFrom('payouts').select('id').where('run', '=', run)

/** Marks some payouts sent, and gives how many. */
const sendSome = (deps: Deps, who: Principal, run: number, reference: string) =>
  transact(deps, async (tx) => {
    const some = ofRun(tx, run).selectAll().where('state', '=', 'open').orderBy('id').limit(AT_ONCE)
    const payouts = await lockRows(tx, some).execute()
    if (payouts.length > 0) await checkUnlocked(tx)
    for (const payout of payouts) await send(deps, tx, who, payout, reference)
    return payouts.length
  })

/** Throws REFERENCE_USED where another payout to one of these producers has it, before the first is marked. */
async function checkUnused(db: Db, run: number, reference: string) {
  const used = await db
    .selectFrom('payouts')
    .innerJoin('payouts as open', 'open.producer_id', 'payouts.producer_id')
    .select('payouts.id')
    .where('open.run', '=', run)
    .where('open.state', '=', 'open')
    .where('payouts.reference', '=', reference)
    .limit(1)
    .executeTakeFirst()
  if (used) throw payoutReferenceUsed()
}
