import { randomBytes } from 'node:crypto'
import { confirmEmailOf, findAndLockAccount } from '#features/auth/server/accounts.ts'
import { transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import { newestFirst } from '#kernel/db/query/newest-first.ts'
import { readPage } from '#kernel/db/query/read-page.ts'
import type { Deps } from '#kernel/deps.ts'
import { mailboxOf } from '#kernel/guard/rate-limits.ts'
import type { Session } from '#kernel/guard/session.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { writeMoment } from '#shared/day.ts'
import { linkUsedUp } from '../newsletter.contract.ts'
import { message } from '../newsletter.messages.ts'
import { newsletterMail } from './newsletter.mails.ts'

const TOKEN_BYTES = 24
const PER_PAGE = 25
/** Read at a time for an export. */
const PART = 500

/** One row per address, and the same answer for a known one. The mail asks for confirmation. */
export async function subscribe(deps: Deps, email: string) {
  const known = await deps.db
    .selectFrom('newsletter_subscriptions')
    .select('confirmed_at')
    .where('email', '=', email)
    .executeTakeFirst()
  const isConfirmed = known !== undefined && known.confirmed_at !== null
  const mayMail = !isConfirmed && (await deps.limits.allows('newsletterMail', mailboxOf(email)))
  const now = deps.now()
  await transact(deps, async (tx) => {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    await tx
      .insertInto('newsletter_subscriptions')
      .values({ email, token, subscribed_at: now.getTime(), confirmed_at: null })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute()
    const row = await tx
      .selectFrom('newsletter_subscriptions')
      .select(['token', 'confirmed_at'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    if (mayMail && row.confirmed_at === null)
      await queueMail(tx, { to: email }, newsletterMail.of({ token: row.token }), now)
  })
  return { message: message('NEWSLETTER_SUBSCRIBED') }
}

/**
 * Safe to call twice. Where it is opened by the shopper whose account has this address, the address is confirmed as theirs too; by
 * anybody else it says nothing of who made that account. Throws LINK_USED_UP.
 */
export async function confirm(deps: Deps, token: string, shopper: Session | undefined) {
  const now = deps.now()
  await transact(deps, async (tx) => {
    const account = shopper && (await findAndLockAccount(tx, 'user', shopper.id))
    const row = await tx
      .updateTable('newsletter_subscriptions')
      .set((row) => ({ confirmed_at: row.fn.coalesce('confirmed_at', row.val(now.getTime())) }))
      .where('token', '=', token)
      .returning('email')
      .executeTakeFirst()
    if (!row) throw linkUsedUp()
    if (account?.email === row.email) await confirmEmailOf(tx, account.id, now)
  })
  return { message: message('NEWSLETTER_CONFIRMED') }
}

/** Deletes the address. One that is not on the list is no error, but it is said. */
export async function unsubscribe(db: Db, token: string) {
  const ofLink = db.deleteFrom('newsletter_subscriptions').where('token', '=', token)
  const { numDeletedRows } = await ofLink.executeTakeFirstOrThrow()
  return { message: message(numDeletedRows > 0n ? 'NEWSLETTER_LEFT' : 'NOTHING_TO_END') }
}

/** As every list of the shop is ordered. */
const newest = (db: Db) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('newsletter_subscriptions')
        .select(['email as id', 'subscribed_at as created_at', 'confirmed_at'])
        .as('subscriptions'),
    )
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

export async function listSubscriptions(db: Db, page?: number) {
  const { total, confirmed } = await db
    .selectFrom('newsletter_subscriptions')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.count<number>('confirmed_at').as('confirmed')])
    .executeTakeFirstOrThrow()
  const { rows, ...paging } = await readPage({ page, limit: PER_PAGE }, total, (limit, offset) =>
    newest(db).limit(limit).offset(offset).execute(),
  )
  return {
    subscriptions: rows.map((row) => ({
      email: row.id,
      isConfirmed: row.confirmed_at !== null,
      subscribedAt: new Date(row.created_at),
    })),
    ...paging,
    counts: { confirmed, waiting: total - confirmed },
  }
}

export const subscriptionsHeading = ['email', 'confirmed', 'subscribed']

/** Everybody on the list, as rows for a CSV, newest first. */
export async function* subscriptionRows(db: Db) {
  for await (const rows of newestFirst(PART, (isNext) => newest(db).where(isNext).limit(PART).execute()))
    yield rows.map((row) => [row.id, row.confirmed_at === null ? 'no' : 'yes', writeMoment(new Date(row.created_at))])
}
