import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { transact } from '#kernel/background.ts'
import { CannotStart } from '#kernel/cannot-start.ts'
import { demoSeller } from '#kernel/config.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { callerOf, mailboxOf } from '#kernel/guard/rate-limits.ts'
import type { Session } from '#kernel/guard/session.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import type { AccountKind } from '#shared/endpoint.ts'
import { newId } from '#shared/ids.ts'
import type { Message } from '#shared/messages.ts'
import { type Credentials, emailTaken, type Registration, type Shopper, wrongCredentials } from '../auth.contract.ts'
import { message } from '../auth.messages.ts'
import { type Account, findAccountByEmail, findAndLockAccount, tableOf } from './accounts.ts'
import { isCommonPassword, refuseCommonPassword } from './common-passwords.ts'
import { hashPassword, isPassword, matchPassword } from './passwords.ts'
import { endSessionOf, setSessionCookie, startSession } from './sessions.ts'

declare module '#kernel/deps.ts' {
  interface Deps {
    carts: {
      /** Null: there is no cart. */
      read: (items: string | null) => Shopper['cartItems']
      /** Joins a visitor's cart, as sent with a login, to the account's, without bad lines. Returns the cart after it. */
      merge: (tx: Tx, shopperId: string, visitorCart: unknown, now: Date) => Promise<Shopper['cartItems']>
    }
    /** The feature second-factor gives it. What they return sets a cookie. */
    secondFactor: {
      beginLogin: (
        tx: Tx,
        person: { id: string; passwordHash: string },
      ) => Promise<(reply: FastifyReply) => { message: Message; needs: 'code'; person?: undefined }>
      /** Tells the person by mail of a browser that did not log in before. */
      noteDevice: (
        tx: Tx,
        person: { id: string; email: string },
        request: FastifyRequest,
      ) => Promise<(reply: FastifyReply) => void>
    }
    welcome: (tx: Tx, account: { id: string; name: string; email: string }) => Promise<void>
  }
}

export interface Browser {
  request: FastifyRequest
  reply: FastifyReply
}

const cookiesOf = (browser: Browser) => browser.request.headers.cookie

/** Until the mail's link is opened, orders stored earlier under the address do not belong to the account. Throws EMAIL_TAKEN, BAD_INPUT. */
export async function register(deps: Deps, input: z.output<typeof Registration>, browser: Browser) {
  if (await findAccountByEmail(deps.db, 'user', input.email)) throw emailTaken()
  await refuseCommonPassword(input.password, 'password')
  const passwordHash = await hashPassword(input.password)
  const mayMail = await deps.limits.allows('confirmationMail', mailboxOf(input.email))
  const account = { id: newId(), name: input.name, email: input.email }
  const now = deps.now()
  const { token, cart } = await transact(deps, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('users')
      .values({ ...account, password_hash: passwordHash, created_at: now.getTime() })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) throw emailTaken()
    const cart = await deps.carts.merge(tx, account.id, input.cartItems, now)
    if (mayMail) await deps.welcome(tx, account)
    return { cart, token: await startSession(tx, deps, 'user', account.id, browser.request.headers) }
  })
  setSessionCookie(deps, browser.reply, 'user', token)
  const shopper: Shopper = {
    _id: account.id,
    name: input.name,
    email: input.email,
    isEmailConfirmed: false,
    cartItems: cart,
  }
  return { user: shopper, message: message('WELCOME', { name: input.name }) }
}

/** Joins the visitor's cart to the account's. Throws WRONG_CREDENTIALS (the same for an unknown address), TOO_MANY. */
export async function login(deps: Deps, input: z.output<typeof Credentials>, browser: Browser) {
  const checked = await checkPassword(deps, 'user', input, browser)
  const now = deps.now()
  const { token, cart, name, isEmailConfirmed } = await transact(deps, async (tx) => {
    const { name, isEmailConfirmed } = await lockIfUnchanged(tx, 'user', checked)
    const cart = await deps.carts.merge(tx, checked.id, input.cartItems, now)
    const token = await startSession(tx, deps, 'user', checked.id, browser.request.headers)
    return { cart, name, isEmailConfirmed, token }
  })
  setSessionCookie(deps, browser.reply, 'user', token)
  const shopper: Shopper = { _id: checked.id, name, email: input.email, isEmailConfirmed, cartItems: cart }
  return { user: shopper, message: message('WELCOME_BACK', { name }) }
}

/** Where the person has a second factor, the login only begins: it needs a code yet. Throws WRONG_CREDENTIALS, TOO_MANY. */
export async function sellerLogin(deps: Deps, input: { email: string; password: string }, browser: Browser) {
  const checked = await checkPassword(deps, 'seller', input, browser)
  const open = await transact(deps, async (tx) => {
    const person = await lockIfUnchanged(tx, 'seller', checked)
    return person.hasFactor ? deps.secondFactor.beginLogin(tx, person) : openSeller(tx, deps, person, browser)
  })
  return open(browser.reply)
}

/** Starts the session of a locked person; who has a second factor is told of a new device. What it returns sets the cookies, after the commit. */
export async function openSeller(
  tx: Tx,
  deps: Deps,
  { id, name, email, rights, hasFactor }: Pick<Account, 'id' | 'name' | 'email' | 'rights' | 'hasFactor'>,
  browser: Browser,
  { proves = true } = {},
) {
  const token = await startSession(tx, deps, 'seller', id, browser.request.headers, { proves })
  const keepDevice = hasFactor ? await deps.secondFactor.noteDevice(tx, { id, email }, browser.request) : undefined
  return (reply: FastifyReply) => {
    setSessionCookie(deps, reply, 'seller', token)
    keepDevice?.(reply)
    return { message: message('LOGGED_IN'), person: { _id: id, name, rights } }
  }
}

interface Checked {
  id: string
  email: string
  passwordHash: string
  newHash: string | undefined
}

/** Counts the try before the work, so that parallel tries do not slip through (docs/promises.md 8). */
export async function checkPassword(
  { db, limits }: Deps,
  kind: AccountKind,
  input: { email: string; password: string },
  browser: Browser,
): Promise<Checked> {
  const caller = callerOf(browser.request.ip)
  const key = `${kind} ${input.email} ${caller}`
  await limits.count('loginOfAccount', key)
  await limits.count('rightLogin', key)
  const account = await findAccountByEmail(db, kind, input.email)
  const match = await matchPassword(input.password, account?.passwordHash)
  if (!account || match === 'no') {
    await limits.takeBack('rightLogin', key)
    throw wrongCredentials()
  }
  // Only failed tries count.
  await limits.forgive('loginOfAccount', key)
  await limits.takeBack('login', caller)
  const newHash = match === 'outdated' ? await hashPassword(input.password) : undefined
  return { id: account.id, email: account.email, passwordHash: account.passwordHash, newHash }
}

/** Throws WRONG_CREDENTIALS when password, address or account changed while the password was checked: whoever knew the old one stays out. */
export async function lockIfUnchanged(tx: Tx, kind: AccountKind, { id, email, passwordHash, newHash }: Checked) {
  const account = await findAndLockAccount(tx, kind, id)
  if (account?.passwordHash !== passwordHash || account.email !== email) throw wrongCredentials()
  if (newHash) await tx.updateTable(tableOf[kind]).set({ password_hash: newHash }).where('id', '=', id).execute()
  return account
}

export async function logout(deps: Deps, kind: AccountKind, browser: Browser) {
  await endSessionOf(deps, kind, cookiesOf(browser), browser.reply)
  return { message: message('LOGGED_OUT') }
}

/** Throws NOT_LOGGED_IN when the account was deleted. */
export function shopperOf({ carts }: Pick<Deps, 'carts'>, { id, shopper }: Session): Shopper {
  if (!shopper) throw notLoggedIn()
  const { name, email, isEmailConfirmed, items } = shopper
  return { _id: id, name, email, isEmailConfirmed, cartItems: carts.read(items) }
}

/** Throws NOT_LOGGED_IN when the person was removed. */
export function personOf({ config }: Pick<Deps, 'config'>, { id, person, rights }: Session) {
  if (!person) throw notLoggedIn()
  const { name, asks, hasFactor } = person
  return { person: { _id: id, name, rights: [...rights] }, asks, mustSetUp: config.demandsFactor && !hasFactor }
}

/** Makes SELLER_EMAIL's account while there is none at all: who was removed stays out. Throws CannotStart for a common password. */
export async function ensureSeller(deps: Deps) {
  const { seller } = deps.config
  if (!seller?.isDemo) await removeDemoSeller(deps)
  if (!seller) return
  const known = await deps.db.selectFrom('sellers').select(['email', 'setting_email', 'password_hash']).execute()
  if (known.length > 0) {
    const own = known.find(({ email, setting_email }) => [email, setting_email].includes(seller.email))
    // The demo's password is not one that somebody has set.
    if (seller.isDemo) return
    if (!own)
      return deps.log.warn(
        'SELLER_EMAIL has made no account: it makes the first one only. Whoever has the right team invites others; take the setting out',
      )
    warnOfOtherPassword(deps, seller, own).catch((error) =>
      deps.log.warn({ err: error }, 'SELLER_PASSWORD could not be compared'),
    )
    return
  }
  if (!seller.isDemo && (await isCommonPassword(seller.password)))
    throw new CannotStart('SELLER_PASSWORD is a password that many people use: set another one')
  await deps.db
    .insertInto('sellers')
    .values({
      id: newId(),
      email: seller.email,
      setting_email: seller.email,
      password_hash: await hashPassword(seller.password),
      created_at: deps.now().getTime(),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

/** Setting SELLER_PASSWORD later changes nothing. Runs in the background, as hashing takes time. */
async function warnOfOtherPassword({ log }: Deps, seller: { password: string }, known: { password_hash: string }) {
  if (await isPassword(seller.password, known.password_hash)) return
  log.warn(
    'SELLER_PASSWORD is not the password of the seller, and does not change it: it is used once, to make the account. Change it in the shop, or by npm run seller -- reset-password; then take the setting out',
  )
}

export async function hasDemoLogin(db: Db) {
  const seller = await findAccountByEmail(db, 'seller', demoSeller.email)
  return seller !== undefined && (await isPassword(demoSeller.password, seller.passwordHash))
}

/** The seller with the demo's password, under whatever address; undefined where the password was changed. */
export async function findDemoSeller(db: Db) {
  const demo = await db
    .selectFrom('sellers')
    .select(['id', 'password_hash'])
    .where((seller) =>
      seller.or([seller('email', '=', demoSeller.email), seller('setting_email', '=', demoSeller.email)]),
    )
    .executeTakeFirst()
  return demo && (await isPassword(demoSeller.password, demo.password_hash)) ? demo : undefined
}

/** False when the password was changed meanwhile. */
export async function deleteDemoSeller(tx: Tx, { id, password_hash }: { id: string; password_hash: string }) {
  const gone = tx.deleteFrom('sellers').where('id', '=', id).where('password_hash', '=', password_hash)
  if ((await gone.executeTakeFirstOrThrow()).numDeletedRows === 0n) return false
  await tx.deleteFrom('sessions').where('role', '=', 'seller').where('account_id', '=', id).execute()
  return true
}

async function removeDemoSeller(deps: Pick<Deps, 'db' | 'log'>) {
  const demo = await findDemoSeller(deps.db)
  if (!demo || !(await deps.db.transaction().execute((tx) => deleteDemoSeller(tx, demo)))) return
  deps.log.warn('the demo seller is removed: its password is known to everybody')
}
