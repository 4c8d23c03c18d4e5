import { setTimeout } from 'node:timers/promises'
import { type Shop, transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import type { Deps } from '#kernel/deps.ts'
import { HOUR_MS, SECOND_MS } from '#shared/time.ts'
import { endProblems, noteProblem } from '../../server/money-problems.ts'
import { lockOrder } from '../../server/order-row.ts'
import { type JournalEvent, placeEvents, takeNext, type Wanted } from './journal.ts'

export interface JournalReader extends Wanted {
  /** Events of one transaction. */
  most: number
  /** It rests as long as it works. */
  rests?: true
  /** How many of the first events are done together; without: all. */
  fits?: (tx: Tx, events: readonly JournalEvent[]) => Promise<number>
  /** Does what events ask for, in the transaction that moves the cursor. */
  work: (tx: Tx, events: readonly JournalEvent[]) => Promise<void>
}

type Needed = Shop & Pick<Deps, 'now'> & { log: Pick<Deps['log'], 'error'> }

const FIRST_PAUSE_MS = 30 * SECOND_MS

/** The orders of events, each once, in the order in which something happened to them. */
export const ordersOf = (events: readonly JournalEvent[]) => [...new Set(events.map(({ order_id }) => order_id))]

/**
 * Reads the journal to its end. An event whose work throws holds up no other: it stands under the order's problems and is tried again later. Throws
 * what the database throws.
 */
export async function readJournal(deps: Needed, reader: JournalReader, isStopping: () => boolean = () => false) {
  await placeEvents(deps)
  await tryAgain(deps, reader, isStopping)
  for (;;) {
    const begun = performance.now()
    if (isStopping() || (await readSome(deps, reader))) return
    await setTimeout(reader.rests ? performance.now() - begun : 0)
  }
}

/** True: there is no more. */
async function readSome(deps: Needed, reader: JournalReader) {
  try {
    return await readNext(deps, reader, reader.most)
  } catch (error) {
    if (databaseFailure(error) !== undefined) throw error
    return readOne(deps, reader)
  }
}

const readNext = (deps: Needed, reader: JournalReader, most: number, begin?: (events: JournalEvent[]) => void) =>
  transact(deps, async (tx) => {
    const next = await takeNext(tx, reader, most)
    const { events } = next
    begin?.(events)
    const fitting = (await reader.fits?.(tx, events)) ?? events.length
    if (events.length > 0) await reader.work(tx, events.slice(0, fitting))
    await next.moveOn(fitting)
    return next.isAtEnd && fitting === events.length
  })

/** Reads the first of some events that cannot be done together; one that cannot be done alone becomes a trouble. */
async function readOne(deps: Needed, reader: JournalReader) {
  let tried: JournalEvent | undefined
  try {
    return await readNext(deps, reader, 1, ([event]) => {
      tried = event
    })
  } catch (error) {
    if (databaseFailure(error) !== undefined) throw error
    await transact(deps, async (tx) => {
      const next = await takeNext(tx, reader, 1)
      const [event] = next.events
      // Another process may have done it meanwhile.
      if (!event || event.number !== tried?.number) return
      await noteTrouble(deps, tx, reader, event, error)
      await next.moveOn()
    })
    return false
  }
}

async function noteTrouble(
  { now, log }: Needed,
  tx: Tx,
  { reader }: JournalReader,
  event: JournalEvent,
  error: unknown,
) {
  const { number, order_id } = event
  log.error({ err: error, reader, event: number, order: order_id }, 'what follows from an event could not be done')
  const order = await lockOrder(tx, order_id)
  const due_at = now().getTime() + FIRST_PAUSE_MS
  await tx
    .insertInto('journal_troubles')
    .values({ reader, event: number, order_id, tries: 1, error: String(error), due_at })
    .execute()
  await noteProblem(tx, now(), {
    ...{ kind: 'left undone', subject: subjectOf(reader, number), orderId: order_id, provider: reader },
    ...{ amount: order.amount_paise, currency: 'inr' },
  })
}

const subjectOf = (reader: string, event: number) => `${reader}, event ${event}`

async function tryAgain(deps: Needed, reader: JournalReader, isStopping: () => boolean) {
  const due = await deps.db
    .selectFrom('journal_troubles')
    .select(['event', 'tries'])
    .where('reader', '=', reader.reader)
    .where('due_at', '<=', deps.now().getTime())
    .orderBy('due_at')
    .limit(reader.most)
    .execute()
  for (const trouble of due) {
    if (isStopping()) return
    await endTrouble(deps, reader, trouble.event).catch((error) => putOff(deps, reader, trouble, error))
  }
}

const troublesOf = (tx: Tx, { reader }: JournalReader, event: number) =>
  tx.selectFrom('journal_troubles').where('reader', '=', reader).where('event', '=', event)

const endTrouble = (deps: Needed, reader: JournalReader, number: number) =>
  transact(deps, async (tx) => {
    if (!(await lockRows(tx, troublesOf(tx, reader, number).select('event')).executeTakeFirst())) return
    const event = await tx.selectFrom('order_events').selectAll().where('number', '=', number).executeTakeFirstOrThrow()
    await reader.work(tx, [event])
    await tx.deleteFrom('journal_troubles').where('reader', '=', reader.reader).where('event', '=', number).execute()
    await lockOrder(tx, event.order_id)
    await endProblems(tx, deps.now(), event.order_id, ['left undone'], subjectOf(reader.reader, number))
  })

/** It is tried again after twice as long, an hour at most. */
async function putOff(
  deps: Needed,
  { reader }: JournalReader,
  trouble: { event: number; tries: number },
  error: unknown,
) {
  if (databaseFailure(error) !== undefined) throw error
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** trouble.tries, HOUR_MS)
  await deps.db
    .updateTable('journal_troubles')
    .set({ tries: trouble.tries + 1, error: String(error), due_at: deps.now().getTime() + pause })
    .where('reader', '=', reader)
    .where('event', '=', trouble.event)
    .execute()
}
