import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken } from '#features/auth/server/sessions.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { deleteInParts } from '#kernel/db/in-parts.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Role } from '#kernel/http/session.ts'
import { queueMail, queueMailAgain } from '#kernel/mail/mail.ts'
import type { KeptMail } from '#kernel/mail/mail-kinds.ts'
import { holderOf } from './account.mails.ts'

const TOKEN_BYTES = 24

/** Whose link it is, what it is for, and where it is sent. */
export interface LinkFor {
  role: Role
  accountId: string
  purpose: Tables['account_links']['purpose']
  email: string
}

/**
 * Mails a link that works for so long from now. One that still works is sent again, so that the mail somebody has open already
 * stays right; the shop itself knows only its hash, the mail is what is repeated. The account is locked.
 */
export async function mailLink(
  tx: Tx,
  { role, accountId, purpose, email }: LinkFor,
  lifetimeMs: number,
  now: Date,
  mailOf: (token: string) => KeptMail,
) {
  const ofAccount = { role, account_id: accountId, purpose, email }
  const known = await tx
    .selectFrom('account_links')
    .select(['token_hash', 'mail_id'])
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('expires_at', '>', now.getTime())
    .executeTakeFirst()
  const expiresAt = now.getTime() + lifetimeMs
  const again = known?.mail_id ? await queueMailAgain(tx, known.mail_id, now) : undefined
  if (known && again) {
    await tx
      .updateTable('account_links')
      .set({ mail_id: again, expires_at: expiresAt })
      .where('token_hash', '=', known.token_hash)
      .execute()
    return
  }
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const mailId = await queueMail(tx, holderOf(role, { id: accountId, email }), mailOf(token), now)
  const link = { token_hash: hashToken(token), mail_id: mailId, expires_at: expiresAt }
  await tx
    .insertInto('account_links')
    .values({ ...ofAccount, ...link })
    .onConflict((conflict) => conflict.columns(['account_id', 'purpose', 'email']).doUpdateSet(link))
    .execute()
}

/** The link with this token, while it works. */
export const findLink = (db: Db, purpose: LinkFor['purpose'], token: string, now: Date) =>
  db
    .selectFrom('account_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.getTime())
    .executeTakeFirst()

/** The address that an account is to have once its link is opened; undefined: no change waits. */
export async function findNewEmail(db: Db, { id, email }: { id: string; email: string }, now: Date) {
  const link = await db
    .selectFrom('account_links')
    .select('email')
    .where('account_id', '=', id)
    .where('purpose', '=', 'email')
    .where('email', '!=', email)
    .where('expires_at', '>', now.getTime())
    .executeTakeFirst()
  return link?.email
}

/** Ends links to a new password, and to every address but this one. */
export async function endLinks(tx: Tx, accountId: string, keptEmail: string) {
  await tx
    .deleteFrom('account_links')
    .where('account_id', '=', accountId)
    .where((link) => link.or([link('purpose', '=', 'password'), link('email', '!=', keptEmail)]))
    .execute()
}

/** Deletes links that no longer work. */
export const deleteOldLinks = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteInParts(db, 'account_links', ['token_hash'], sql`expires_at < ${now().getTime()}`)
