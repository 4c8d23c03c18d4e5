import type { Insertable } from 'kysely'
import { wakeAfterCommit } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { prepared, type Slots } from '#kernel/db/prepared.ts'
import { newId } from '#shared/ids.ts'
import type { MailTables } from './mail.tables.ts'

export interface Mail {
  to: string
  /** The shopper it is for: it goes when the account does. */
  accountId?: string
  subject: string
  text: string
  html: string
  /** Further headers, such as List-Unsubscribe. */
  headers?: Record<string, string>
  /** Somebody is waiting for it, so it is sent before others. */
  isUrgent?: boolean
}

/** A mail for an account; where it goes is read when it is queued. */
export type AccountMail = Omit<Mail, 'to' | 'accountId'>

type Row = Insertable<MailTables['outbox']>
type RowOfAccount = Omit<Row, 'recipient'> & { account_id: string }

const insertMail = prepared((db, mail: Slots<Row>) => db.insertInto('outbox').values(mail))

/** Queues a mail in the transaction of what it tells of: both are kept or neither is. Returns its id. */
export const queueMail = (tx: Tx, mail: Mail, now: Date) =>
  queueRow(tx, { ...rowOf(mail, now), account_id: mail.accountId ?? null, recipient: mail.to })

async function queueRow(tx: Tx, row: Row & { id: string }) {
  wakeAfterCommit(tx, 'mails')
  await insertMail(tx, row)
  return row.id
}

/** From the account's row, so that one statement finds the address and queues the mail. */
const insertMailToAccount = prepared((db, { account_id, ...mail }: Slots<RowOfAccount>) => {
  const columns = Object.entries(mail)
  return db
    .insertInto('outbox')
    .columns(['account_id', 'recipient', ...columns.map(([name]) => name as keyof typeof mail)])
    .expression(
      db
        .selectFrom('users')
        .select(['users.id', 'users.email'])
        .select((row) => columns.map(([name, value]) => row.val(value).as(name)))
        .where('users.id', '=', account_id),
    )
})

/** Queues a mail to the address that the account has now, and to no other. Nothing where the account is deleted. */
export async function queueMailToAccount(tx: Tx, accountId: string, mail: AccountMail, now: Date) {
  wakeAfterCommit(tx, 'mails')
  await insertMailToAccount(tx, { ...rowOf(mail, now), account_id: accountId })
}

const copied = ['account_id', 'recipient', 'subject', 'text_body', 'html_body', 'headers', 'priority'] as const

/** Queues a mail once more, as it was written. Returns the id of the new one; undefined when the mail is not kept any more. */
export async function queueMailAgain(tx: Tx, id: string, now: Date) {
  const before = await tx.selectFrom('outbox').select(copied).where('id', '=', id).executeTakeFirst()
  return before && queueRow(tx, { ...before, ...unsent(now) })
}

const unsent = (now: Date) => ({
  id: newId(),
  created_at: now.getTime(),
  attempts: 0,
  due_at: now.getTime(),
  sent_at: null,
  given_up_at: null,
  last_error: null,
})

const rowOf = (mail: AccountMail, now: Date) => ({
  ...unsent(now),
  subject: oneLine(mail.subject),
  text_body: mail.text,
  html_body: mail.html,
  headers: mail.headers ? JSON.stringify(mail.headers) : null,
  priority: mail.isUrgent ? 0 : 1,
})

/** One line, whatever was typed: a line break would start another header. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')
