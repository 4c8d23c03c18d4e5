import { recordAct } from '#features/audit/server/audit.service.ts'
import { refuseCommonPassword } from '#features/auth/server/common-passwords.ts'
import { checkOwnPassword } from '#features/auth/server/own-password.ts'
import { hashPassword } from '#features/auth/server/passwords.ts'
import { endSession } from '#features/auth/server/sessions.ts'
import { transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/guard/session.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { sayEmailTaken } from '../../door/server/email-taken.ts'
import { workshopOf } from '../../door/server/login.ts'
import { message } from '../../workshop.messages.ts'
import { comeInAgain } from '../own-login.contract.ts'
import { ownLoginSetMail } from './own-login.mails.ts'

const LATELY_MS = 10 * MINUTE_MS

const personWith = (db: Db, id: string) => db.selectFrom('producer_people').selectAll().where('id', '=', id)

/** Throws NOT_LOGGED_IN where the session has ended. */
async function cameInLately({ now }: Pick<Deps, 'now'>, db: Db, { tokenHash }: Session) {
  const open = db.selectFrom('sessions').select('created_at').where('token_hash', '=', tokenHash)
  const { created_at } = await open.executeTakeFirstOrThrow(notLoggedIn)
  return created_at > now().getTime() - LATELY_MS
}

export async function getOwnLogin(deps: Deps, session: Session) {
  const { email, password_hash } = await personWith(deps.db, session.id).executeTakeFirstOrThrow(notLoggedIn)
  return { email, hasPassword: password_hash !== null, cameInLately: await cameInLately(deps, deps.db, session) }
}

interface OwnLogin {
  email: string
  newPassword: string
  currentPassword?: string | undefined
}

/** Throws WRONG_PASSWORD, WORKSHOP_COME_IN_AGAIN, WORKSHOP_EMAIL_TAKEN, and BAD_INPUT for a password that is easy to guess. */
export async function setOwnLogin(deps: Deps, session: Session, { email, newPassword, currentPassword }: OwnLogin) {
  const seen = await personWith(deps.db, session.id).executeTakeFirstOrThrow(notLoggedIn)
  if (currentPassword) await checkOwnPassword(deps, session, currentPassword)
  else if (!(await cameInLately(deps, deps.db, session))) throw comeInAgain()
  await refuseCommonPassword(newPassword, 'newPassword')
  const password_hash = await hashPassword(newPassword)
  const at = deps.now()
  const { producer, name } = workshopOf(session)
  const save = async (tx: Tx) => {
    const before = await lockRows(tx, personWith(tx, session.id)).executeTakeFirstOrThrow(notLoggedIn)
    // Another password was set while this one was checked, or the phone was ended.
    if (before.password_hash !== seen.password_hash) throw notLoggedIn()
    await cameInLately(deps, tx, session)
    await tx.updateTable('producer_people').set({ email, password_hash }).where('id', '=', session.id).execute()
    await endPasswordSessions(tx, session)
    for (const to of new Set([email, ...(before.email ? [before.email] : [])]))
      await queueMail(tx, { to }, ownLoginSetMail.of({ name: before.name, email }, before.language), at)
    const summary = `${name} set email and password for the workshop of ${producer.name}`
    await recordAct(tx, { who: session, action: 'workshop.login-set', subject: producer.id, summary, at })
  }
  await transact(deps, save).catch(sayEmailTaken)
  return { message: message('OWN_LOGIN_SET') }
}

/** Who came in by the password there was is logged out; phones stay, and so does who asks. */
async function endPasswordSessions(tx: Tx, { id, tokenHash }: Session) {
  const open = await tx
    .selectFrom('sessions')
    .select('token_hash')
    .where('role', '=', 'producer')
    .where('account_id', '=', id)
    .where('device_id', 'is', null)
    .where('token_hash', '!=', tokenHash)
    .execute()
  for (const { token_hash } of open) await endSession(tx, token_hash)
}
