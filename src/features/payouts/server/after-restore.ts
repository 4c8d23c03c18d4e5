import type { z } from 'zod'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { takeLedgerTurn } from '#features/ledger/server/entries.ts'
import { producerNotFound } from '#features/producers/producers.contract.ts'
import { transact } from '#kernel/background.ts'
import { checkDate } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { newId } from '#shared/ids.ts'
import { formatRupees, type Paise } from '#shared/money.ts'
import {
  booksHavePayouts,
  type enterFoundPayout,
  olderReference,
  payoutsNotLocked,
  unknownReference,
} from '../payouts.contract.ts'
import { message } from '../payouts.messages.ts'
import { checkReference, lockPayout, send } from './end-payout.ts'
import { lockedSince } from './lock.ts'
import { enterPayouts, nextRun } from './make-run.ts'
import { getPayout } from './payouts.service.ts'
import { findProducerNames, nameOf } from './producer-names.ts'

async function getLock(tx: Tx) {
  const since = await lockedSince(tx)
  if (!since) throw payoutsNotLocked()
  return since
}

/**
 * Enters a payout of the bank that the restored books do not know as sent: an open one becomes sent, another gets a run and lowers the due.
 * Idempotent. Throws PAYOUTS_NOT_LOCKED, PAYOUT_NOT_FOUND, PAYOUT_ENDED, PRODUCER_NOT_FOUND, REFERENCE_USED.
 */
export async function enterFound(deps: Deps, who: Principal, found: z.output<typeof enterFoundPayout.body>) {
  checkDate(deps)
  const id = await transact(deps, async (tx) => {
    await takeLedgerTurn(tx)
    await getLock(tx)
    if (!('payout' in found)) return enterUnknown(deps, tx, who, found)
    const payout = await lockPayout(tx, found.payout)
    if (payout.state !== 'sent' || payout.reference !== found.reference)
      await send(deps, tx, who, payout, found.reference)
    return payout.id
  })
  const payout = await getPayout(deps.db, id)
  return { message: message('PAYOUT_FOUND', { producer: payout.producer.name }), payout }
}

interface Unknown {
  reference: string
  producer: string
  amount: Paise
}

async function enterUnknown(deps: Deps, tx: Tx, who: Principal, { reference, producer, amount }: Unknown) {
  const same = await tx
    .selectFrom('payouts')
    .select(['id', 'amount_paise'])
    .where('producer_id', '=', producer)
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (same?.amount_paise === amount) return same.id
  await checkReference(tx, producer, reference)
  const names = await findProducerNames(tx, [producer])
  if (!names.has(producer)) throw producerNotFound()
  const at = deps.now()
  const [id, run, name] = [newId(), await nextRun(tx), nameOf(names, producer)]
  const summary = `Payout to ${name}: ${formatRupees(amount)}, which the bank had made before the restore, entered`
  const seller_email = await recordAct(tx, { who, action: 'payout.found', subject: id, summary, at })
  await tx
    .insertInto('payout_runs')
    .values({ number: run, key: `found ${id}`, made_at: at.getTime(), seller_email })
    .execute()
  const payout = { id, run, producer_id: producer, producer_name: name, amount_paise: amount, account: 'null' }
  await enterPayouts(tx, at, [payout], { reference, seller_email })
  return id
}

/**
 * Unlocks payouts after the comparison with the bank. Throws PAYOUTS_NOT_LOCKED, UNKNOWN_REFERENCE, OLDER_REFERENCE if it cannot be the last, and
 * BOOKS_HAVE_PAYOUTS for null when the books have some.
 */
export async function confirmLast(deps: Deps, who: Principal, reference: string | null) {
  checkDate(deps)
  await transact(deps, async (tx) => {
    await takeLedgerTurn(tx)
    await checkIsLast(tx, await getLock(tx), reference)
    const said = reference === null ? 'none was made yet' : `reference ${reference}`
    const summary = `The last payout of the bank confirmed after a restore: ${said}`
    await recordAct(tx, { who, action: 'payout.confirmed', subject: 'payouts', summary, at: deps.now() })
    await tx.deleteFrom('payout_locks').execute()
  })
  return { message: message('PAYOUTS_GO_ON') }
}

/** The books have no later payout than the bank's last. Payouts of one run, or entered since the restore, have no order. */
async function checkIsLast(tx: Tx, since: Date, reference: string | null) {
  const sent = tx.selectFrom('payouts').where('state', '=', 'sent')
  const newest = await sent.select(['run', 'ended_at']).orderBy('run', 'desc').limit(1).executeTakeFirst()
  if (!newest && reference === null) return
  if (reference === null) throw booksHavePayouts()
  const known = await sent.select(['run', 'ended_at']).where('reference', '=', reference).execute()
  if (known.length === 0) throw unknownReference()
  const latest = await sent.select('ended_at').orderBy('ended_at', 'desc').limit(1).executeTakeFirstOrThrow()
  const isLast = known.some(
    ({ run, ended_at }) => run === newest?.run || ended_at === latest.ended_at || (ended_at ?? 0) >= since.getTime(),
  )
  if (!isLast) throw olderReference()
}
