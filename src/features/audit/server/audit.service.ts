import type { Db, Tx } from '#kernel/db/database.ts'
import { countRows, readPage } from '#kernel/db/read-page.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import type { AuditAction } from '../audit.contract.ts'

const PER_PAGE = 25

/** A seller's act, for the log. `at` is when. */
export interface SellerAct {
  sellerId: string
  action: AuditAction
  subject: string
  summary: string
  at: Date
  /** What goes on in the background was begun by somebody who was the seller then: it is written, whether the account is there or not. */
  isInBackground?: true
}

/**
 * Writes what a seller did, in the transaction that does it. Returns the seller's e-mail address. Throws NOT_LOGGED_IN when the
 * account is gone: what came with a long upload is not done for somebody who is no seller any more.
 */
export async function recordAct(tx: Tx, { sellerId, action, subject, summary, at, isInBackground }: SellerAct) {
  const seller = await tx.selectFrom('sellers').select('email').where('id', '=', sellerId).executeTakeFirst()
  if (!seller && !isInBackground) throw notLoggedIn()
  const sellerEmail = seller?.email ?? ''
  await tx
    .insertInto('audit_log')
    .values({ at: at.getTime(), seller_id: sellerId, seller_email: sellerEmail, action, subject, summary })
    .execute()
  return sellerEmail
}

/** The newest of these acts on any of these subjects: who it was, and when. */
export function findLastAct(db: Db, subjects: readonly string[], actions: readonly AuditAction[]) {
  return db
    .selectFrom('audit_log')
    .select(['seller_email', 'at'])
    .where('subject', 'in', subjects)
    .where('action', 'in', actions)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Newest first. */
export async function listAudit(db: Db, page?: number) {
  const log = db.selectFrom('audit_log')
  const { rows, ...paging } = await readPage({ page, limit: PER_PAGE }, countRows(log), (limit, offset) =>
    log.selectAll().orderBy('number', 'desc').limit(limit).offset(offset).execute(),
  )
  return {
    entries: rows.map((row) => ({
      _id: String(row.number),
      at: new Date(row.at),
      seller: row.seller_email,
      action: row.action,
      subject: row.subject,
      summary: row.summary,
    })),
    ...paging,
  }
}
