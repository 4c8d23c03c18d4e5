import { setTimeout } from 'node:timers/promises'
import { recordAct } from '#features/audit/server/audit.service.ts'
import {
  type Account,
  confirmEmailOf,
  findAccountByEmail,
  findAndLockAccount,
  tableOf,
} from '#features/auth/server/accounts.ts'
import { refuseCommonPassword } from '#features/auth/server/common-passwords.ts'
import { hashPassword } from '#features/auth/server/passwords.ts'
import { endSessions } from '#features/auth/server/sessions.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { mailboxOf } from '#kernel/http/rate-limits.ts'
import type { Role, Session } from '#kernel/http/session.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { resetLinkUsedUp } from '../account.contract.ts'
import { holderOf, passwordChangedMail, passwordResetMail } from './account.mails.ts'
import { endLinks, findLink, mailLink } from './account-links.ts'
import { checkOwnPassword, lockChecked } from './own-password.ts'

const RESET_LIFETIME_MINUTES = 30
/** Longer than writing a link and its mail takes, so that nobody can tell by the time whether there was one. */
const RESET_ANSWER_MS = 250

/** Mails a link to a known address; says the same for an unknown one, and takes as long. */
export async function requestPasswordReset(deps: Deps, role: Role, email: string) {
  await Promise.all([mailResetLink(deps, role, email), setTimeout(RESET_ANSWER_MS)])
  return { message: 'If there is an account with this address, a mail with a link is on its way.' }
}

async function mailResetLink(deps: Deps, role: Role, email: string) {
  const known = await findAccountByEmail(deps.db, role, email)
  if (!known || !(await deps.limits.allows('resetMail', mailboxOf(email)))) return
  await transact(deps, async (tx) => {
    const account = await findAndLockAccount(tx, role, known.id)
    if (account?.email !== email) return
    const link = { role, accountId: account.id, purpose: 'password', email } as const
    await mailLink(tx, link, RESET_LIFETIME_MINUTES * MINUTE_MS, deps.now(), (token) =>
      passwordResetMail.of({ role, token, minutes: RESET_LIFETIME_MINUTES }),
    )
  })
}

/** Whether a link sets a new password still. The link stays as it is. */
export async function checkResetLink({ db, now }: Deps, role: Role, token: string) {
  const link = await findLink(db, 'password', token, now())
  return { works: link?.role === role }
}

/**
 * Sets a new password by the mail's link, once, and logs every device out. Whoever opened the link reads the account's mail, so a
 * shopper's address is confirmed by it. Throws RESET_LINK_USED_UP, BAD_INPUT for a common password.
 */
export async function resetPassword(deps: Deps, role: Role, token: string, password: string) {
  // Checked before the expensive hash, so that made-up links cost nothing.
  const link = await findLink(deps.db, 'password', token, deps.now())
  if (link?.role !== role) throw resetLinkUsedUp()
  await refuseCommonPassword(password, 'password')
  const passwordHash = await hashPassword(password)
  await transact(deps, async (tx) => {
    const account = await findAndLockAccount(tx, role, link.account_id)
    // A link works once: another call may have used it meanwhile.
    if (!account || !(await findLink(tx, 'password', token, deps.now()))) throw resetLinkUsedUp()
    // These mails are counted when the link is asked for.
    const how = 'Password set by a link in a mail'
    await setPassword(tx, deps, role, account, passwordHash, { how, mayTell: true })
    await endSessions(tx, role, account.id)
    if (role === 'user' && account.email === link.email) await confirmEmailOf(tx, account.id, deps.now())
  })
  return { message: 'Your new password is set. Log in with it.' }
}

/** Logs the other devices out. Throws WRONG_PASSWORD, NOT_LOGGED_IN, TOO_MANY, BAD_INPUT for a common password. */
export async function changePassword(
  deps: Deps,
  session: Session,
  input: { currentPassword: string; newPassword: string },
) {
  const { role } = session
  const checked = await checkOwnPassword(deps, session, input.currentPassword)
  await refuseCommonPassword(input.newPassword, 'newPassword')
  const passwordHash = await hashPassword(input.newPassword)
  const mayTell = await mayTellOfChange(deps, checked)
  await transact(deps, async (tx) => {
    const account = await lockChecked(tx, role, checked)
    await setPassword(tx, deps, role, account, passwordHash, { how: 'Password changed', mayTell })
    await endSessions(tx, role, account.id, session.tokenHash)
  })
  return { message: 'Password changed. Other devices were logged out.' }
}

/**
 * May a mail tell of a change? Always to an address that is known to be the account's. To another one it is counted, because who
 * made an account with somebody else's address could change it all day.
 */
export const mayTellOfChange = async (deps: Deps, { email, isEmailConfirmed }: Account) =>
  isEmailConfirmed || deps.limits.allows('noticeMail', mailboxOf(email))

/** Sets the hash of a locked account, ends its links, and tells its address. A seller's change is kept in the log of acts. */
export async function setPassword(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'now'>,
  role: Role,
  account: Account,
  passwordHash: string,
  { how, mayTell }: { how: string; mayTell: boolean },
) {
  const at = deps.now()
  await tx.updateTable(tableOf[role]).set({ password_hash: passwordHash }).where('id', '=', account.id).execute()
  await endLinks(tx, account.id, account.email)
  if (mayTell) await queueMail(tx, holderOf(role, account), passwordChangedMail.of({ role }), at)
  if (role === 'seller')
    await recordAct(tx, { sellerId: account.id, action: 'seller.password', subject: account.id, summary: how, at })
}
