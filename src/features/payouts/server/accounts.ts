import { checkOwnPassword, lockChecked } from '#features/account/server/own-password.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/http/session.ts'
import { accountLabel, type PayoutAccount } from '../payouts.account.ts'
import { payoutProducerNotFound } from '../payouts.contract.ts'
import { findProducerNames } from './producer-names.ts'
import { readAccount } from './read-account.ts'
import { tellOfAccount } from './tell-producers.ts'

/** Throws PRODUCER_NOT_FOUND. */
async function getProducer(db: Db, id: string) {
  const name = (await findProducerNames(db, [id])).get(id)
  if (name === undefined) throw payoutProducerNotFound()
  return { _id: id, name }
}

const accountOf = (db: Db, producerId: string) =>
  db.selectFrom('payout_accounts').selectAll().where('producer_id', '=', producerId).executeTakeFirst()

/** Where a producer is paid, in full: for whoever edits it. Throws PRODUCER_NOT_FOUND. */
export async function getAccount(db: Db, producerId: string) {
  const [producer, row] = await Promise.all([getProducer(db, producerId), accountOf(db, producerId)])
  return {
    producer,
    account: row ? readAccount(row.account) : null,
    ...(row ? { changedAt: new Date(row.changed_at), changedBy: row.changed_by } : {}),
  }
}

/**
 * Sets where a producer is paid, null: nowhere. The audit log tells that it changed, never what it is. Throws PRODUCER_NOT_FOUND,
 * WRONG_PASSWORD, TOO_MANY.
 */
export async function setAccount(
  deps: Deps,
  session: Pick<Session, 'role' | 'accountId'>,
  producerId: string,
  { account, currentPassword }: { account: PayoutAccount | null; currentPassword: string },
) {
  const checked = await checkOwnPassword(deps, session, currentPassword)
  const name = await transact(deps, async (tx) => {
    await lockChecked(tx, session.role, checked)
    const producer = await getProducer(tx, producerId)
    const [before, now] = [await accountOf(tx, producerId), deps.now()]
    const written = JSON.stringify(account)
    if ((before?.account ?? 'null') === written) return producer.name
    const did = account === null ? 'taken off' : before ? 'changed' : 'entered'
    const changed_by = await recordAct(tx, {
      ...{ sellerId: session.accountId, action: 'producer.account', subject: producerId, at: now },
      summary: `Payout account of ${producer.name} ${did}`,
    })
    await tx.deleteFrom('payout_accounts').where('producer_id', '=', producerId).execute()
    if (account !== null)
      await tx
        .insertInto('payout_accounts')
        .values({ producer_id: producerId, account: written, changed_at: now.getTime(), changed_by })
        .execute()
    await tellOfAccount(tx, producerId, now)
    return producer.name
  })
  return {
    message: account === null ? `${name} has no account now` : `Account of ${name} saved`,
    account: account && accountLabel(account),
  }
}
