import { createHash, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { listAddresses } from '#features/addresses/server/addresses.service.ts'
import { getCart } from '#features/cart/server/cart.service.ts'
import { forgetShopper, hasOpenOrders, listOrdersOfUser } from '#features/orders/server/orders.service.ts'
import { isDuplicate } from '#server/db/engine.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail.ts'
import { deleteForgottenFiles } from '#server/mail-files.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { openOrders, resetLinkUsedUp, sessionNotFound, wrongPassword } from '../account.contract.ts'
import { emailTaken } from '../auth.contract.ts'
import { passwordResetMail } from './account.mails.ts'
import { describeDevice } from './device.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { hashToken, hasRunOut, type Session } from './sessions.ts'

const RESET_LIFETIME_MINUTES = 30
/** Longer than writing a link and its mail takes, so that nobody can tell by the time whether there was one. */
const RESET_ANSWER_MS = 250
const TOKEN_BYTES = 24

/** Mails a link to a known address; says the same for an unknown one, and takes as long. */
export async function requestPasswordReset(deps: Deps, email: string) {
  await Promise.all([mailResetLink(deps, email), setTimeout(RESET_ANSWER_MS)])
  return { message: 'If there is an account with this address, a mail with a link is on its way.' }
}

async function mailResetLink(deps: Deps, email: string) {
  if (!(await deps.limits.allows('mailToRecipient', email))) return
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = deps.now()
  await deps.db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'name', 'email'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (!user) return
    const expiresAt = now.getTime() + RESET_LIFETIME_MINUTES * MINUTE_MS
    await tx.deleteFrom('password_resets').where('user_id', '=', user.id).execute()
    await tx
      .insertInto('password_resets')
      .values({ token_hash: hashToken(token), user_id: user.id, expires_at: expiresAt })
      .execute()
    await queueMail(tx, passwordResetMail(deps.config, user, token, RESET_LIFETIME_MINUTES), now)
  })
  deps.mailer.wake()
}

/** Sets a new password by the mail's link, once, and logs every device out. Throws RESET_LINK_USED_UP. */
export async function resetPassword(deps: Deps, token: string, password: string) {
  const now = deps.now().getTime()
  const tokenHash = hashToken(token)
  // Asked before the costly hash, so that made-up links cost nothing.
  const known = await deps.db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!known) throw resetLinkUsedUp()
  const passwordHash = await hashPassword(password)
  await deps.db.transaction().execute(async (tx) => {
    const reset = await tx
      .deleteFrom('password_resets')
      .where('token_hash', '=', tokenHash)
      .returning('user_id')
      .executeTakeFirst()
    if (!reset) throw resetLinkUsedUp()
    await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', reset.user_id).execute()
    await tx.deleteFrom('sessions').where('role', '=', 'user').where('account_id', '=', reset.user_id).execute()
  })
  return { message: 'Your new password is set. Log in with it.' }
}

/** Throws WRONG_PASSWORD, TOO_MANY. */
async function checkOwnPassword(deps: Deps, userId: string, password: string | undefined) {
  const key = `own password of ${userId}`
  await deps.limits.count('loginOfAccount', key)
  const user = await deps.db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  if (!(await isPassword(password ?? '', user?.password_hash))) throw wrongPassword()
  await deps.limits.forgive('loginOfAccount', key)
}

/** A new e-mail address needs the current password. Throws EMAIL_TAKEN, WRONG_PASSWORD, TOO_MANY. */
export async function changeProfile(
  deps: Deps,
  userId: string,
  input: { name: string; email: string; currentPassword?: string | undefined },
) {
  const { email } = await deps.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  if (email !== input.email) {
    await checkOwnPassword(deps, userId, input.currentPassword)
    // As registering does, the answer tells whether an address is taken.
    await deps.limits.count('register', `change of ${userId}`)
  }
  const saved = deps.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ name: input.name, email: input.email }).where('id', '=', userId).execute()
    if (email !== input.email) await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
  })
  await saved.catch((error: unknown) => {
    throw isDuplicate(error) ? emailTaken() : error
  })
  return { message: 'Saved' }
}

/** Logs the other devices out. Throws WRONG_PASSWORD. */
export async function changePassword(
  deps: Deps,
  session: Session,
  input: { currentPassword: string; newPassword: string },
) {
  await checkOwnPassword(deps, session.accountId, input.currentPassword)
  const passwordHash = await hashPassword(input.newPassword)
  await deps.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', session.accountId).execute()
    await tx.deleteFrom('password_resets').where('user_id', '=', session.accountId).execute()
    await tx
      .deleteFrom('sessions')
      .where('role', '=', 'user')
      .where('account_id', '=', session.accountId)
      .where('token_hash', '!=', session.tokenHash)
      .execute()
  })
  return { message: 'Password changed. Other devices were logged out.' }
}

/** A name for a session that may be shown: the stored hash itself stays on the server. */
const publicId = (tokenHash: string) => createHash('sha256').update(tokenHash).digest('base64url').slice(0, 22)

async function sessionsOf(deps: Deps, userId: string) {
  const rows = await deps.db
    .selectFrom('sessions')
    .selectAll()
    .where('role', '=', 'user')
    .where('account_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('token_hash')
    .execute()
  return rows.filter((row) => !hasRunOut('user', row, deps.now().getTime()))
}

/** Where the shopper is logged in; last used first. */
export async function listSessions(deps: Deps, session: Session) {
  const rows = await sessionsOf(deps, session.accountId)
  return {
    sessions: rows.map((row) => ({
      _id: publicId(row.token_hash),
      isThisDevice: row.token_hash === session.tokenHash,
      device: describeDevice(row.user_agent),
      createdAt: new Date(row.created_at),
      lastSeenAt: new Date(row.last_seen_at),
    })),
  }
}

/** Throws SESSION_NOT_FOUND. */
export async function endSession(deps: Deps, session: Session, id: string) {
  const wanted = (await sessionsOf(deps, session.accountId)).find((row) => publicId(row.token_hash) === id)
  if (!wanted) throw sessionNotFound()
  await deps.db.deleteFrom('sessions').where('token_hash', '=', wanted.token_hash).execute()
  return { message: 'That device is logged out' }
}

/** Everything the shop keeps of a shopper. */
export async function collectData(deps: Deps, session: Session) {
  const { accountId } = session
  const [user, { addresses }, cart, { sessions }] = await Promise.all([
    deps.db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'created_at'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow(),
    listAddresses(deps.db, accountId),
    getCart(deps.db, accountId),
    listSessions(deps, session),
  ])
  const orders = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const part = await listOrdersOfUser(deps.db, accountId, { page, limit: 100 })
    pages = part.pages
    orders.push(
      ...part.orders.map(({ subtotal, tax, amount, items, ...order }) => ({
        ...order,
        subtotal: subtotal / 100,
        tax: tax / 100,
        amount: amount / 100,
        items: items.map(({ product, quantity }) => ({
          name: product.name,
          offerPrice: product.offerPrice / 100,
          quantity,
        })),
      })),
    )
  }
  const subscription = await deps.db
    .selectFrom('newsletter_subscriptions')
    .select(['subscribed_at', 'confirmed_at'])
    .where('email', '=', user.email)
    .executeTakeFirst()
  return {
    account: { name: user.name, email: user.email, createdAt: new Date(user.created_at) },
    addresses,
    cart,
    orders,
    sessions: sessions.map(({ device, createdAt, lastSeenAt }) => ({ device, createdAt, lastSeenAt })),
    newsletter: subscription
      ? { subscribedAt: new Date(subscription.subscribed_at), confirmed: subscription.confirmed_at !== null }
      : null,
  }
}

/**
 * Deletes account, addresses, cart, sessions and mails; orders stay without the person. Throws WRONG_PASSWORD, and OPEN_ORDERS
 * while an order is still on its way, because the courier needs the address.
 */
export async function deleteAccount(deps: Deps, session: Session, currentPassword: string) {
  const { accountId } = session
  await checkOwnPassword(deps, accountId, currentPassword)
  await deps.db.transaction().execute(async (tx) => {
    if (await hasOpenOrders(tx, accountId)) throw openOrders()
    const { email } = await tx.selectFrom('users').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()
    await forgetShopper(tx, accountId)
    await tx.deleteFrom('newsletter_subscriptions').where('email', '=', email).execute()
    await tx.deleteFrom('outbox').where('recipient', '=', email).execute()
    await tx.deleteFrom('sessions').where('role', '=', 'user').where('account_id', '=', accountId).execute()
    await tx.deleteFrom('users').where('id', '=', accountId).execute()
  })
  await deleteForgottenFiles(deps).catch((error) => deps.log.warn({ err: error }, 'mail files could not be deleted'))
  return { message: 'Your account is deleted' }
}
