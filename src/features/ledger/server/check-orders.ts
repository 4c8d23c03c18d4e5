import type { Tx } from '#kernel/db/database.ts'
import { isNothing, minusAmounts, NO_AMOUNTS, plusAmounts } from '../ledger.amounts.ts'
import { amountsOf, type LedgerLine, type OrderKind, type Stand, wantedEntries } from '../ledger.entries.ts'
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

/** What is wrong, and the number of the first entry that shows it. */
export interface Fault {
  number: number
  problem: string
}

/** Where an entry of an order is missing, this stands for its number. */
export const MISSING = Number.POSITIVE_INFINITY

/**
 * Compares the entries of the next orders with the orders themselves. What waits to be entered is left out. Gives the first fault of each
 * order, and the number of the last one that was looked at; undefined at the end.
 */
export async function checkSomeOrders(tx: Tx, makers: ReadonlyMap<number, string>, after: number) {
  const next = await tx
    .selectFrom('orders')
    .selectAll()
    .select(lineCount)
    .where('number', '>', after)
    .orderBy('number')
    .limit(MOST_ORDERS)
    .execute()
  const rows = someOf(next)
  const orders = await readOrders(
    tx,
    rows.filter(isSalted).filter(({ ledger_due }) => ledger_due === 0),
  )
  const entries = await readEntries(
    tx,
    orders.map(({ id }) => id),
  )
  const faults = orders.flatMap((order) => faultOf(order, entries.get(order.id) ?? [], makers) ?? [])
  return { faults, last: rows.at(-1)?.number }
}

function faultOf(order: ReadOrder, entries: readonly EntryRow[], makers: ReadonlyMap<number, string>) {
  try {
    return faultOfEntries(order, entries, makers) ?? faultOfSums(order, entries)
  } catch (error) {
    // A share of something that cannot be divided: no line is written so.
    if (!(error instanceof RangeError)) throw error
    const problem = `the lines of order ${order.number} are not what they were when it was placed`
    return { number: entries[0]?.number ?? MISSING, problem }
  }
}

/** The first entry that no order like this one could have: each brings its line to what so many pieces come to. */
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
    const problem = problemOf(row, stand, order, makers)
    if (problem) return { number: row.number, problem }
  }
  return undefined
}

function problemOf(
  row: EntryRow,
  { kind, quantity, amounts }: Stand,
  order: ReadOrder,
  makers: ReadonlyMap<number, string>,
) {
  const line = order.lines.find((one) => one.line === row.line)
  if (!line) return `order ${order.number} has no line ${row.line}`
  const maker = row.maker_number === null ? null : makers.get(row.maker_number)
  if (maker !== line.producerId) return `line ${line.line} of order ${order.number} has another producer`
  if ((row.unstated === 1) !== line.isUnstated) return `line ${line.line} of order ${order.number} is marked otherwise`
  if (!isPossible(line, kind, quantity)) return `line ${line.line} of order ${order.number} has ${line.quantity} pieces`
  const isRight = isNothing(minusAmounts(amounts, amountsOf(line, kind, quantity)))
  return isRight ? undefined : `its amounts are not those of line ${line.line} of order ${order.number}`
}

/** Can so many pieces of a line stand in entries of a kind? */
function isPossible({ quantity }: LedgerLine, kind: OrderKind, pieces: number) {
  if (kind === 'sale') return pieces === 0 || pieces === quantity
  return kind === 'return' ? pieces <= 0 && pieces >= -quantity : pieces >= 0 && pieces <= quantity
}

/** What the entries of an order say together is what it says of itself. */
function faultOfSums(order: ReadOrder, entries: readonly EntryRow[]) {
  const [wanted] = wantedEntries(
    order,
    entries.flatMap((row) => standOf(row) ?? []),
  )
  if (!wanted) return undefined
  const of = entries.filter((row) => row.line === wanted.line && standOf(row)?.kind === wanted.kind)
  const what = wanted.line === null ? `order ${order.number}` : `line ${wanted.line} of order ${order.number}`
  const problem = `what ${what} says of its ${wanted.kind} is not what is entered`
  return { number: of.at(-1)?.number ?? MISSING, problem }
}

/** The number of each producer in the ledger. */
export async function readMakers(tx: Tx) {
  const makers = await tx.selectFrom('ledger_makers').selectAll().execute()
  return new Map(makers.map(({ number, producer_id }) => [number, producer_id]))
}
