import type { Db, Tx } from '#kernel/db/database.ts'
import { prepared, type Slots } from '#kernel/db/query/prepared.ts'
import { insertMailTo, type NewMail, newMail } from '#kernel/mail/mail.ts'
import type { KeptMail } from '#kernel/mail/mail-kinds.ts'

export type MailToAccount = NewMail & { account_id: string }

/** For `insertMailToAccount`, which finds the account's address. Wakes the sender after the commit. */
export const mailToAccount = (tx: Tx, accountId: string, mail: KeptMail, now: Date): MailToAccount => ({
  ...newMail(tx, mail, now),
  account_id: accountId,
})

/** One statement finds the address and queues the mail; it does nothing for a deleted account. */
export const insertMailToAccount = (db: Db, { account_id, ...mail }: Slots<MailToAccount>) =>
  insertMailTo(db, db.selectFrom('users').select(['users.id', 'users.email']).where('users.id', '=', account_id), mail)

const insertAlone = prepared(insertMailToAccount)

export async function queueMailToAccount(tx: Tx, accountId: string, mail: KeptMail, now: Date) {
  await insertAlone(tx, mailToAccount(tx, accountId, mail, now))
}
