import type { SelectQueryBuilder } from 'kysely'
import { wakeAfterCommit } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { newId } from '#shared/ids.ts'
import { prepared, type Slots } from '../db/query/prepared.ts'
import type { Tables } from '../db/tables.ts'
import { NOT_BY_OLDER } from './mail.tables.ts'
import type { KeptMail } from './mail-kinds.ts'

export const MAILS = 'mails'

export interface Receiver {
  to: string
  /** The shopper who gets it: the mail is deleted with the account. */
  accountId?: string
}

const rowOf = ({ kind, data, isUrgent }: KeptMail, now: Date) => ({
  kind,
  data,
  priority: isUrgent ? 0 : 1,
  ...unsent(now),
})

const unsent = (now: Date) => ({
  id: newId(),
  created_at: now.getTime(),
  attempts: 0,
  try_at: now.getTime(),
  due_at: NOT_BY_OLDER,
})

const unwritten = { subject: '', text_body: '', html_body: '' }

const insertMail = prepared((db, mail: Slots<NewMail & { account_id: string | null; recipient: string }>) =>
  db.insertInto('outbox').values({ ...unwritten, ...mail }),
)

/** Queues a mail in the transaction that it tells of: both are kept or neither is. Returns its id. */
export async function queueMail(tx: Tx, { to, accountId }: Receiver, mail: KeptMail, now: Date) {
  const row = newMail(tx, mail, now)
  await insertMail(tx, { ...row, account_id: accountId ?? null, recipient: to })
  return row.id
}

export function newMail(tx: Tx, mail: KeptMail, now: Date) {
  wakeAfterCommit(tx, MAILS)
  return rowOf(mail, now)
}
export type NewMail = ReturnType<typeof newMail>

/** One statement that finds accounts and queues the mail to each. */
export function insertMailTo<From extends keyof Tables>(
  db: Db,
  accounts: SelectQueryBuilder<Tables, From, { id: string; email: string }>,
  mail: Slots<NewMail>,
) {
  const columns = Object.entries({ ...unwritten, ...mail })
  return db
    .insertInto('outbox')
    .columns(['account_id', 'recipient', ...columns.map(([name]) => name as keyof typeof unwritten)])
    .expression(accounts.select((row) => columns.map(([name, value]) => row.val(value).as(name))))
}

const copied = ['account_id', 'recipient', 'kind', 'data', 'subject', 'text_body', 'html_body', 'headers'] as const

/** Queues the same mail again. Returns the new id; undefined when the mail is not kept any more. */
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
