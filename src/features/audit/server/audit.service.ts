import { findAccount } from '#features/auth/server/accounts.ts'
import { transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { countRows, readPage } from '#kernel/db/query/read-page.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import type { Change } from '../audit.changes.ts'
import { type AuditAction, AuditEntry } from '../audit.contract.ts'

const PER_PAGE = 25

export interface Act {
  action: AuditAction
  subject: string
  summary: string
  changes?: readonly Change[]
}

interface Actor {
  who: Principal
  at: Date
  /** Background work is written even if the account is gone since. */
  isInBackground?: true
}

export type SellerAct = Actor & Act

/** Writes what somebody did, in the transaction that does it; gives their e-mail address. Throws NOT_LOGGED_IN when the account is gone. */
export const recordAct = (tx: Tx, { who, at, isInBackground, ...act }: SellerAct) =>
  recordActs(tx, { who, at, ...(isInBackground ? { isInBackground } : {}) }, [act])

export async function recordActs(tx: Tx, { who, at, isInBackground }: Actor, acts: readonly Act[]) {
  const account = await findAccount(tx, who.kind, who.id)
  if (!account && !isInBackground) throw notLoggedIn()
  const email = account?.email ?? ''
  const rows = acts.map(({ changes = [], ...act }) => ({
    ...act,
    at: at.getTime(),
    seller_id: who.id,
    seller_email: email,
    changes: changes.length > 0 ? JSON.stringify(changes) : null,
  }))
  if (rows.length > 0) await tx.insertInto('audit_log').values(rows).execute()
  return email
}

/** Reading the data of many people is logged like a change (docs/promises.md 34). */
export const recordExport = (deps: Pick<Deps, 'db' | 'jobs' | 'now'>, who: Principal, act: Act) =>
  transact(deps, (tx) => recordAct(tx, { who, at: deps.now(), ...act }))

/** The newest of these acts on any of these subjects. */
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
