import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken } from '#features/auth/server/sessions.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { deleteInParts } from '#kernel/db/query/in-parts.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { queueMail, queueMailAgain } from '#kernel/mail/mail.ts'
import type { KeptMail } from '#kernel/mail/mail-kinds.ts'
import type { AccountKind } from '#shared/endpoint.ts'
import { holderOf } from './account.mails.ts'

const TOKEN_BYTES = 24

export interface LinkFor {
  kind: AccountKind
  accountId: string
  purpose: Tables['account_links']['purpose']
  email: string
}

/**
 * Mails a link, valid from now. A valid one is sent again, so that an open mail stays right: the shop stores only its hash, the mail is repeated. The
 * account is locked.
 */
export async function mailLink(
  tx: Tx,
  { kind, accountId, purpose, email }: LinkFor,
  lifetimeMs: number,
  now: Date,
  mailOf: (token: string) => KeptMail,
) {
  const ofAccount = { role: kind, account_id: accountId, purpose, email }
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
  const mailId = await queueMail(tx, holderOf(kind, { id: accountId, email }), mailOf(token), now)
  const link = { token_hash: hashToken(token), mail_id: mailId, expires_at: expiresAt }
  await tx
    .insertInto('account_links')
    .values({ ...ofAccount, ...link })
    .onConflict((conflict) => conflict.columns(['account_id', 'purpose', 'email']).doUpdateSet(link))
    .execute()
}

/** The link with this token, while it is valid. */
export const findLink = (db: Db, purpose: LinkFor['purpose'], token: string, now: Date) =>
  db
    .selectFrom('account_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.getTime())
    .executeTakeFirst()

/** The address that waits for its link; undefined: none. */
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

/** Ends password links, and links to every address but this. */
export async function endLinks(tx: Tx, accountId: string, keptEmail: string) {
  await tx
    .deleteFrom('account_links')
    .where('account_id', '=', accountId)
    .where((link) => link.or([link('purpose', '=', 'password'), link('email', '!=', keptEmail)]))
    .execute()
}

/** For an account that goes. */
export async function endAllLinks(tx: Tx, accountId: string) {
  await tx.deleteFrom('account_links').where('account_id', '=', accountId).execute()
}

/** Deletes invalid links. */
export const deleteOldLinks = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteInParts(db, 'account_links', ['token_hash'], sql`expires_at < ${now().getTime()}`)
