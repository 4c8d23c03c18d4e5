import { recordAct } from '#features/audit/server/audit.service.ts'
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
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { isDuplicate } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import { mailboxOf } from '#kernel/http/rate-limits.ts'
import type { Role, Session } from '#kernel/http/session.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { DAY_MS } from '#shared/time.ts'
import { emailLinkUsedUp } from '../account.contract.ts'
import { confirmEmailMail, emailChangedMail, holderOf, welcomeMail } from './account.mails.ts'
import { endLinks, findLink, findNewEmail, type LinkFor, mailLink } from './account-links.ts'
import { checkOwnPassword, lockChecked } from './own-password.ts'
import { mayTellOfChange } from './password.service.ts'

/** How long a link that confirms an address works. */
export const CONFIRMATION_DAYS = 7

type Whose = Pick<Session, 'role' | 'accountId'>

/** The account's address, whether it is confirmed, and the one that is to take its place. Throws NOT_LOGGED_IN. */
export async function readEmailState({ db, now }: Deps, { role, accountId }: Whose) {
  const account = await getAccount(db, role, accountId)
  const newEmail = await findNewEmail(db, account, now())
  return { email: account.email, isConfirmed: account.isEmailConfirmed, newEmail: newEmail ?? null }
}

/** Mails the link that confirms an address of a locked account: its own, or the one it is to have. */
export function mailConfirmation(tx: Tx, deps: Deps, role: Role, account: Account, email: string) {
  const link: LinkFor = { role, accountId: account.id, purpose: 'email', email }
  return mailLink(tx, link, CONFIRMATION_DAYS * DAY_MS, deps.now(), (token) =>
    confirmEmailMail.of({ role, email, token, days: CONFIRMATION_DAYS }),
  )
}

/** Queues the welcome mail of a new account, with the link that confirms its address. */
export function mailWelcome(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'now'>,
  account: { id: string; name: string; email: string },
) {
  const link: LinkFor = { role: 'user', accountId: account.id, purpose: 'email', email: account.email }
  return mailLink(tx, link, CONFIRMATION_DAYS * DAY_MS, deps.now(), (token) =>
    welcomeMail.of({ name: account.name, token, days: CONFIRMATION_DAYS }),
  )
}

/** Sends the link once more: to the address that waits for it. Throws NOT_LOGGED_IN, TOO_MANY. */
export async function sendConfirmation(deps: Deps, { role, accountId }: Whose) {
  const { email, isConfirmed, newEmail } = await readEmailState(deps, { role, accountId })
  if (isConfirmed && newEmail === null) return { message: 'Your email address is confirmed already' }
  const waiting = newEmail ?? email
  await deps.limits.count('confirmationMail', mailboxOf(waiting))
  await transact(deps, async (tx) => {
    await mailConfirmation(tx, deps, role, await lockAccount(tx, role, accountId), waiting)
  })
  return { message: `We have sent a link to ${waiting}` }
}

/**
 * Mails a link to the new address, which takes the place of the present one when it is opened; until then nothing changes. Throws
 * WRONG_PASSWORD, EMAIL_TAKEN, NOT_LOGGED_IN, TOO_MANY.
 */
export async function changeEmail(deps: Deps, session: Session, email: string, currentPassword: string | undefined) {
  const { role } = session
  const checked = await checkOwnPassword(deps, session, currentPassword)
  // As registering does, the answer tells whether an address is taken.
  await deps.limits.count('register', `change of ${checked.id}`)
  if (await findAccountByEmail(deps.db, role, email)) throw emailTaken()
  await deps.limits.count('confirmationMail', mailboxOf(email))
  await transact(deps, async (tx) => {
    const account = await lockChecked(tx, role, checked)
    // A newer request replaces an older one.
    await tx
      .deleteFrom('account_links')
      .where('account_id', '=', account.id)
      .where('purpose', '=', 'email')
      .where('email', 'not in', [account.email, email])
      .execute()
    await mailConfirmation(tx, deps, role, account, email)
  })
  return { message: `We have sent a link to ${email}. Open it there, then it is your address here.` }
}

/**
 * The link in the mail was opened: the address is confirmed, or takes the place of the present one, which is told. Safe to call
 * twice. Throws EMAIL_LINK_USED_UP, EMAIL_TAKEN.
 */
export async function confirmEmail(deps: Deps, token: string) {
  const link = await findLink(deps.db, 'email', token, deps.now())
  const before = link && (await findAccount(deps.db, link.role, link.account_id))
  if (!link || !before) throw emailLinkUsedUp()
  const { role, email } = link
  const mayTell = before.email !== email && (await mayTellOfChange(deps, before))
  const confirmed = transact(deps, async (tx) => {
    const account = await findAndLockAccount(tx, role, before.id)
    if (!account || !(await findLink(tx, 'email', token, deps.now()))) throw emailLinkUsedUp()
    if (account.email !== email) await moveTo(tx, deps, role, account, email, mayTell)
    if (role === 'user') await confirmEmailOf(tx, account.id, deps.now())
  })
  await confirmed.catch((error: unknown) => {
    throw isDuplicate(error) ? emailTaken() : error
  })
  return { message: `${email} is confirmed.`, role }
}

/** Gives a locked account its new address, ends links to others, and tells the old one. */
async function moveTo(tx: Tx, deps: Deps, role: Role, account: Account, email: string, mayTell: boolean) {
  const at = deps.now()
  if (role === 'user')
    await tx.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', account.id).execute()
  await tx.updateTable(tableOf[role]).set({ email }).where('id', '=', account.id).execute()
  await endLinks(tx, account.id, email)
  if (mayTell) await queueMail(tx, holderOf(role, account), emailChangedMail.of({ role }), at)
  if (role === 'seller') {
    const summary = `Email address changed from ${account.email} to ${email}`
    await recordAct(tx, { sellerId: account.id, action: 'seller.email', subject: account.id, summary, at })
  }
}
