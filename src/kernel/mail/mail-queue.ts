import { type Selectable, sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { lockFreeRows } from '#kernel/db/engine.ts'
import { prepared, type Slots } from '../db/query/prepared.ts'
import { type MailTables, NOT_BY_OLDER } from './mail.tables.ts'

const inHand = [
  'id',
  'recipient',
  'kind',
  'data',
  'subject',
  'text_body',
  'html_body',
  'headers',
  'priority',
  'created_at',
  'attempts',
] as const
export type MailInHand = Pick<Selectable<MailTables['outbox']>, (typeof inHand)[number]>

/** The condition of the index outbox_to_try, word for word, or else the index is not used. */
const isWaiting = sql<boolean>`try_at is not null and sent_at is null and given_up_at is null and held = 0`

/** The due mails are listed first: otherwise PostgreSQL may look for free rows more than once and take too many. */
const takeDue = prepared((db, { at, until, most }: Slots<{ at: number; until: number; most: number }>) =>
  db
    .updateTable('outbox')
    .set({ try_at: until })
    .where(
      'id',
      'in',
      db
        .with(
          (cte) => cte('due').materialized(),
          (cte) =>
            lockFreeRows(
              db,
              cte
                .selectFrom('outbox')
                .select('id')
                .where(isWaiting)
                .where('try_at', '<=', at)
                .orderBy('priority')
                .orderBy('try_at')
                .limit(most),
            ),
        )
        .selectFrom('due')
        .select('due.id'),
    )
    .returning(inHand),
)

/** Takes due mails for leaseMs, so that no other process sends them. If this one dies, they are due again. */
export async function claimMails(db: Db, most: number, now: Date, leaseMs: number) {
  const at = now.getTime()
  const mails = await takeDue(db, { at, until: at + leaseMs, most })
  return mails.sort((one, other) => one.priority - other.priority || one.created_at - other.created_at)
}

const markSent = prepared((db, { ids, at }: Slots<{ ids: string[]; at: number }>) =>
  db
    .updateTable('outbox')
    .set((mail) => ({ sent_at: at, attempts: mail('attempts', '+', 1), last_error: null }))
    .where('id', 'in', ids)
    .where('sent_at', 'is', null),
)

export const noteMailsSent = (db: Db, ids: string[], now: Date) => markSent(db, { ids, at: now.getTime() })

export async function tryFrom(db: Db, ids: string[], time: Date) {
  const unsent = db.updateTable('outbox').where('id', 'in', ids).where('sent_at', 'is', null)
  await unsent.set({ try_at: time.getTime() }).execute()
}

const takeOver = prepared((db, { at, never }: Slots<{ at: number; never: number }>) =>
  db
    .updateTable('outbox')
    .set((mail) => ({ try_at: mail.ref('due_at'), due_at: never }))
    // Both priorities are named so that the index outbox_due is used.
    .where('priority', 'in', [sql.lit(0), sql.lit(1)])
    .where('due_at', '<=', at)
    .where(sql<boolean>`sent_at is null and given_up_at is null and held = 0`),
)

/** Takes over what a process of an older version has queued and does not have in hand. */
export const takeOverMails = (db: Db, now: Date) => takeOver(db, { at: now.getTime(), never: NOT_BY_OLDER })
