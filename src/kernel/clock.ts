import { uptime } from 'node:os'
import { sql } from 'kysely'
import { booksWait } from '#shared/app-error.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { Db } from './db/database.ts'

const MOST_OFF_MS = 5 * MINUTE_MS

/** Why nothing may be dated in the books (docs/promises.md 38). */
export type ClockDoubt =
  /** Below 0: the clock moved back. */
  | { kind: 'jump'; byMs: number }
  /** At the start the ledger's last entry was long past. */
  | { kind: 'start'; lastEntryAt: Date }

export interface Clock {
  now: () => Date
  doubt: () => ClockDoubt | undefined
  shown: () => Date
  ask: (lastEntryAt: Date) => void
  accept: () => void
  compare: () => Promise<void>
}

export interface TimeSources {
  wall: () => number
  /** This clock cannot be set, and stands still while the machine sleeps. */
  steady: () => number
  /** This clock cannot be set, and goes on while the machine sleeps. It is slow to ask. */
  sinceBoot: () => number
  database?: () => Promise<number>
}

export const ownSources: TimeSources = {
  wall: Date.now,
  steady: () => performance.now(),
  sinceBoot: () => uptime() * 1000,
}

export async function databaseTime(db: Db) {
  const asked = sql<{ at: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`
  const { rows } = await asked.execute(db)
  return rows[0]?.at ?? Date.now()
}

/** The clock counts by `steady`. It believes `wall` while that is near, or where the machine slept. A database elsewhere gives the first time. */
export async function openClock(sources: TimeSources = ownSources): Promise<Clock> {
  const { wall, steady, sinceBoot, database } = sources
  let line = { at: wall(), steady: steady(), sinceBoot: sinceBoot() }
  let databaseOffMs = 0
  let ignoresWall = false
  let lastEntryAt: Date | undefined

  const begin = (at: number) => {
    line = { at, steady: steady(), sinceBoot: sinceBoot() }
  }
  const counted = () => line.at + steady() - line.steady
  const isNear = (one: number, other: number) => Math.abs(one - other) <= MOST_OFF_MS

  function believed() {
    const at = wall()
    if (isNear(at, counted())) return at
    if (!isNear(at, line.at + sinceBoot() - line.sinceBoot)) return undefined
    begin(at)
    return at
  }
  async function compare() {
    if (!database) return
    const askedAt = steady()
    const shown = await database()
    const at = shown + (steady() - askedAt) / 2
    const offMs = at - counted()
    databaseOffMs = Math.abs(offMs) <= MOST_OFF_MS ? 0 : offMs
    if (databaseOffMs === 0) begin(at)
  }
  if (database) {
    const at = await database()
    begin(at)
  }
  return {
    now: () => new Date((ignoresWall ? undefined : believed()) ?? counted()),
    shown: () => new Date(database ? counted() + databaseOffMs : wall()),
    doubt() {
      if (lastEntryAt) return { kind: 'start', lastEntryAt }
      if (databaseOffMs !== 0) return { kind: 'jump', byMs: databaseOffMs }
      return ignoresWall || believed() !== undefined ? undefined : { kind: 'jump', byMs: wall() - counted() }
    },
    ask(last) {
      lastEntryAt = last
    },
    accept() {
      lastEntryAt = undefined
      if (!database) return begin(wall())
      begin(counted() + databaseOffMs)
      databaseOffMs = 0
      ignoresWall = believed() === undefined
    },
    compare,
  }
}

/** A clock without doubts of its own: for tests, which set it, and for commands. */
export const plainClock = (now: () => Date): Clock => {
  let lastEntryAt: Date | undefined
  return {
    now,
    shown: now,
    doubt: () => lastEntryAt && { kind: 'start', lastEntryAt },
    ask(last) {
      lastEntryAt = last
    },
    accept() {
      lastEntryAt = undefined
    },
    compare: async () => {},
  }
}

/** Called before anything is dated in ledger, invoices or payouts. Throws BOOKS_WAIT. */
export function checkDate({ clock }: { clock: Clock }) {
  if (clock.doubt()) throw booksWait()
}
