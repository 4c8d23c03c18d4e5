import { recordAct } from '#features/audit/server/audit.service.ts'
import { transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { countHeld, findRestoredAt, releaseHeld } from '#kernel/mail/outbox.ts'

export async function readHeldMails(db: Db) {
  const count = await countHeld(db)
  // Nearly always 0: then the second query is not needed.
  return { count, restoredAt: count === 0 ? null : ((await findRestoredAt(db)) ?? null) }
}

const mails = (count: number) => (count === 1 ? '1 mail' : `${count} mails`)

/** Sends the mails that a restored backup left, or drops them. Again changes nothing. */
export async function releaseHeldMails(deps: Deps, sellerId: string, action: 'send' | 'drop') {
  const at = deps.now()
  const waiting = await countHeld(deps.db)
  if (waiting === 0) return { message: 'No mails were waiting', count: 0 }
  const words = action === 'send' ? 'sent' : 'dropped'
  const summary = `${mails(waiting)} of a restored backup ${words}`
  await transact(deps, (tx) =>
    recordAct(tx, { sellerId, action: `mails.${words}`, subject: 'restored-backup', summary, at }),
  )
  const count = await releaseHeld(deps.db, action, at)
  deps.jobs.wake('mails')
  return { message: action === 'send' ? `${mails(count)} on the way` : `${mails(count)} dropped`, count }
}
