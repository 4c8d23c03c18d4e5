import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { mergeVisitorCart, parseCart } from '#features/cart/server/cart.service.ts'
import { demoSeller } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail.ts'
import { callerOf } from '#server/rate-limits.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { type Credentials, emailTaken, type Registration, type User, wrongCredentials } from '../auth.contract.ts'
import { welcomeMail } from './account.mails.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { endSessionOf, type Role, type Session, setSessionCookie, startSession } from './sessions.ts'

/** The browser that logs in: where it calls from, and what carries its cookies. */
export interface Browser {
  request: FastifyRequest
  reply: FastifyReply
}

const cookiesOf = (browser: Browser) => browser.request.headers.cookie

/** Throws EMAIL_TAKEN. */
export async function register(deps: Deps, input: z.output<typeof Registration>, browser: Browser) {
  const passwordHash = await hashPassword(input.password)
  const id = newId()
  const now = deps.now()
  const { token, cart } = await deps.db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('users')
      .values({ id, name: input.name, email: input.email, password_hash: passwordHash, created_at: now.getTime() })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) throw emailTaken()
    const cart = await mergeVisitorCart(tx, id, input.cartItems, now)
    await queueMail(tx, welcomeMail(deps.config, input), now)
    return { cart, token: await startSession(tx, deps, 'user', id, browser.request.headers) }
  })
  deps.mailer.wake()
  setSessionCookie(deps, browser.reply, 'user', token)
  const user: User = { _id: id, name: input.name, email: input.email, cartItems: cart }
  return { user, message: `Welcome, ${input.name}` }
}

/** Joins the visitor's cart to the account's. Throws WRONG_CREDENTIALS (the same for an unknown address), TOO_MANY. */
export async function login(deps: Deps, input: z.output<typeof Credentials>, browser: Browser) {
  const account = await checkPassword(deps, 'user', input, browser)
  const now = deps.now()
  const { token, cart, name } = await deps.db.transaction().execute(async (tx) => {
    const { name } = await tx.selectFrom('users').select('name').where('id', '=', account.id).executeTakeFirstOrThrow()
    const cart = await mergeVisitorCart(tx, account.id, input.cartItems, now)
    return { cart, name, token: await startSession(tx, deps, 'user', account.id, browser.request.headers) }
  })
  setSessionCookie(deps, browser.reply, 'user', token)
  const user: User = { _id: account.id, name, email: input.email, cartItems: cart }
  return { user, message: `Welcome back, ${name}` }
}

/** Throws WRONG_CREDENTIALS, TOO_MANY. */
export async function sellerLogin(deps: Deps, input: { email: string; password: string }, browser: Browser) {
  const account = await checkPassword(deps, 'seller', input, browser)
  const token = await deps.db
    .transaction()
    .execute((tx) => startSession(tx, deps, 'seller', account.id, browser.request.headers))
  setSessionCookie(deps, browser.reply, 'seller', token)
  return { message: 'Logged in' }
}

/** Counts the try before the work is done, so that parallel tries do not slip through (security promises §8). */
async function checkPassword(deps: Deps, role: Role, input: { email: string; password: string }, browser: Browser) {
  const caller = callerOf(browser.request.ip)
  const key = `${role} ${input.email} ${caller}`
  await deps.limits.count('loginOfAccount', key)
  const account = await deps.db
    .selectFrom(role === 'user' ? 'users' : 'sellers')
    .select(['id', 'password_hash'])
    .where('email', '=', input.email)
    .executeTakeFirst()
  const isRight = await isPassword(input.password, account?.password_hash)
  if (!account || !isRight) throw wrongCredentials()
  // Failed tries count; this was none.
  await deps.limits.forgive('loginOfAccount', key)
  await deps.limits.takeBack('login', caller)
  return account
}

export async function logout(deps: Deps, role: Role, browser: Browser) {
  await endSessionOf(deps, role, cookiesOf(browser), browser.reply)
  return { message: 'Logged out' }
}

/** The logged-in shopper, with the cart. Throws NOT_LOGGED_IN for an account that is not there any more. */
export function userOf({ accountId, shopper }: Session): User {
  if (!shopper) throw notLoggedIn()
  return { _id: accountId, name: shopper.name, email: shopper.email, cartItems: parseCart(shopper.items) }
}

/** Makes the seller account that the settings name, if it is not there yet. */
export async function ensureSeller(deps: Deps) {
  const { seller } = deps.config
  if (!seller?.isDemo) await removeDemoSeller(deps)
  if (!seller) return
  const known = await deps.db.selectFrom('sellers').select('id').where('email', '=', seller.email).executeTakeFirst()
  if (known) return
  await deps.db
    .insertInto('sellers')
    .values({
      id: newId(),
      email: seller.email,
      password_hash: await hashPassword(seller.password),
      created_at: deps.now().getTime(),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

/**
 * The shop was tried out and is a real one now: nobody may come in by the password that everybody knows. False when there is no
 * such seller, or only one with another password.
 */
export async function removeDemoSeller(deps: Pick<Deps, 'db' | 'log'>) {
  const demo = await deps.db
    .selectFrom('sellers')
    .select(['id', 'password_hash'])
    .where('email', '=', demoSeller.email)
    .executeTakeFirst()
  if (!demo || !(await isPassword(demoSeller.password, demo.password_hash))) return false
  await deps.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sessions').where('role', '=', 'seller').where('account_id', '=', demo.id).execute()
    await tx.deleteFrom('sellers').where('id', '=', demo.id).execute()
  })
  deps.log.warn('the demo seller is removed: its password is known to everybody')
  return true
}
