import { wakeAfterCommit } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { prepared, type Slots } from '#kernel/db/prepared.ts'
import { newId } from '#shared/ids.ts'
import { NOT_BY_OLDER } from './mail.tables.ts'
import type { KeptMail } from './mail-kinds.ts'

/** The job that sends what is queued here. */
export const MAILS = 'mails'

/** Who gets a mail. */
export interface Receiver {
  to: string
  /** The shopper it is for: it goes when the account does. */
  accountId?: string
}

const rowOf = ({ kind, data, isUrgent }: KeptMail, now: Date) => ({
  kind,
  data,
  priority: isUrgent ? 0 : 1,
  ...unsent(now),
})

/** A mail that was not tried yet. */
const unsent = (now: Date) => ({
  id: newId(),
  created_at: now.getTime(),
  attempts: 0,
  try_at: now.getTime(),
  due_at: NOT_BY_OLDER,
})

/** Columns that a mail without a kind has filled. */
const unwritten = { subject: '', text_body: '', html_body: '' }

type Row = ReturnType<typeof rowOf>

const insertMail = prepared((db, mail: Slots<Row & { account_id: string | null; recipient: string }>) =>
  db.insertInto('outbox').values({ ...unwritten, ...mail }),
)

/** Queues a mail in the transaction of what it tells of: both are kept or neither is. Returns its id. */
export async function queueMail(tx: Tx, { to, accountId }: Receiver, mail: KeptMail, now: Date) {
  wakeAfterCommit(tx, MAILS)
  const row = rowOf(mail, now)
  await insertMail(tx, { ...row, account_id: accountId ?? null, recipient: to })
  return row.id
}

export type MailToAccount = Row & { account_id: string }

/** A mail to the address that the account has then, for `insertMailToAccount`. Has the sender woken after the commit. */
export function mailToAccount(tx: Tx, accountId: string, mail: KeptMail, now: Date): MailToAccount {
  wakeAfterCommit(tx, MAILS)
  return { ...rowOf(mail, now), account_id: accountId }
}

/** From the account's row, so that one statement finds the address and queues the mail. Nothing where the account is deleted. */
export function insertMailToAccount(db: Db, { account_id, ...mail }: Slots<MailToAccount>) {
  const columns = Object.entries({ ...unwritten, ...mail })
  return db
    .insertInto('outbox')
    .columns(['account_id', 'recipient', ...columns.map(([name]) => name as keyof typeof unwritten)])
    .expression(
      db
        .selectFrom('users')
        .select(['users.id', 'users.email'])
        .select((row) => columns.map(([name, value]) => row.val(value).as(name)))
        .where('users.id', '=', account_id),
    )
}

const insertAlone = prepared(insertMailToAccount)

/** Queues a mail to the address that the account has now, and to no other. Nothing where the account is deleted. */
export async function queueMailToAccount(tx: Tx, accountId: string, mail: KeptMail, now: Date) {
  await insertAlone(tx, mailToAccount(tx, accountId, mail, now))
}

const copied = ['account_id', 'recipient', 'kind', 'data', 'subject', 'text_body', 'html_body', 'headers'] as const

/** Queues a mail once more, saying the same. Returns the id of the new one; undefined when the mail is not kept any more. */
export async function queueMailAgain(tx: Tx, id: string, now: Date) {
  const before = await tx
    .selectFrom('outbox')
    .select([...copied, 'priority'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!before) return undefined
  wakeAfterCommit(tx, MAILS)
  const again = { ...before, ...unsent(now) }
  await tx.insertInto('outbox').values(again).execute()
  return again.id
}
