import type { Db, Tx } from '#kernel/db/database.ts'
import { countRows, readPage } from '#kernel/db/read-page.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import type { Change } from '../audit.changes.ts'
import { type AuditAction, AuditEntry } from '../audit.contract.ts'

const PER_PAGE = 25

/** What was done to one thing. */
export interface Act {
  action: AuditAction
  subject: string
  summary: string
  /** Old and new values: `changesBetween`. Never secrets. */
  changes?: readonly Change[]
}

/** Who did it, and when. */
interface Actor {
  sellerId: string
  at: Date
  /** What goes on in the background was begun by somebody who was the seller then: it is written, whether the account is there or not. */
  isInBackground?: true
}

/** A seller's act, for the log. */
export type SellerAct = Actor & Act

/**
 * Writes what a seller did, in the transaction that does it. Returns the seller's e-mail address. Throws NOT_LOGGED_IN when the
 * account is gone: what came with a long upload is not done for somebody who is no seller any more.
 */
export const recordAct = (tx: Tx, { sellerId, at, isInBackground, ...act }: SellerAct) =>
  recordActs(tx, { sellerId, at, ...(isInBackground ? { isInBackground } : {}) }, [act])

/** The same for several things at once. */
export async function recordActs(tx: Tx, { sellerId, at, isInBackground }: Actor, acts: readonly Act[]) {
  const seller = await tx.selectFrom('sellers').select('email').where('id', '=', sellerId).executeTakeFirst()
  if (!seller && !isInBackground) throw notLoggedIn()
  const sellerEmail = seller?.email ?? ''
  const rows = acts.map(({ changes = [], ...act }) => ({
    ...act,
    at: at.getTime(),
    seller_id: sellerId,
    seller_email: sellerEmail,
    changes: changes.length > 0 ? JSON.stringify(changes) : null,
  }))
  if (rows.length > 0) await tx.insertInto('audit_log').values(rows).execute()
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

const Changes = AuditEntry.shape.changes

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
      changes: row.changes === null ? [] : Changes.parse(JSON.parse(row.changes)),
    })),
    ...paging,
  }
}
