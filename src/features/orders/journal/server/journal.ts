import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { type Shop, transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'

// The journal of orders: `order_events` in the order of their commits. Who does something because of them reads on from an own cursor.

/** Jobs that follow it run when something happened to orders. */
export const ORDER_EVENTS = 'order events'

/** How such a job is woken: what happens within a moment, such as parcels ticked together, is done together. */
export const followsOrders = { follows: ORDER_EVENTS, gatherMs: 300 } as const

/** An event that asks one reader to look at an order, and tells nothing: it is no part of the order's history. */
export const LOOK_AGAIN = 'LOOK_AGAIN'

export type JournalEvent = Pick<
  Selectable<Tables['order_events']>,
  'number' | 'order_id' | 'kind' | 'details' | 'status' | 'parcel' | 'parcel_status'
>

const columns = ['number', 'place', 'order_id', 'kind', 'details', 'status', 'parcel', 'parcel_status'] as const

/** `programs` follow the journal by cursors of their own (changes.ts). */
export type JournalName = 'programs' | 'papers' | 'ledger' | 'new orders' | 'parcel mails' | 'search texts' | 'webhooks'

export interface Wanted {
  reader: JournalName
  /** Without: all events. One that asks the reader to look again is always wanted. */
  wants?: (event: JournalEvent) => boolean
}

/** The cursor that counts the places given. */
export const LAST_PLACE = ''
/** Events that get their places in one transaction. */
const PLACED_AT_ONCE = 5000
/** Events looked through at once. */
const PAGE = 500

/**
 * Gives new events their places, one writer after the other. Their numbers are given before the commit, so a later one may be seen first; places are
 * given after it, so a reader that has read on to one has missed none.
 */
export async function placeEvents(deps: Shop) {
  const unplaced = deps.db.selectFrom('order_events').select('number').where('place', 'is', null).limit(1)
  while (await unplaced.executeTakeFirst()) await transact(deps, placeSome)
}

async function placeSome(tx: Tx) {
  const last = await lockCursor(tx, LAST_PLACE)
  const fresh = tx
    .selectFrom('order_events')
    .select(['number', sql<number>`row_number() over (order by number)`.as('turn')])
    .where('place', 'is', null)
    .orderBy('number')
    .limit(PLACED_AT_ONCE)
  const { numUpdatedRows } = await tx
    .updateTable('order_events')
    .from(fresh.as('fresh'))
    .set({ place: sql<number>`${sql.lit(last)} + fresh.turn` })
    .whereRef('order_events.number', '=', 'fresh.number')
    .executeTakeFirst()
  await moveCursor(tx, LAST_PLACE, last + Number(numUpdatedRows))
}

/** Takes a reader's next wanted events, `most` of them, and what to do with its cursor once they are done. Two processes never take at once. */
export async function takeNext(tx: Tx, { reader, wants = () => true }: Wanted, most: number) {
  let place = await lockCursor(tx, reader)
  const begin = place
  const events: (JournalEvent & { place: number })[] = []
  for (;;) {
    const page = await tx
      .selectFrom('order_events')
      .select(columns)
      .where('place', '>', place)
      .orderBy('place')
      .limit(PAGE)
      .execute()
    for (const event of page) {
      place = Number(event.place)
      if (isFor(reader, event, wants)) events.push({ ...event, place })
      if (events.length === most) break
    }
    if (events.length === most || page.length < PAGE) break
  }
  return {
    events,
    isAtEnd: events.length < most,
    /** Puts the cursor behind these events, or behind the first `done` of them. */
    async moveOn(done = events.length) {
      const to = done >= events.length ? place : (events[done - 1]?.place ?? begin)
      if (to > begin) await moveCursor(tx, reader, to)
    },
  }
}

function isFor(reader: JournalName, event: JournalEvent, wants: (event: JournalEvent) => boolean) {
  return event.kind === LOOK_AGAIN ? JSON.parse(event.details ?? '{}').reader === reader : wants(event)
}

/** Nobody reads until the transaction ends. Called before any order is locked. */
export const stopReaders = (tx: Tx) => lockRows(tx, tx.selectFrom('journal_cursors').select('place')).execute()

/** Once all events are gone; their numbers may begin anew. The caller has stopped the readers. */
export const beginJournalAnew = (tx: Tx) => tx.updateTable('journal_cursors').set({ place: 0 }).execute()

/** The details of an event that asks this reader to look again. */
const asking = (reader: JournalName) => JSON.stringify({ reader })

/** Asks a reader to look at these orders: `db.selectFrom('orders').where(…)`. It is not woken. */
export async function lookAgain(
  db: Db,
  reader: JournalName,
  at: Date,
  orders: SelectQueryBuilder<Tables, 'orders', object>,
) {
  const events = orders
    .select(['id', sql.val(at.getTime()).as('at'), sql.val('shop').as('actor')])
    .select([sql.val(LOOK_AGAIN).as('kind'), sql.val(asking(reader)).as('details')])
    .orderBy('number')
  await db
    .insertInto('order_events')
    .columns(['order_id', 'at', 'actor', 'kind', 'details'])
    .expression(events)
    .execute()
}

/** Notes for programs that a parcel, or a whole order, changed by something that is no part of its history. */
export async function noteChange(tx: Tx, orderId: string, at: Date, parcel: number | null = null) {
  const details = asking('programs')
  const event = { order_id: orderId, at: at.getTime(), actor: 'shop', kind: LOOK_AGAIN, details, parcel } as const
  await tx.insertInto('order_events').values(event).execute()
}

/** Those of these orders that a reader has not read to their end, or cannot do. */
export async function waitingFor(db: Db, reader: JournalName, orderIds: readonly string[]) {
  if (orderIds.length === 0) return new Set<string>()
  const cursor = db.selectFrom('journal_cursors').select('place').where('reader', '=', reader)
  const unread = db
    .selectFrom('order_events')
    .select('order_id')
    .where('order_id', 'in', orderIds)
    .where(({ eb, or }) => or([eb('place', 'is', null), eb('place', '>', cursor)]))
    .where(({ eb, or }) => or([eb('kind', '!=', LOOK_AGAIN), eb('details', '=', asking(reader))]))
  const troubled = db
    .selectFrom('journal_troubles')
    .select('order_id')
    .where('reader', '=', reader)
    .where('order_id', 'in', orderIds)
  return new Set((await unread.union(troubled).execute()).map(({ order_id }) => order_id))
}

async function lockCursor(tx: Tx, reader: JournalName | typeof LAST_PLACE) {
  const cursor = tx.selectFrom('journal_cursors').select('place').where('reader', '=', reader)
  return Number((await lockRows(tx, cursor).executeTakeFirstOrThrow()).place)
}

const moveCursor = (tx: Tx, reader: JournalName | typeof LAST_PLACE, place: number) =>
  tx.updateTable('journal_cursors').set({ place }).where('reader', '=', reader).execute()
