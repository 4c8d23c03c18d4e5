import type { Tx } from '#kernel/db/database.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import type { KeptMail } from '#kernel/mail/mail-kinds.ts'
import type { Language } from '#shared/languages.ts'
import type { Paise } from '#shared/money.ts'
import { accountLabel } from '../payouts.account.ts'
import {
  accountChangedMail,
  accountMissingMail,
  payoutFailedMail,
  payoutSentMail,
  payoutWords,
} from './payout.mails.ts'
import { readAccount } from './read-account.ts'

/** Queues a mail in the producer's language; false without an address, as for the makers of the demo. */
async function mailProducer(tx: Tx, producerId: string, mailIn: (language: Language) => KeptMail, now: Date) {
  const producers = tx.selectFrom('producers').select(['email', 'language']).where('id', '=', producerId)
  const reader = await producers.executeTakeFirst()
  if (!reader?.email) return false
  await queueMail(tx, { to: reader.email }, mailIn(reader.language), now)
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
  const said = (language: Language) => ({
    ...{ payoutId, name, run, amountPaise },
    account: account && accountLabel(account, payoutWords[language].endsIn),
  })
  if (payout.state === 'sent')
    await mailProducer(
      tx,
      producer_id,
      (language) => payoutSentMail.of({ ...said(language), madeAt, reference: reference ?? '' }, language),
      now,
    )
  if (payout.state === 'failed')
    await mailProducer(
      tx,
      producer_id,
      (language) => payoutFailedMail.of({ ...said(language), reason: reason ?? '' }, language),
      now,
    )
}

/** Tells of a changed account without its number. */
export const tellOfAccount = (tx: Tx, producerId: string, now: Date) =>
  mailProducer(tx, producerId, (language) => accountChangedMail.of({ at: now.getTime() }, language), now)

interface Unpaid {
  producerId: string
  name: string
  due: Paise
}

/** Asks producers whom a run could not pay without an account, and notes when. */
export async function askForAccounts(tx: Tx, unpaid: readonly Unpaid[], now: Date) {
  const asked: { producer_id: string; asked_at: number }[] = []
  for (const { producerId, name, due } of unpaid)
    if (
      await mailProducer(tx, producerId, (language) => accountMissingMail.of({ name, amountPaise: due }, language), now)
    )
      asked.push({ producer_id: producerId, asked_at: now.getTime() })
  if (asked.length === 0) return
  await tx
    .insertInto('payout_asks')
    .values(asked)
    .onConflict((conflict) => conflict.column('producer_id').doUpdateSet({ asked_at: now.getTime() }))
    .execute()
}
