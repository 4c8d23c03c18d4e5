import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'
import { inOneState } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { indianMonth } from '#shared/day.ts'
import { plus } from '#shared/money.ts'
import { hashEntry, hashOrder, NO_HASH } from './chain.ts'
import { checkSomeOrders, type Fault, MISSING, readMakers } from './check-orders.ts'
import { lastEntry } from './entries.ts'
import { type SumRow, sumKeyOf, sumsOf } from './sums.ts'

/** Read in one go: a few milliseconds each, so that the shop goes on meanwhile. */
const ENTRIES = 50

export interface LedgerCheck {
  entries: number
  lastHash: string
  /** The first entry that is off; undefined: all is right. */
  fault?: Fault
}

type MonthRow = Selectable<Tables['ledger_months']>

/** What the entries that were read say together. */
interface Read {
  number: number
  hash: string
  sums: Map<string, SumRow>
  months: Map<string, MonthRow>
}

/**
 * Computes the whole ledger again, the chain from the entries and the entries from the orders, and compares. The shop may go on meanwhile:
 * what is entered after it began may stay unread, what is due and not yet entered is not off.
 */
export async function checkLedger(db: Db, isStopping: () => boolean = () => false): Promise<LedgerCheck | undefined> {
  const faults: Fault[] = []
  /** They name a whole month: of use only where no single entry is off. */
  const ofSums: Fault[] = []
  const read: Read = { number: 0, hash: NO_HASH, sums: new Map(), months: new Map() }
  let others: string[] = []
  for (let isWhole = false; !isWhole && faults.length === 0; ) {
    if (isStopping()) return undefined
    isWhole = await inOneState(db, async (tx) => {
      const rows = await nextEntries(tx, read.number)
      faults.push(...readAll(rows, read))
      if (rows.length === ENTRIES || faults.length > 0) return false
      const newest = [...read.months.keys()].at(-1)
      ofSums.push(...(await checkMonths(tx, read)))
      if (newest) ofSums.push(...(await checkSums(tx, read, newest)))
      others = (await monthsOfSums(tx, read)).filter((month) => month !== newest)
      return true
    })
    await setImmediate()
  }
  // Nothing is entered into a month that is over.
  for (const month of others) {
    if (isStopping()) return undefined
    ofSums.push(...(await checkSums(db, read, month)))
    await setImmediate()
  }
  for (let after: number | undefined = 0; after !== undefined; ) {
    if (isStopping()) return undefined
    const from: number = after
    const some = await inOneState(db, async (tx) => checkSomeOrders(tx, await readMakers(tx), from))
    faults.push(...some.faults)
    after = some.last
    await setImmediate()
  }
  // Where it is the chain that is off, entries after that were not read.
  const { number: entries = 0, hash: lastHash = NO_HASH } = (await lastEntry(db)) ?? {}
  const first = (faults.length > 0 ? faults : ofSums).toSorted((one, other) => one.number - other.number).at(0)
  if (!first) return { entries, lastHash }
  const number = first.number === MISSING ? entries + 1 : first.number
  return { entries, lastHash, fault: { ...first, number } }
}

/** Entries after a number, with what belongs to each. */
const nextEntries = (tx: Tx, after: number) =>
  tx
    .selectFrom('ledger_entries')
    .leftJoin('ledger_makers', 'ledger_makers.number', 'ledger_entries.maker_number')
    .leftJoin('ledger_dues', 'ledger_dues.entry_number', 'ledger_entries.number')
    .leftJoin('orders', 'orders.id', 'ledger_entries.order_id')
    .selectAll('ledger_entries')
    .select([
      'ledger_makers.producer_id as maker',
      'ledger_dues.producer_id as payee',
      'ledger_dues.amount_paise',
      'ledger_salt',
    ])
    .where('ledger_entries.number', '>', after)
    .orderBy('ledger_entries.number')
    .limit(ENTRIES)
    .execute()
type Entry = Awaited<ReturnType<typeof nextEntries>>[number]

/** Adds entries to what was read. Gives the first fault, after which nothing is read. */
function readAll(rows: readonly Entry[], read: Read): Fault[] {
  for (const row of rows) {
    const problem = problemOf(row, read)
    if (problem) return [{ number: read.number + 1, problem }]
    const month = indianMonth(new Date(row.at))
    const first_number = read.months.get(month)?.first_number ?? row.number
    read.months.set(month, { month, first_number, last_number: row.number, last_hash: row.hash })
    sumsOf([row], read.sums)
    read.number = row.number
    read.hash = row.hash
  }
  return []
}

function problemOf(row: Entry, { number, hash }: Read) {
  if (row.number !== number + 1) return 'it is missing'
  if (row.previous_hash !== hash) return 'it does not name the hash of the entry before'
  if (row.hash !== hashEntry(row)) return 'its hash is not that of its row'
  const order = row.order_id === null || row.ledger_salt === null ? null : { id: row.order_id, salt: row.ledger_salt }
  if (row.order_hash !== (order && hashOrder(order))) return 'its order is not the one that it names'
  const brings = plus(row.maker_paise, row.producer_paise)
  // A payout takes dues that are there, or is set off against later ones.
  const isDue = row.maker !== null && brings !== 0 && (row.kind !== 'payout' || row.payee !== null)
  if (row.payee !== (isDue ? row.maker : null)) return 'what it brings is noted for somebody else'
  return isDue && row.amount_paise !== brings ? 'what it brings is noted otherwise' : undefined
}

/** Months that have sums, kept or counted. */
async function monthsOfSums(tx: Tx, { months }: Read) {
  const kept = await tx.selectFrom('ledger_sums').select('month').distinct().execute()
  return [...new Set([...months.keys(), ...kept.map(({ month }) => month)])]
}

const firstOf = (month: string, { number, months }: Read) => months.get(month)?.first_number ?? number + 1

/** Compares the sums that are kept of a month with those of its entries. */
async function checkSums(db: Db, read: Read, month: string): Promise<Fault[]> {
  const kept = await db.selectFrom('ledger_sums').selectAll().where('month', '=', month).execute()
  const counted = new Map([...read.sums].filter(([, row]) => row.month === month))
  return differences(counted, new Map(kept.map((row) => [sumKeyOf(row), row]))).map(({ maker_number }) => ({
    number: firstOf(month, read),
    problem: `the sums of ${month} ${maker_number === 0 ? 'without a producer' : `of maker ${maker_number}`} are not those of its entries`,
  }))
}

/** Compares where months begin and end with what is noted. */
async function checkMonths(tx: Tx, read: Read): Promise<Fault[]> {
  const kept = await tx.selectFrom('ledger_months').selectAll().execute()
  return differences(read.months, new Map(kept.map((row) => [row.month, row]))).map(({ month }) => ({
    number: firstOf(month, read),
    problem: `the first and last entry of ${month} are not those that are noted`,
  }))
}

/** Rows that stand in one of them only, or otherwise. */
function differences<Row extends object>(counted: ReadonlyMap<string, Row>, kept: ReadonlyMap<string, Row>): Row[] {
  const textOf = (row: Row | undefined) => row && JSON.stringify(Object.entries(row).toSorted())
  const wrong = [...counted].filter(([key, row]) => textOf(row) !== textOf(kept.get(key)))
  const unknown = [...kept].filter(([key]) => !counted.has(key))
  return [...wrong, ...unknown].map(([, row]) => row)
}
