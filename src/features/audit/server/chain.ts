import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { type Job, transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import { takeTurns } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import { SECOND_MS } from '#shared/time.ts'
import type { AuditTables } from './audit.tables.ts'

const EVERY_MS = 10 * SECOND_MS
/** Rows of one transaction, and of one read. */
const PART = 200
/** The hash before the first. */
const FIRST = 'first'

type Row = Selectable<AuditTables['audit_log']>

/** SHA-256 of all that an entry says, with its place and the hash before. */
export const hashRow = (row: Omit<Row, 'number' | 'hash' | 'search_text'>) =>
  hash(
    'sha256',
    JSON.stringify([
      ...[row.place, row.at, row.actor_kind, row.seller_id, row.seller_email, row.actor_name, row.device],
      ...[row.action, row.subject, row.summary, row.changes, row.bulk, row.previous_hash],
    ]),
  )

/** Chains new entries after their commits, as the ledger does, so that no act waits for another one's. */
export const chainJob = (deps: Deps): Job => ({
  name: 'activity',
  first: 'listening',
  everyMs: EVERY_MS,
  work: (isStopping) => chainActivity(deps, isStopping),
})

export async function chainActivity(
  deps: Pick<Deps, 'db' | 'jobs'>,
  isStopping: () => boolean = () => false,
): Promise<void> {
  while (!isStopping() && (await hasUnchained(deps.db))) await chainSome(deps)
}

const hasUnchained = async (db: Db) =>
  (await db.selectFrom('audit_log').select('number').where('place', 'is', null).limit(1).executeTakeFirst()) !==
  undefined

const chainSome = (deps: Pick<Deps, 'db' | 'jobs'>) =>
  transact(deps, async (tx) => {
    await takeTurns(tx, 'activity')
    const rows = await tx
      .selectFrom('audit_log')
      .selectAll()
      .where('place', 'is', null)
      .orderBy('number')
      .limit(PART)
      .execute()
    let last = await lastInChain(tx)
    for (const row of rows) {
      const chained = { place: (last?.place ?? 0) + 1, previous_hash: last?.hash ?? FIRST }
      last = { place: chained.place, hash: hashRow({ ...row, ...chained }) }
      await tx
        .updateTable('audit_log')
        .set({ ...chained, hash: last.hash })
        .where('number', '=', row.number)
        .execute()
    }
  })

const lastInChain = (db: Db) =>
  db
    .selectFrom('audit_log')
    .select(['place', 'hash'])
    .where('place', 'is not', null)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface ActivityCheck {
  entries: number
  lastHash: string | undefined
  /** What is wrong with the first entry that is off. */
  problem: string | undefined
}

/** Computes the whole chain again, beside a running shop too. Entries that are not chained yet are no fault. Undefined: it was broken off. */
export async function checkActivity(
  db: Db,
  isStopping: () => boolean = () => false,
): Promise<ActivityCheck | undefined> {
  let last = { place: 0, hash: FIRST }
  for (;;) {
    if (isStopping()) return undefined
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('place', '>', last.place)
      .orderBy('place')
      .limit(PART)
      .execute()
    for (const row of rows) {
      const place = last.place + 1
      const off = (why: string) => ({
        entries: last.place,
        lastHash: last.hash,
        problem: `Entry ${place} of the activity ${why}`,
      })
      if (row.place !== place) return off('is missing')
      if (row.previous_hash !== last.hash) return off('does not follow the one before')
      if (row.hash === null || row.hash !== hashRow(row)) return off('was changed')
      last = { place, hash: row.hash }
    }
    if (rows.length < PART) break
    await setImmediate()
  }
  return { entries: last.place, lastHash: last.place > 0 ? last.hash : undefined, problem: undefined }
}
