import { type Account, getAccount } from '#features/auth/server/accounts.ts'
import { checkOwnPassword, lockChecked } from '#features/auth/server/own-password.ts'
import { endSessions } from '#features/auth/server/sessions.ts'
import { forgetShopper, hasOpenOrders } from '#features/orders/server/orders.service.ts'
import { forgetReturns, hasOpenReturns } from '#features/returns/server/forget-returns.ts'
import { removePhotos } from '#features/returns/server/return-photos.ts'
import { transact } from '#kernel/background.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/guard/session.ts'
import { deleteMailFiles } from '#kernel/mail/mail-files.ts'
import { deleteSentMails } from '#kernel/mail/outbox.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import { openOrders, openReturns, sessionNotFound } from '../account.contract.ts'
import { message } from '../account.messages.ts'
import { endAllLinks } from './account-links.ts'
import { changeEmail } from './email.service.ts'
import { findDevice, listDevices } from './sessions-of.ts'

/**
 * Changes the name, and mails a link to a new e-mail address, which needs the current password. Throws EMAIL_TAKEN, WRONG_PASSWORD, NOT_LOGGED_IN,
 * TOO_MANY; then nothing is changed.
 */
export async function changeProfile(
  deps: Deps,
  session: Session,
  input: { name: string; email: string; currentPassword?: string | undefined },
) {
  const account = await getAccount(deps.db, 'user', session.id)
  const isOther = account.email !== input.email
  const changed = isOther ? await changeEmail(deps, session, input.email, input.currentPassword) : undefined
  const { numUpdatedRows } = await deps.db
    .updateTable('users')
    .set({ name: input.name })
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw notLoggedIn()
  return changed ?? { message: message('PROFILE_SAVED') }
}

/** Where the shopper is logged in, last used first. */
export const listSessions = async (deps: Deps, session: Session) => ({
  sessions: await listDevices(deps, 'user', session.id, session),
})

/** Throws SESSION_NOT_FOUND. */
export async function endSession(deps: Deps, session: Session, id: string) {
  const wanted = await findDevice(deps, 'user', session.id, id)
  if (!wanted) throw sessionNotFound()
  await deps.db.deleteFrom('sessions').where('token_hash', '=', wanted.token_hash).execute()
  return { message: message('DEVICE_LOGGED_OUT') }
}

/**
 * Deletes the account with all but orders, which stay without the person. Data by address alone goes only with a confirmed address: else it may be
 * somebody else's. Throws WRONG_PASSWORD, NOT_LOGGED_IN, OPEN_ORDERS (the courier needs the address), OPEN_RETURNS (money or goods to come).
 */
export async function deleteAccount(deps: Deps, session: Session, currentPassword: string) {
  await removeShopper(deps, await checkOwnPassword(deps, session, currentPassword))
  return { message: message('ACCOUNT_DELETED') }
}

/** Deletes an account after the password's check. Throws NOT_LOGGED_IN if it was changed meanwhile, OPEN_ORDERS, OPEN_RETURNS. */
export async function removeShopper(
  deps: Pick<Deps, 'db' | 'config' | 'log' | 'storage' | 'now'> & { jobs: Pick<Deps['jobs'], 'wake'> },
  checked: Account,
) {
  if (await hasOpenOrders(deps.db, checked.id)) throw openOrders()
  if (await hasOpenReturns(deps.db, checked.id)) throw openReturns()
  // Years of mails go in parts before, the rest in one transaction.
  await deleteSentMails(deps, checked.id)
  const { written: mails, photos } = await transact(deps, async (tx) => {
    const { id, email, isEmailConfirmed } = await lockChecked(tx, 'user', checked)
    if (await hasOpenOrders(tx, id)) throw openOrders()
    if (await hasOpenReturns(tx, id)) throw openReturns()
    const photos = await forgetReturns(tx, id)
    await forgetShopper(tx, id, deps.now())
    const written = await tx.deleteFrom('outbox').where('account_id', '=', id).returning('id').execute()
    if (isEmailConfirmed) {
      await tx.deleteFrom('newsletter_subscriptions').where('email', '=', email).execute()
      await tx.deleteFrom('stock_alerts').where('email', '=', email).execute()
      const others = tx.deleteFrom('outbox').where('account_id', 'is', null).where('recipient', '=', email)
      written.push(...(await others.returning('id').execute()))
    }
    await tx.deleteFrom('stock_alerts').where('account_id', '=', id).execute()
    await endAllLinks(tx, id)
    await endSessions(tx, 'user', id)
    await tx.deleteFrom('users').where('id', '=', id).execute()
    return { written, photos }
  })
  await removePhotos(deps, photos).catch((error) =>
    deps.log.warn({ err: error }, 'photos of returns could not be deleted'),
  )
  await deleteMailFiles(
    deps.config,
    mails.map(({ id }) => id),
  ).catch((error) => deps.log.warn({ err: error }, 'mail files could not be deleted'))
}
