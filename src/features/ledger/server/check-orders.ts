import { waitingFor } from '#features/orders/journal/server/journal.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Message } from '#shared/messages.ts'
import { DAY_MS } from '#shared/time.ts'
import { isNothing, minusAmounts, NO_AMOUNTS, plusAmounts } from '../ledger.amounts.ts'
import { amountsOf, type LedgerLine, type OrderKind, type Stand, wantedEntries } from '../ledger.entries.ts'
import { message } from '../ledger.messages.ts'
import type { EntryRow } from './entry-csv.ts'
import {
  isSalted,
  lineCount,
  MOST_ORDERS,
  type ReadOrder,
  readEntries,
  readOrders,
  someOf,
  standOf,
} from './ledger-orders.ts'

export interface Fault {
  number: number
  /** As it goes on after "Entry 7 is off: ". */
  problem: Message
}

/** The number of a missing entry. */
export const MISSING = Number.POSITIVE_INFINITY

/** Compares the next orders with their entries, except those still due. Gives the first fault of each order and the last order read. */
export async function checkSomeOrders(tx: Tx, makers: ReadonlyMap<number, string>, after: number, now: Date) {
  const next = await tx
    .selectFrom('orders')
    .selectAll()
    .select(lineCount)
    .where('number', '>', after)
    .orderBy('number')
    .limit(MOST_ORDERS)
    .execute()
  const rows = someOf(next)
  const read = await readOrders(tx, rows.filter(isSalted))
  const due = await waitingFor(
    tx,
    'ledger',
    rows.map(({ id }) => id),
  )
  const orders = read.filter(({ id }) => !due.has(id))
  const entries = await readEntries(
    tx,
    orders.map(({ id }) => id),
  )
  const faults = orders.flatMap((order) => faultOf(order, entries.get(order.id) ?? [], makers) ?? [])
  const waiting = read.filter(({ id }) => due.has(id))
  return { faults: [...faults, ...(await findStuck(tx, waiting, now))], last: rows.at(-1)?.number }
}

/** Entries due for more than a day: perhaps they never can be entered. */
async function findStuck(tx: Tx, waiting: readonly ReadOrder[], now: Date): Promise<Fault[]> {
  if (waiting.length === 0) return []
  const happened = await tx
    .selectFrom('order_events')
    .select(['order_id', ({ fn }) => fn.max('at').as('at')])
    .where(
      'order_id',
      'in',
      waiting.map(({ id }) => id),
    )
    .groupBy('order_id')
    .execute()
  const lastOf = new Map(happened.map(({ order_id, at }) => [order_id, Number(at)]))
  return waiting
    .filter(({ id }) => now.getTime() - (lastOf.get(id) ?? 0) > DAY_MS)
    .map(({ number }) => ({ number: MISSING, problem: message('ORDER_NOT_ENTERED', { order: number }) }))
}

function faultOf(order: ReadOrder, entries: readonly EntryRow[], makers: ReadonlyMap<number, string>) {
  try {
    return faultOfEntries(order, entries, makers) ?? faultOfSums(order, entries)
  } catch (error) {
    // A share of something indivisible, which no line has.
    if (!(error instanceof RangeError)) throw error
    const problem = message('ORDER_LINES_CHANGED', { order: order.number })
    return { number: entries[0]?.number ?? MISSING, problem }
  }
}

/** The first entry that such an order cannot have: each must bring its line to a whole number of pieces. */
function faultOfEntries(order: ReadOrder, entries: readonly EntryRow[], makers: ReadonlyMap<number, string>) {
  const stands = new Map<string, Stand>()
  for (const row of entries) {
    const entered = standOf(row)
    if (!entered || row.line === null) continue
    const key = `${entered.kind} ${entered.line}`
    const before = stands.get(key) ?? { ...entered, quantity: 0, amounts: NO_AMOUNTS }
    const stand: Stand = {
      ...entered,
      quantity: before.quantity + entered.quantity,
      amounts: plusAmounts(before.amounts, entered.amounts),
    }
    stands.set(key, stand)
    const problem = problemOf(row, row.line, stand, order, makers)
    if (problem) return { number: row.number, problem }
  }
  return undefined
}

function problemOf(
  row: EntryRow,
  number: number,
  { kind, quantity, amounts }: Stand,
  order: ReadOrder,
  makers: ReadonlyMap<number, string>,
) {
  const line = order.lines.find((one) => one.line === number)
  const of = { order: order.number, line: number }
  if (!line) return message('ENTRY_LINE_UNKNOWN', of)
  const maker = row.maker_number === null ? null : makers.get(row.maker_number)
  if (maker !== line.producerId) return message('ENTRY_LINE_PRODUCER', of)
  if ((row.unstated === 1) !== line.isUnstated) return message('ENTRY_LINE_MARK', of)
  if (!isPossible(line, kind, quantity)) return message('ENTRY_LINE_PIECES', { ...of, pieces: line.quantity })
  const isRight = isNothing(minusAmounts(amounts, amountsOf(line, kind, quantity)))
  return isRight ? undefined : message('ENTRY_LINE_AMOUNTS', of)
}

function isPossible({ quantity, sentAgain }: LedgerLine, kind: OrderKind, pieces: number) {
  if (kind === 'sale') return pieces === 0 || pieces === quantity
  return kind === 'return' ? pieces <= 0 && pieces >= -quantity : pieces >= 0 && pieces <= quantity + sentAgain
}

/** An order's entries must add up to its own figures. */
function faultOfSums(order: ReadOrder, entries: readonly EntryRow[]) {
  const [wanted] = wantedEntries(
    order,
    entries.flatMap((row) => standOf(row) ?? []),
  )
  if (!wanted) return undefined
  const of = entries.filter((row) => row.line === wanted.line && standOf(row)?.kind === wanted.kind)
  const problem = message('ORDER_ENTERED_OTHERWISE', { order: order.number, line: wanted.line, kind: wanted.kind })
  return { number: of.at(-1)?.number ?? MISSING, problem }
}

/** Each producer's number in the ledger. */
export async function readMakers(tx: Tx) {
  const makers = await tx.selectFrom('ledger_makers').selectAll().execute()
  return new Map(makers.map(({ number, producer_id }) => [number, producer_id]))
}
