import { recordAct } from '#features/audit/server/audit.service.ts'
import { ORDER_EVENTS } from '#features/orders/journal/server/journal.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { formatMoment } from '#shared/day.ts'
import { DAY_MS, SECOND_MS } from '#shared/time.ts'
import { message } from '../ledger.messages.ts'
import { lastEntry } from './entries.ts'

/** After so many days without an entry, a start asks whether the date is right (docs/promises.md 38). */
export const ASK_AFTER_DAYS = 40
const LOOK_MS = 10 * SECOND_MS
const NOTE = 'date-confirmed-at'

const confirmedAt = async (db: Db) =>
  (await db.selectFrom('shop_notes').select('value').where('key', '=', NOTE).executeTakeFirst())?.value

const inWords = (date: Date) => Object.values(formatMoment(date)).join(', ')

/** Called at a start. An empty ledger and a demo ask nothing. */
export async function askForDate({ config, db, clock }: Pick<Deps, 'config' | 'db' | 'clock'>) {
  const last = config.demo ? undefined : await lastEntry(db)
  if (!last) return
  const known = Math.max(last.at, Date.parse((await confirmedAt(db)) ?? '') || 0)
  if (clock.now().getTime() - known > ASK_AFTER_DAYS * DAY_MS) clock.ask(new Date(last.at))
}

export function getDateDoubt({ clock }: Pick<Deps, 'clock'>) {
  const doubt = clock.doubt()
  const lastEntryAt = doubt?.kind === 'start' ? doubt.lastEntryAt : null
  return { doubt: doubt ? { kind: doubt.kind, shown: clock.shown(), now: clock.now(), lastEntryAt } : null }
}

/** A seller confirms the date, and the books go on in all processes. */
export async function confirmDate(deps: Deps, who: Principal) {
  if (!deps.clock.doubt()) return { message: message('BOOKS_GO_ON') }
  const at = deps.clock.shown()
  await transact(deps, async (tx) => {
    const summary = `The date confirmed as right: ${inWords(at)}`
    await recordAct(tx, { who, action: 'date.confirmed', subject: 'date', summary, at })
    const note = { key: NOTE, value: at.toISOString() } as const
    await tx
      .insertInto('shop_notes')
      .values(note)
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: note.value }))
      .execute()
  })
  deps.clock.accept()
  deps.jobs.wake(ORDER_EVENTS)
  return { message: message('DATE_CONFIRMED') }
}

/** Logs that the books wait or go on, and hears confirmations from other processes. */
export function dateJob(deps: Deps): Job {
  const { db, clock, log } = deps
  let heard: string | undefined
  let isTold = false
  return {
    name: 'the date',
    first: 'ready',
    everyMs: LOOK_MS,
    async work() {
      const before = heard
      heard = await confirmedAt(db)
      if (clock.doubt() && isTold && heard !== before) clock.accept()
      const doubt = clock.doubt()
      if (doubt && !isTold)
        log.error(
          { shown: clock.shown(), goesOnWith: clock.now(), ...doubt },
          'the date may be wrong: ledger, invoices and payouts wait until somebody confirms it in the office, or the clock is right again',
        )
      else if (!doubt && isTold) log.info('the date is right again: ledger, invoices and payouts go on')
      isTold = doubt !== undefined
    },
  }
}
