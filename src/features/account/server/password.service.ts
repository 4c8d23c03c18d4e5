import { setTimeout } from 'node:timers/promises'
import {
  type Account,
  confirmEmailOf,
  findAccountByEmail,
  findAndLockAccount,
  tableOf,
} from '#features/auth/server/accounts.ts'
import { refuseCommonPassword } from '#features/auth/server/common-passwords.ts'
import { checkOwnPassword, lockChecked } from '#features/auth/server/own-password.ts'
import { hashPassword } from '#features/auth/server/passwords.ts'
import { endSessions } from '#features/auth/server/sessions.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { mailboxOf } from '#kernel/guard/rate-limits.ts'
import type { Session } from '#kernel/guard/session.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import type { AccountKind } from '#shared/endpoint.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { resetLinkUsedUp } from '../account.contract.ts'
import { message } from '../account.messages.ts'
import { holderOf, passwordChangedMail, passwordResetMail } from './account.mails.ts'
import { endLinks, findLink, mailLink } from './account-links.ts'
import { logChange } from './log-change.ts'

const RESET_LIFETIME_MINUTES = 30
/** Longer than making link and mail, so that time tells nobody whether there was one. */
const RESET_ANSWER_MS = 250

/** Known and unknown addresses get the same answer, after the same time. */
export async function requestPasswordReset(deps: Deps, kind: AccountKind, email: string) {
  await Promise.all([mailResetLink(deps, kind, email), setTimeout(RESET_ANSWER_MS)])
  return { message: message('RESET_LINK_SENT') }
}

async function mailResetLink(deps: Deps, kind: AccountKind, email: string) {
  const known = await findAccountByEmail(deps.db, kind, email)
  if (!known || !(await deps.limits.allows('resetMail', mailboxOf(email)))) return
  await transact(deps, async (tx) => {
    const account = await findAndLockAccount(tx, kind, known.id)
    if (account?.email !== email) return
    const link = { kind, accountId: account.id, purpose: 'password', email } as const
    await mailLink(tx, link, RESET_LIFETIME_MINUTES * MINUTE_MS, deps.now(), (token) =>
      passwordResetMail.of({ role: kind, token, minutes: RESET_LIFETIME_MINUTES }),
    )
  })
}

/** Whether a link still works; it is not used up. */
export async function checkResetLink({ db, now }: Deps, kind: AccountKind, token: string) {
  const link = await findLink(db, 'password', token, now())
  return { works: link?.role === kind }
}

/**
 * Sets a password by the mail's link, once, and logs out every device. It also confirms a shopper's address. Throws RESET_LINK_USED_UP, BAD_INPUT for
 * a common password.
 */
export async function resetPassword(deps: Deps, kind: AccountKind, token: string, password: string) {
  // Checked before the expensive hash, so that invented links cost nothing.
  const link = await findLink(deps.db, 'password', token, deps.now())
  if (link?.role !== kind) throw resetLinkUsedUp()
  await refuseCommonPassword(password, 'password')
  const passwordHash = await hashPassword(password)
  await transact(deps, async (tx) => {
    const account = await findAndLockAccount(tx, kind, link.account_id)
    // Another call may have used it meanwhile.
    if (!account || !(await findLink(tx, 'password', token, deps.now()))) throw resetLinkUsedUp()
    // Counted when the link is asked for.
    const how = 'Password set by a link in a mail'
    await setPassword(tx, deps, kind, account, passwordHash, { how, mayTell: true })
    await endSessions(tx, kind, account.id)
    if (kind === 'user' && account.email === link.email) await confirmEmailOf(tx, account.id, deps.now())
  })
  return { message: message('PASSWORD_SET') }
}

/** Logs out the other devices. Throws WRONG_PASSWORD, NOT_LOGGED_IN, TOO_MANY, BAD_INPUT for a common password. */
export async function changePassword(
  deps: Deps,
  session: Session,
  input: { currentPassword: string; newPassword: string },
) {
  const { kind } = session
  const checked = await checkOwnPassword(deps, session, input.currentPassword)
  await refuseCommonPassword(input.newPassword, 'newPassword')
  const passwordHash = await hashPassword(input.newPassword)
  const mayTell = await mayTellOfChange(deps, checked)
  await transact(deps, async (tx) => {
    const account = await lockChecked(tx, kind, checked)
    await setPassword(tx, deps, kind, account, passwordHash, { how: 'Password changed', mayTell })
    await endSessions(tx, kind, account.id, session.tokenHash)
  })
  return { message: message('PASSWORD_CHANGED') }
}

/** A confirmed address is always told of a change. Others are counted, since it may be a stranger's, mailed all day. */
export const mayTellOfChange = async (deps: Deps, { email, isEmailConfirmed }: Account) =>
  isEmailConfirmed || deps.limits.allows('noticeMail', mailboxOf(email))

/** Sets the hash of a locked account, ends its links, tells its address, and logs a seller's change. */
export async function setPassword(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'now'>,
  kind: AccountKind,
  account: Account,
  passwordHash: string,
  { how, mayTell }: { how: string; mayTell: boolean },
) {
  const at = deps.now()
  await tx.updateTable(tableOf[kind]).set({ password_hash: passwordHash }).where('id', '=', account.id).execute()
  await endLinks(tx, account.id, account.email)
  if (mayTell) await queueMail(tx, holderOf(kind, account), passwordChangedMail.of({ role: kind }), at)
  await logChange(tx, kind, account.id, { what: 'password', summary: how, at })
}
