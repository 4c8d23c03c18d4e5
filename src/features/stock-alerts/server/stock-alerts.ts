import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Account, findAccount, findAndLockAccount } from '#features/auth/server/accounts.ts'
import { DAILY_STOCK } from '#features/catalog/batches/server/daily-stock.ts'
import { productNotFound } from '#features/catalog/catalog.contract.ts'
import { MAX_ALERTS, productIsBack, tooManyAlerts } from '#features/catalog/stock-alerts.contract.ts'
import { linkUsedUp } from '#features/newsletter/newsletter.contract.ts'
import { message as newsletterMessage } from '#features/newsletter/newsletter.messages.ts'
import { type Job, transact, wakeAfterCommit } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { deleteInParts } from '#kernel/db/query/in-parts.ts'
import type { Deps } from '#kernel/deps.ts'
import { mailboxOf } from '#kernel/guard/rate-limits.ts'
import type { Session } from '#kernel/guard/session.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { badInput, notLoggedIn, sharedMessage } from '#shared/app-error.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { message } from '../stock-alerts.messages.ts'
import { backInStockMail, confirmAlertMail } from './stock-alerts.mails.ts'

/** The job that writes the mails, woken when products come back, and every minute. */
export const STOCK_ALERTS = 'stock alerts'
const TOKEN_BYTES = 24
const CONFIRMATION_DAYS = 7
/** Answered requests are kept for the link in their mail. */
const SENT_DAYS = 30
/** Addresses told between two looks at what waits. */
const PART = 50

interface Wish {
  email: string
  /** The shopper whose own confirmed address it is, if any. */
  account: Account | undefined
}

/** Throws BAD_INPUT without a given or known address. */
async function wishOf(db: Db, session: Session | undefined, email: string | undefined): Promise<Wish> {
  const account = session && (await findAccount(db, 'user', session.id))
  if (account?.isEmailConfirmed && (email === undefined || email === account.email))
    return { email: account.email, account }
  if (email === undefined) throw badInput({ email: sharedMessage('EMAIL_MISSING') })
  return { email, account: undefined }
}

/** Throws PRODUCT_NOT_FOUND, PRODUCT_IS_BACK, TOO_MANY_ALERTS, BAD_INPUT; then nothing is kept. */
export async function askStockAlert(deps: Deps, session: Session | undefined, productId: string, given?: string) {
  const product = await deps.db
    .selectFrom('products')
    .select(['id', 'name', 'category', 'in_stock'])
    .where('id', '=', productId)
    .where('archived', '=', 0)
    .executeTakeFirst()
  if (!product) throw productNotFound()
  if (product.in_stock === 1) throw productIsBack({ name: product.name })
  const { email, account } = await wishOf(deps.db, session, given)
  const mayMail = !account && (await deps.limits.allows('stockAlertLinkMail', mailboxOf(email)))
  const now = deps.now()
  await transact(deps, async (tx) => {
    if (account && !(await findAndLockAccount(tx, 'user', account.id))) throw notLoggedIn()
    const alert = await keepAlert(tx, { email, account }, productId, now)
    if (alert && mayMail && alert.confirmed_at === null)
      await queueMail(
        tx,
        { to: email },
        confirmAlertMail.of({ token: alert.token, name: product.name, days: CONFIRMATION_DAYS }),
        now,
      )
    // The product may be back already.
    wakeAfterCommit(tx, STOCK_ALERTS)
  })
  return {
    message: account
      ? message('STOCK_ALERT_KEPT', { email, product: product.name })
      : message('STOCK_ALERT_ASKED', { product: product.name }),
  }
}

/** Has an address all the requests it may have, confirmed (`is not` null) or not? Counted apart: strangers' requests take nobody's place. */
async function waitsForMost(db: Db, email: string, confirmed: 'is' | 'is not') {
  const open = db.selectFrom('stock_alerts').select('token').where('email', '=', email).where('sent_at', 'is', null)
  const waiting = await open.where('confirmed_at', confirmed, null).limit(MAX_ALERTS).execute()
  return waiting.length === MAX_ALERTS
}

/** The new, waiting or renewed request; undefined for somebody else's address with too many. Throws TOO_MANY_ALERTS for one's own. */
async function keepAlert(tx: Tx, { email, account }: Wish, productId: string, now: Date) {
  const at = now.getTime()
  const ofAddress = tx.selectFrom('stock_alerts').where('email', '=', email)
  const known = await lockRows(tx, ofAddress.selectAll().where('product_id', '=', productId)).executeTakeFirst()
  if (known?.sent_at === null && (known.confirmed_at !== null || !account)) return known
  if (await waitsForMost(tx, email, account ? 'is not' : 'is')) {
    if (account) throw tooManyAlerts({ most: MAX_ALERTS })
    return undefined
  }
  const wish = {
    account_id: account?.id ?? null,
    asked_at: at,
    confirmed_at: account ? at : null,
    due_at: at,
    sent_at: null,
  }
  await tx
    .insertInto('stock_alerts')
    .values({ ...wish, token: randomBytes(TOKEN_BYTES).toString('base64url'), product_id: productId, email })
    .onConflict((conflict) => conflict.columns(['email', 'product_id']).doUpdateSet(wish))
    .execute()
  return ofAddress.selectAll().where('product_id', '=', productId).executeTakeFirstOrThrow()
}

/** Idempotent. Throws LINK_USED_UP, TOO_MANY_ALERTS. */
export async function confirmStockAlert(deps: Deps, token: string) {
  await transact(deps, async (tx) => {
    wakeAfterCommit(tx, STOCK_ALERTS)
    const ofLink = tx.selectFrom('stock_alerts').select(['email', 'confirmed_at']).where('token', '=', token)
    const alert = await lockRows(tx, ofLink).executeTakeFirst()
    if (!alert) throw linkUsedUp()
    if (alert.confirmed_at !== null) return
    if (await waitsForMost(tx, alert.email, 'is not')) throw tooManyAlerts({ most: MAX_ALERTS })
    const confirmed = { confirmed_at: deps.now().getTime() }
    await tx.updateTable('stock_alerts').set(confirmed).where('token', '=', token).execute()
  })
  return { message: message('STOCK_ALERT_CONFIRMED') }
}

/** Deletes all requests of the link's address. An unknown link is said, not thrown. */
export async function stopStockAlerts(db: Db, token: string) {
  const address = db.selectFrom('stock_alerts').select('email').where('token', '=', token)
  const { numDeletedRows } = await db.deleteFrom('stock_alerts').where('email', 'in', address).executeTakeFirstOrThrow()
  return {
    message: numDeletedRows > 0n ? message('STOCK_ALERTS_STOPPED') : newsletterMessage('NOTHING_TO_END'),
  }
}

/** Confirmed requests whose product is back. */
const due = (db: Db, now: Date) =>
  db
    .selectFrom('stock_alerts')
    .innerJoin('products', 'products.id', 'stock_alerts.product_id')
    .where('products.in_stock', '=', 1)
    .where('products.archived', '=', 0)
    .where('products.back_on', 'is', null)
    .where('stock_alerts.sent_at', 'is', null)
    .where('stock_alerts.confirmed_at', 'is not', null)
    .where('stock_alerts.due_at', '<=', now.getTime())

/** Tells one address of all its products. Over its limit of mails, an hour later. */
async function tell(deps: Deps, email: string) {
  const mayMail = await deps.limits.allows('stockAlertMail', mailboxOf(email))
  const now = deps.now()
  await transact(deps, async (tx) => {
    const wanted = due(tx, now)
      .select(['stock_alerts.token', 'stock_alerts.account_id', 'products.id', 'products.name', 'products.category'])
      .where('stock_alerts.email', '=', email)
      .orderBy('stock_alerts.token')
    const back = await lockRows(tx, wanted, 'stock_alerts').execute()
    const [first] = back
    if (!first) return
    await tx
      .updateTable('stock_alerts')
      .set(mayMail ? { sent_at: now.getTime() } : { due_at: now.getTime() + HOUR_MS })
      .where(
        'token',
        'in',
        back.map(({ token }) => token),
      )
      .execute()
    const receiver = { to: email, ...(first.account_id === null ? {} : { accountId: first.account_id }) }
    const products = back.map(({ id, name, category }) => ({ id, name, category }))
    if (mayMail) await queueMail(tx, receiver, backInStockMail.of({ token: first.token, products }), now)
  })
}

/** Mails about products switched on, counted again, imported, or left by a cancelled order. */
export const stockAlertsJob = (deps: Deps): Job => ({
  name: STOCK_ALERTS,
  everyMs: MINUTE_MS,
  first: 'listening',
  async work(isStopping) {
    // Nobody is told of a product whose last batch went past its date.
    await deps.jobs.run(DAILY_STOCK)
    for (;;) {
      const people = await due(deps.db, deps.now()).select('stock_alerts.email').distinct().limit(PART).execute()
      for (const { email } of people) {
        if (isStopping()) return
        await tell(deps, email)
      }
      if (people.length < PART) return
    }
  },
})

/** Deletes unconfirmed requests, and those answered long ago. */
export const deleteOldAlerts = ({ db, now }: Pick<Deps, 'db' | 'now'>) => {
  const [unconfirmed, sent] = [CONFIRMATION_DAYS, SENT_DAYS].map((days) => now().getTime() - days * DAY_MS)
  return deleteInParts(
    db,
    'stock_alerts',
    ['token'],
    sql`(confirmed_at is null and asked_at < ${unconfirmed}) or sent_at < ${sent}`,
  )
}
