import { recordAct } from '#features/audit/server/audit.service.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import { takeTurns } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { badInput } from '#shared/app-error.ts'
import { indianDay } from '#shared/day.ts'
import { SECOND_MS } from '#shared/time.ts'
import { firstFreeDay, percentagesBegun, percentagesNotFound, percentagesTaken } from '../percentages.contract.ts'
import { message } from '../prices.messages.ts'
import type { Percentages } from '../prices.percentages.ts'

/** How soon after midnight pages show the new day's percentages. */
const EVERY_MS = 10 * SECOND_MS

const byDay = (db: Db) =>
  db
    .selectFrom('share_percentages')
    .select(['from_day as from', 'producer', 'community', 'shop'])
    .orderBy('from_day', 'desc')

/** The last day first. */
export async function listPercentages({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const today = indianDay(now())
  const rows = await byDay(db).select('seller_email').execute()
  const current = rows.find(({ from }) => from <= today)
  return {
    percentages: rows.map(({ seller_email, ...row }) => ({
      ...row,
      state: row.from > today ? ('coming' as const) : row.from === current?.from ? ('now' as const) : ('past' as const),
      ...(seller_email === null ? {} : { by: seller_email }),
    })),
  }
}

/** Throws BAD_INPUT for a day that has begun, PERCENTAGES_TAKEN. */
export async function addPercentages(deps: Deps, who: Principal, { from, ...parts }: Percentages & { from: string }) {
  return transact(deps, async (tx) => {
    await takeTurns(tx, 'percentages')
    const first = firstFreeDay(deps.now())
    if (from < first) throw badInput({ from: message('PERCENTAGES_TOO_EARLY', { first }) })
    const same = tx.selectFrom('share_percentages').select('from_day').where('from_day', '=', from)
    if (await same.executeTakeFirst()) throw percentagesTaken()
    const added = message('PERCENTAGES_ADDED', { ...parts, from })
    const seller_email = await recordAct(tx, {
      ...{ who, action: 'percentages.added', subject: from, summary: deps.word(added), at: deps.now() },
    })
    await tx
      .insertInto('share_percentages')
      .values({ from_day: from, ...parts, seller_email })
      .execute()
    return { message: added }
  })
}

/** Throws PERCENTAGES_NOT_FOUND, PERCENTAGES_BEGUN. */
export async function removePercentages(deps: Deps, who: Principal, from: string) {
  return transact(deps, async (tx) => {
    await takeTurns(tx, 'percentages')
    const row = await byDay(tx).where('from_day', '=', from).executeTakeFirst()
    if (!row) throw percentagesNotFound()
    if (from < firstFreeDay(deps.now())) throw percentagesBegun()
    await tx.deleteFrom('share_percentages').where('from_day', '=', from).execute()
    const removed = message('PERCENTAGES_REMOVED', row)
    const summary = deps.word(removed)
    await recordAct(tx, { who, action: 'percentages.removed', subject: from, summary, at: deps.now() })
    return { message: removed }
  })
}

/** Marks begun percentages once, which raises the catalogue's version, so pages are made anew. */
export const percentagesJob = ({ db, now }: Pick<Deps, 'db' | 'now'>): Job => ({
  name: 'percentages',
  first: 'ready',
  everyMs: EVERY_MS,
  async work() {
    const due = db
      .selectFrom('share_percentages')
      .select('from_day')
      .where('begun', '=', 0)
      .where('from_day', '<=', indianDay(now()))
    const rows = await due.execute()
    if (rows.length === 0) return
    const days = rows.map(({ from_day }) => from_day)
    await db
      .updateTable('share_percentages')
      .set({ begun: 1 })
      .where('begun', '=', 0)
      .where('from_day', 'in', days)
      .execute()
  },
})
