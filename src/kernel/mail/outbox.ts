import type { SelectQueryBuilder } from 'kysely'
import type { Config } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { OwnDeps } from '#kernel/deps.ts'
import { DAY_MS } from '#shared/time.ts'
import { inParts } from '../db/query/in-parts.ts'
import { NOT_BY_OLDER } from './mail.tables.ts'
import { deleteForgottenFiles, deleteMailFiles } from './mail-files.ts'

const SENT_LIFETIME_MS = 30 * DAY_MS

type Box = Pick<OwnDeps, 'db' | 'now'> & { config: Pick<Config, 'dataDir'> }

/** Deletes mails with their files. */
const deleteMails = ({ db, config }: Omit<Box, 'now'>, wanted: SelectQueryBuilder<Tables, 'outbox', { id: string }>) =>
  inParts(async (size) => {
    const ids = (await wanted.limit(size).execute()).map(({ id }) => id)
    if (ids.length === 0) return 0
    await deleteMailFiles(config, ids)
    await db.deleteFrom('outbox').where('id', 'in', ids).execute()
    return ids.length
  })

/** Deletes mails sent or given up 30 days ago. */
export async function deleteOldMails(box: Box) {
  const old = box.db
    .selectFrom('outbox')
    .select('id')
    .where('created_at', '<', box.now().getTime() - SENT_LIFETIME_MS)
    .where((mail) => mail.or([mail('sent_at', 'is not', null), mail('given_up_at', 'is not', null)]))
    .orderBy('created_at')
  await deleteMails(box, old)
  await deleteForgottenFiles(box)
}

export const deleteSentMails = (box: Omit<Box, 'now'>, accountId: string) =>
  deleteMails(
    box,
    box.db.selectFrom('outbox').select('id').where('account_id', '=', accountId).where('sent_at', 'is not', null),
  )

/** How many mails wait, since when, how many were given up, and how many wait for a person. */
export async function stateOfOutbox(db: Db) {
  const [waiting, givenUp, held] = await Promise.all([
    db
      .selectFrom('outbox')
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where('held', '=', 0)
      .select(({ fn }) => [fn.countAll<number>().as('mails'), fn.min('created_at').as('oldest')])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('outbox')
      .where('given_up_at', 'is not', null)
      .select(({ fn }) => fn.countAll<number>().as('mails'))
      .executeTakeFirstOrThrow(),
    countHeld(db),
  ])
  return { waiting: waiting.mails, oldest: waiting.oldest, givenUp: givenUp.mails, held }
}

export async function countHeld(db: Db) {
  const held = db.selectFrom('outbox').where('held', '=', 1)
  return (await held.select(({ fn }) => fn.countAll<number>().as('mails')).executeTakeFirstOrThrow()).mails
}

/** Sends or deletes the mails that wait for a person, in parts: after a stop the rest still waits. */
export async function releaseHeld(db: Db, action: 'send' | 'drop', now: Date) {
  let released = 0
  await inParts(async (size) => {
    const held = await db.selectFrom('outbox').select('id').where('held', '=', 1).limit(size).execute()
    const ids = held.map(({ id }) => id)
    if (ids.length === 0) return 0
    if (action === 'drop') await db.deleteFrom('outbox').where('id', 'in', ids).where('held', '=', 1).execute()
    else
      await db
        .updateTable('outbox')
        .set({ held: 0, try_at: now.getTime(), due_at: NOT_BY_OLDER })
        .where('id', 'in', ids)
        .execute()
    released += ids.length
    return ids.length
  })
  return released
}

/** When this database was restored from a backup, if ever. */
export async function findRestoredAt(db: Db) {
  const note = await db.selectFrom('shop_notes').select('value').where('key', '=', 'restored-at').executeTakeFirst()
  return note && new Date(note.value)
}
