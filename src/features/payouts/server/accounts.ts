import { recordAct, recordExport } from '#features/audit/server/audit.service.ts'
import { lockAccount } from '#features/auth/server/accounts.ts'
import { producerNotFound } from '#features/producers/producers.contract.ts'
import { transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { accountLabel, type PayoutAccount } from '../payouts.account.ts'
import { nobodyToCall } from '../payouts.contract.ts'
import { message } from '../payouts.messages.ts'
import { isUntold } from './payees.ts'
import { findProducerNames } from './producer-names.ts'
import { readAccount } from './read-account.ts'
import { tellOfAccount } from './tell-producers.ts'

async function getProducer(db: Db, id: string) {
  const name = (await findProducerNames(db, [id])).get(id)
  if (name === undefined) throw producerNotFound()
  return { _id: id, name }
}

const accountOf = (db: Db, producerId: string) =>
  db.selectFrom('payout_accounts').selectAll().where('producer_id', '=', producerId).executeTakeFirst()

/** The whole account, for editing; the audit log notes the reading. Throws PRODUCER_NOT_FOUND. */
export async function getAccount(deps: Deps, who: Principal, producerId: string) {
  const { db } = deps
  const [producer, row, phone] = await Promise.all([
    getProducer(db, producerId),
    accountOf(db, producerId),
    phoneOf(db, producerId),
  ])
  const account = row ? readAccount(row.account) : null
  const summary = `Payout account of ${producer.name} read in full`
  if (account) await recordExport(deps, who, { action: 'producer.account-read', subject: producerId, summary })
  return {
    producer,
    account,
    ...(row ? { changedAt: new Date(row.changed_at), changedBy: row.changed_by } : {}),
    mustCall: row !== undefined && account !== null && isUntold(row),
    ...(row?.called ? { called: row.called } : {}),
    ...(phone ? { phone } : {}),
  }
}

/** A producer's phone number; undefined when the record is gone. */
async function phoneOf(db: Db, id: string) {
  const record = db.selectFrom('producers').select('mobile_number').where('id', '=', id)
  return (await record.executeTakeFirst())?.mobile_number
}

interface Call {
  called: string
  /** The time of the change, for there may be a newer one. */
  changedAt: Date
}

/** Notes who was called about a change that no mail told, so that runs pay. Throws PRODUCER_NOT_FOUND, NOBODY_TO_CALL, NOT_LOGGED_IN. */
export async function noteCall(deps: Deps, session: Principal, producerId: string, { called, changedAt }: Call) {
  return transact(deps, async (tx) => {
    await lockAccount(tx, session.kind, session.id)
    const { name } = await getProducer(tx, producerId)
    const { numUpdatedRows } = await tx
      .updateTable('payout_accounts')
      .set({ called })
      .where('producer_id', '=', producerId)
      .where('changed_at', '=', changedAt.getTime())
      .where('replaced_at', 'is not', null)
      .where('called', 'is', null)
      .where('account', '!=', 'null')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw nobodyToCall()
    await recordAct(tx, {
      ...{ who: session, action: 'producer.account-called', subject: producerId, at: deps.now() },
      summary: `Call about the changed payout account of ${name} noted: ${called}`,
    })
    return { message: message('CALL_NOTED', { producer: name }) }
  })
}

/** Stores an account, null: none. A first one is paid at once, a replacing one a day later. `record` notes a change and gives its author. */
export async function enterAccount(
  tx: Tx,
  producerId: string,
  account: PayoutAccount | null,
  now: Date,
  record: (did: string) => Promise<string>,
) {
  const before = await accountOf(tx, producerId)
  const written = JSON.stringify(account)
  if ((before?.account ?? 'null') === written) return
  const changed_by = await record(account === null ? 'taken off' : before ? 'changed' : 'entered')
  const row = { account: written, changed_at: now.getTime(), changed_by }
  // A removed account still counts as replaced: two steps are no faster.
  const replaced_at = before ? now.getTime() : null
  const isTold = await tellOfAccount(tx, producerId, now)
  // A later mail does not end the call that an earlier change waits for.
  const called = isTold && !(before && isUntold(before)) ? '' : null
  await tx
    .insertInto('payout_accounts')
    .values({ producer_id: producerId, ...row, replaced_at, called })
    .onConflict((conflict) => conflict.column('producer_id').doUpdateSet({ ...row, replaced_at, called }))
    .execute()
}

/** Sets an account, null: none. The audit log never has its number. Throws PRODUCER_NOT_FOUND, NOT_LOGGED_IN. */
export async function setAccount(deps: Deps, session: Principal, producerId: string, account: PayoutAccount | null) {
  const name = await transact(deps, async (tx) => {
    await lockAccount(tx, session.kind, session.id)
    const [producer, now] = [await getProducer(tx, producerId), deps.now()]
    await enterAccount(tx, producerId, account, now, (did) =>
      recordAct(tx, {
        ...{ who: session, action: 'producer.account', subject: producerId, at: now },
        summary: `Payout account of ${producer.name} ${did}`,
      }),
    )
    return producer.name
  })
  return {
    message: message(account === null ? 'PAYOUT_ACCOUNT_REMOVED' : 'PAYOUT_ACCOUNT_SAVED', { producer: name }),
    account: account && accountLabel(account),
  }
}
