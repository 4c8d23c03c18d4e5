import { sql } from 'kysely'
import { type NumberSeries, numberSeries } from '#features/numbers/server/number-gaps.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { countUpFrom } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { INDIA_AHEAD_MS } from '#shared/day.ts'
import { DAY_MS } from '#shared/time.ts'

interface Kept {
  table: keyof Tables
  /** When a number was given out; undefined: not known. */
  at?: string
  called: string
  start?: number
}

const kept: Record<NumberSeries, Kept> = {
  orders: { table: 'orders', at: 'created_at', called: 'order', start: 1000 },
  invoices: { table: 'invoices', at: 'issued_at', called: 'invoice' },
  'credit-notes': { table: 'credit_notes', at: 'issued_at', called: 'credit note' },
  payouts: { table: 'payout_runs', at: 'made_at', called: 'payout run' },
  makers: { table: 'ledger_makers', called: 'maker in the ledger' },
  ledger: { table: 'ledger_entries', at: 'at', called: 'entry of the ledger' },
}

/** A quiet shop may have had a loud day since. */
const LEAST = 100
const LOOK_BACK_DAYS = 30

/** Numbers given out on the busiest Indian day of the last 30 before the backup. */
async function busiestDay(db: Db, { table, at }: Kept, backupAt: number) {
  if (at === undefined) return 0
  const from = backupAt - LOOK_BACK_DAYS * DAY_MS
  const { rows } = await sql<{ most: number | null }>`select max(given) as most from (
    select count(*) as given from ${sql.table(table)} where ${sql.ref(at)} >= ${sql.lit(from)}
    group by (${sql.ref(at)} + ${sql.lit(INDIA_AHEAD_MS)}) / ${sql.lit(DAY_MS)}) as days`.execute(db)
  return Number(rows[0]?.most ?? 0)
}

async function lastGiven(db: Db, { table, start = 0 }: Kept) {
  const { rows } = await sql<{ last: number | null }>`select max(number) as last from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.last ?? start)
}

async function newestTrace(db: Db, now: number) {
  const { rows } = await sql<{ at: number | null }>`select max(at) as at from (
    select max(created_at) as at from orders union all select max(last_seen_at) from sessions
    union all select max(at) from ledger_entries) as traces`.execute(db)
  return Math.min(Number(rows[0]?.at ?? now), now)
}

export interface Skipped {
  series: NumberSeries
  called: string
  first: number
  last: number
}

export type LastNumbers = Partial<Record<NumberSeries, number>>

export class WrongNumber extends Error {}

/** Skips numbers up to the one told, or a busiest day's count for each day since the backup and one more. Safe to repeat. Throws WrongNumber. */
export async function skipNumbers(tx: Tx, now: Date, said: LastNumbers = {}, madeAt?: Date): Promise<Skipped[]> {
  const backupAt = madeAt?.getTime() ?? (await newestTrace(tx, now.getTime()))
  const days = Math.max(0, Math.ceil((now.getTime() - backupAt) / DAY_MS))
  const skipped: Skipped[] = []
  for (const series of numberSeries) {
    const own = kept[series]
    const given = await lastGiven(tx, own)
    const first = given + 1
    const known = await tx
      .selectFrom('number_gaps')
      .select('last')
      .where('series', '=', series)
      .where('first', '=', first)
      .executeTakeFirst()
    const told = said[series]
    if (told !== undefined && told < given)
      throw new WrongNumber(`${series}=${told}: the backup has the ${own.called} ${given} already`)
    const guess = given + Math.max(LEAST, (await busiestDay(tx, own, backupAt)) * (days + 1))
    const last = told ?? known?.last ?? guess
    await tx.deleteFrom('number_gaps').where('series', '=', series).where('first', '=', first).execute()
    // Written even where no number was given, so that nobody is asked again.
    await tx.insertInto('number_gaps').values({ series, first, last, made_at: now.getTime() }).execute()
    if (series === 'orders') await countUpFrom(tx, 'orders', last + 1)
    if (last >= first) skipped.push({ series, called: own.called, first, last })
  }
  return skipped
}

export const sayWhatIsSkipped = ({ series, called, first, last }: Skipped) =>
  `The next ${called} is ${last + 1}: ${first} to ${last} may have been given out since the backup (${series}=…)`
