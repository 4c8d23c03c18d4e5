import { emailTaken } from '#features/auth/auth.contract.ts'
import {
  type Account,
  confirmEmailOf,
  findAccount,
  findAccountByEmail,
  findAndLockAccount,
  getAccount,
  lockAccount,
  tableOf,
} from '#features/auth/server/accounts.ts'
import { checkOwnPassword, lockChecked } from '#features/auth/server/own-password.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { isDuplicate } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { mailboxOf } from '#kernel/guard/rate-limits.ts'
import type { Session } from '#kernel/guard/session.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import type { AccountKind } from '#shared/endpoint.ts'
import { DAY_MS } from '#shared/time.ts'
import { emailLinkUsedUp } from '../account.contract.ts'
import { message } from '../account.messages.ts'
import { confirmEmailMail, emailChangedMail, holderOf, welcomeMail } from './account.mails.ts'
import { endLinks, findLink, findNewEmail, type LinkFor, mailLink } from './account-links.ts'
import { logChange } from './log-change.ts'
import { mayTellOfChange } from './password.service.ts'

export const CONFIRMATION_DAYS = 7

/** Throws NOT_LOGGED_IN. */
export async function readEmailState({ db, now }: Deps, { kind, id }: Pick<Principal, 'kind' | 'id'>) {
  const account = await getAccount(db, kind, id)
  const newEmail = await findNewEmail(db, account, now())
  return { email: account.email, isConfirmed: account.isEmailConfirmed, newEmail: newEmail ?? null }
}

/** Mails the link that confirms a locked account's own address, or its new one. */
export function mailConfirmation(tx: Tx, deps: Deps, kind: AccountKind, account: Account, email: string) {
  const link: LinkFor = { kind, accountId: account.id, purpose: 'email', email }
  return mailLink(tx, link, CONFIRMATION_DAYS * DAY_MS, deps.now(), (token) =>
    confirmEmailMail.of({ role: kind, email, token, days: CONFIRMATION_DAYS }),
  )
}

/** Queues the welcome mail with the link that confirms the address. */
export function mailWelcome(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'now'>,
  account: { id: string; name: string; email: string },
) {
  const link: LinkFor = { kind: 'user', accountId: account.id, purpose: 'email', email: account.email }
  return mailLink(tx, link, CONFIRMATION_DAYS * DAY_MS, deps.now(), (token) =>
    welcomeMail.of({ name: account.name, token, days: CONFIRMATION_DAYS }),
  )
}

/** Sends the link again, to the waiting address. Throws NOT_LOGGED_IN, TOO_MANY. */
export async function sendConfirmation(deps: Deps, { kind, id }: Pick<Principal, 'kind' | 'id'>) {
  const { email, isConfirmed, newEmail } = await readEmailState(deps, { kind, id })
  if (isConfirmed && newEmail === null) return { message: message('EMAIL_CONFIRMED_ALREADY') }
  const waiting = newEmail ?? email
  await deps.limits.count('confirmationMail', mailboxOf(waiting))
  await transact(deps, async (tx) => {
    await mailConfirmation(tx, deps, kind, await lockAccount(tx, kind, id), waiting)
  })
  return { message: message('EMAIL_LINK_SENT', { email: waiting }) }
}

/** Mails a link to the new address; nothing changes before it is opened. Throws WRONG_PASSWORD, EMAIL_TAKEN, NOT_LOGGED_IN, TOO_MANY. */
export async function changeEmail(deps: Deps, session: Session, email: string, currentPassword: string | undefined) {
  const { kind } = session
  const checked = await checkOwnPassword(deps, session, currentPassword)
  // Like registering, the answer tells whether an address is taken.
  await deps.limits.count('register', `change of ${checked.id}`)
  if (await findAccountByEmail(deps.db, kind, email)) throw emailTaken()
  await deps.limits.count('confirmationMail', mailboxOf(email))
  await transact(deps, async (tx) => {
    const account = await lockChecked(tx, kind, checked)
    // A newer request replaces an older one.
    await tx
      .deleteFrom('account_links')
      .where('account_id', '=', account.id)
      .where('purpose', '=', 'email')
      .where('email', 'not in', [account.email, email])
      .execute()
    await mailConfirmation(tx, deps, kind, account, email)
  })
  return { message: message('NEW_EMAIL_LINK_SENT', { email }) }
}

/** Confirms the link's address, or makes it the account's and tells the old one. Idempotent. Throws EMAIL_LINK_USED_UP, EMAIL_TAKEN. */
export async function confirmEmail(deps: Deps, token: string) {
  const link = await findLink(deps.db, 'email', token, deps.now())
  const before = link && (await findAccount(deps.db, link.role, link.account_id))
  if (!link || !before) throw emailLinkUsedUp()
  const { role: kind, email } = link
  const mayTell = before.email !== email && (await mayTellOfChange(deps, before))
  const confirmed = transact(deps, async (tx) => {
    const account = await findAndLockAccount(tx, kind, before.id)
    if (!account || !(await findLink(tx, 'email', token, deps.now()))) throw emailLinkUsedUp()
    if (account.email !== email) await moveTo(tx, deps, kind, account, email, mayTell)
    if (kind === 'user') await confirmEmailOf(tx, account.id, deps.now())
  })
  await confirmed.catch((error: unknown) => {
    throw isDuplicate(error) ? emailTaken() : error
  })
  return { message: message('EMAIL_CONFIRMED', { email }), role: kind }
}

/** Sets a locked account's address, ends other links, tells the old one. */
async function moveTo(tx: Tx, deps: Deps, kind: AccountKind, account: Account, email: string, mayTell: boolean) {
  const at = deps.now()
  if (kind === 'user')
    await tx.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', account.id).execute()
  await tx.updateTable(tableOf[kind]).set({ email }).where('id', '=', account.id).execute()
  await endLinks(tx, account.id, email)
  if (mayTell) await queueMail(tx, holderOf(kind, account), emailChangedMail.of({ role: kind }), at)
  const summary = `Email address changed from ${account.email} to ${email}`
  await logChange(tx, kind, account.id, { what: 'email', summary, at })
}
