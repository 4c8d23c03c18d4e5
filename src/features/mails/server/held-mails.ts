import { recordAct } from '#features/audit/server/audit.service.ts'
import { transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { countHeld, findRestoredAt, releaseHeld } from '#kernel/mail/outbox.ts'
import { message } from '../mails.messages.ts'

export async function readHeldMails(db: Db) {
  const count = await countHeld(db)
  return { count, restoredAt: count === 0 ? null : ((await findRestoredAt(db)) ?? null) }
}

const mails = (count: number) => (count === 1 ? '1 mail' : `${count} mails`)

/** Sends or drops the mails of a restored backup; idempotent. */
export async function releaseHeldMails(deps: Deps, who: Principal, action: 'send' | 'drop') {
  const at = deps.now()
  const waiting = await countHeld(deps.db)
  if (waiting === 0) return { message: message('NO_MAILS_HELD'), count: 0 }
  const words = action === 'send' ? 'sent' : 'dropped'
  const summary = `${mails(waiting)} of a restored backup ${words}`
  await transact(deps, (tx) =>
    recordAct(tx, { who, action: `mails.${words}`, subject: 'restored-backup', summary, at }),
  )
  const count = await releaseHeld(deps.db, action, at)
  deps.jobs.wake('mails')
  return { message: message(action === 'send' ? 'HELD_MAILS_SENT' : 'HELD_MAILS_DROPPED', { count }), count }
}
