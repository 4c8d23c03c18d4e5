import { recordAct } from '#features/audit/server/audit.service.ts'
import type { Tx } from '#kernel/db/database.ts'
import { type Principal, principalOf } from '#kernel/guard/principals.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { type FactorNews, factorMail } from './second-factor.mails.ts'

interface Told {
  what: FactorNews
  summary: string
  at: Date
  /** Whose session did it, where there is one. */
  who?: Principal
}

/** By mail and in the activity. */
export async function tell(
  tx: Tx,
  { id, email }: { id: string; email: string },
  { what, summary, at, who = principalOf('seller', id) }: Told,
) {
  await queueMail(tx, { to: email }, factorMail.of({ what }), at)
  await recordAct(tx, { who, at, action: 'seller.factor', subject: id, summary })
}

export const tellOfRecovery = (tx: Tx, account: { id: string; email: string }, at: Date) =>
  tell(tx, account, { what: 'recovery code', summary: 'Recovery code used', at })
