import type { Tx } from '#kernel/db/database.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import type { KeptMail } from '#kernel/mail/mail-kinds.ts'
import type { Paise } from '#shared/money.ts'
import { accountLabel } from '../payouts.account.ts'
import { accountChangedMail, accountMissingMail, payoutFailedMail, payoutSentMail } from './payout.mails.ts'
import { readAccount } from './read-account.ts'

/** Queues a mail; false without an address, as for the makers of the demo. */
async function mailProducer(tx: Tx, producerId: string, mail: KeptMail, now: Date) {
  const producers = tx.selectFrom('producers').select('email').where('id', '=', producerId)
  const { email } = (await producers.executeTakeFirst()) ?? {}
  if (!email) return false
  await queueMail(tx, { to: email }, mail, now)
  return true
}

/** Queues the mail in the transaction that marks a payout sent or failed. */
export async function tellOfPayout(tx: Tx, payoutId: string, now: Date) {
  const payout = await tx
    .selectFrom('payouts')
    .innerJoin('payout_runs', 'payout_runs.number', 'payouts.run')
    .selectAll('payouts')
    .select('made_at')
    .where('id', '=', payoutId)
    .executeTakeFirstOrThrow()
  const {
    run,
    made_at: madeAt,
    producer_id,
    producer_name: name,
    amount_paise: amountPaise,
    reference,
    reason,
  } = payout
  const account = readAccount(payout.account)
  const said = { payoutId, name, run, amountPaise, account: account && accountLabel(account) }
  if (payout.state === 'sent')
    await mailProducer(tx, producer_id, payoutSentMail.of({ ...said, madeAt, reference: reference ?? '' }), now)
  if (payout.state === 'failed')
    await mailProducer(tx, producer_id, payoutFailedMail.of({ ...said, reason: reason ?? '' }), now)
}

/** Tells of a changed account without its number. */
export const tellOfAccount = (tx: Tx, producerId: string, now: Date) =>
  mailProducer(tx, producerId, accountChangedMail.of({ at: now.getTime() }), now)

interface Unpaid {
  producerId: string
  name: string
  due: Paise
}

/** Asks producers whom a run could not pay without an account, and notes when. */
export async function askForAccounts(tx: Tx, unpaid: readonly Unpaid[], now: Date) {
  const asked: { producer_id: string; asked_at: number }[] = []
  for (const { producerId, name, due } of unpaid)
    if (await mailProducer(tx, producerId, accountMissingMail.of({ name, amountPaise: due }), now))
      asked.push({ producer_id: producerId, asked_at: now.getTime() })
  if (asked.length === 0) return
  await tx
    .insertInto('payout_asks')
    .values(asked)
    .onConflict((conflict) => conflict.column('producer_id').doUpdateSet({ asked_at: now.getTime() }))
    .execute()
}
