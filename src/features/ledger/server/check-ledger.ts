import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'
import { inOneState } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { indianMonth } from '#shared/day.ts'
import { plus } from '#shared/money.ts'
import { message } from '../ledger.messages.ts'
import { commitTo, firstHash, hashEntry, hashOrder } from './chain.ts'
import { checkSomeOrders, type Fault, MISSING, readMakers } from './check-orders.ts'
import { countEntries, lastEntry } from './entries.ts'
import { FORMAT } from './entry-csv.ts'
import { type SumRow, sumKeyOf, sumsOf } from './sums.ts'

/** Read at once, for a few milliseconds. */
const ENTRIES = 50

export interface LedgerCheck {
  entries: number
  lastHash: string | undefined
  /** The first wrong entry, if any. */
  fault?: Fault
}

/** Checks of features above, which must agree with the ledger. */
export type CheckLeaving = (db: Db, isStopping: () => boolean) => Promise<Fault[]>

interface Checking {
  isStopping?: () => boolean
  now?: Date
  checkLeaving?: CheckLeaving | undefined
}

declare module '#kernel/deps.ts' {
  interface Deps {
    /** Compares payouts with the ledger; payouts give it. */
    checkLeaving: CheckLeaving
  }
}

type MonthRow = Selectable<Tables['ledger_months']>

interface Read {
  number: number
  last: Pick<Entry, 'hash' | 'format' | 'at'> | undefined
  sums: Map<string, SumRow>
  months: Map<string, MonthRow>
}

/** Computes and compares the whole chain and all orders, while the shop goes on: newer entries may stay unread; those still due are no fault. */
export async function checkLedger(
  db: Db,
  { isStopping = () => false, now = new Date(), checkLeaving }: Checking = {},
): Promise<LedgerCheck | undefined> {
  const faults: Fault[] = []
  /** Faults that name a whole month; they count only if no single entry is wrong. */
  const ofSums: Fault[] = []
  const read: Read = { number: 0, last: undefined, sums: new Map(), months: new Map() }
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
  // Past months get no entries.
  for (const month of others) {
    if (isStopping()) return undefined
    ofSums.push(...(await checkSums(db, read, month)))
    await setImmediate()
  }
  for (let after: number | undefined = 0; after !== undefined; ) {
    if (isStopping()) return undefined
    const from: number = after
    const some = await inOneState(db, async (tx) => checkSomeOrders(tx, await readMakers(tx), from, now))
    faults.push(...some.faults)
    after = some.last
    await setImmediate()
  }
  if (checkLeaving && faults.length === 0) faults.push(...(await checkLeaving(db, isStopping)))
  if (isStopping()) return undefined
  // After a fault in the chain nothing is read.
  const { number: lastNumber = 0, hash: lastHash } = (await lastEntry(db)) ?? {}
  const entries = await countEntries(db)
  const first = (faults.length > 0 ? faults : ofSums).toSorted((one, other) => one.number - other.number).at(0)
  if (!first) return { entries, lastHash }
  const number = first.number === MISSING ? lastNumber + 1 : first.number
  return { entries, lastHash, fault: { ...first, number } }
}

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
      'ledger_dues.due_at',
      'ledger_salt',
    ])
    .where('ledger_entries.number', '>', after)
    .orderBy('ledger_entries.number')
    .limit(ENTRIES)
    .execute()
type Entry = Awaited<ReturnType<typeof nextEntries>>[number]

/** Gives the first fault, after which nothing is read. */
function readAll(rows: readonly Entry[], read: Read): Fault[] {
  for (const row of rows) {
    const problem = problemOf(row, read)
    if (problem) return [{ number: read.number + 1, problem }]
    const month = indianMonth(new Date(row.at))
    const known = read.months.get(month)
    const skipped = (known?.skipped ?? 0) + row.number - read.number - 1
    const [first_number, last_number] = [known?.first_number ?? row.number, row.number]
    read.months.set(month, { month, first_number, last_number, last_hash: row.hash, skipped })
    sumsOf([row], read.sums)
    read.number = row.number
    read.last = row
  }
  return []
}

function problemOf(row: Entry, { number, last }: Read) {
  if (row.number !== number + 1 && row.kind !== 'restored') return message('ENTRY_MISSING')
  if (row.previous_hash !== (last?.hash ?? firstHash(row.format))) return message('ENTRY_BREAKS_CHAIN')
  if (row.hash !== hashEntry(row)) return message('ENTRY_HASH_WRONG')
  if (last && row.format < last.format) return message('ENTRY_FORM_OLDER')
  if (last && row.at < last.at) return message('ENTRY_OLDER')
  if (row.commitment !== (row.salt === null ? null : commitTo(row.salt, row))) return message('ENTRY_COMMITMENT_WRONG')
  if (row.format === FORMAT && (row.commitment === null) !== (row.named === 1)) return message('ENTRY_CONSENT_OTHER')
  const order = row.order_id === null || row.ledger_salt === null ? null : { id: row.order_id, salt: row.ledger_salt }
  if (row.order_hash !== (order && hashOrder(order))) return message('ENTRY_ORDER_OTHER')
  const brings = plus(row.maker_paise, row.producer_paise)
  // A payout takes existing dues, or later ones pay for it.
  const isDue = row.maker !== null && brings !== 0 && (row.kind !== 'payout' || row.payee !== null)
  if (row.payee !== (isDue ? row.maker : null)) return message('ENTRY_PAYEE_OTHER')
  if (isDue && row.amount_paise !== brings) return message('ENTRY_DUE_OTHER')
  return row.payable_at === row.due_at ? undefined : message('ENTRY_DUE_DAY_OTHER')
}

/** Months with stored or counted sums. */
async function monthsOfSums(tx: Tx, { months }: Read) {
  const kept = await tx.selectFrom('ledger_sums').select('month').distinct().execute()
  return [...new Set([...months.keys(), ...kept.map(({ month }) => month)])]
}

const firstOf = (month: string, { number, months }: Read) => months.get(month)?.first_number ?? number + 1

/** Compares a month's stored sums with its entries. */
async function checkSums(db: Db, read: Read, month: string): Promise<Fault[]> {
  const kept = await db.selectFrom('ledger_sums').selectAll().where('month', '=', month).execute()
  const counted = new Map([...read.sums].filter(([, row]) => row.month === month))
  return differences(counted, new Map(kept.map((row) => [sumKeyOf(row), row]))).map(({ maker_number }) => ({
    number: firstOf(month, read),
    problem: message('LEDGER_SUMS_WRONG', { month, maker: maker_number }),
  }))
}

/** Compares the stored bounds of months with their entries. */
async function checkMonths(tx: Tx, read: Read): Promise<Fault[]> {
  const kept = await tx.selectFrom('ledger_months').selectAll().execute()
  return differences(read.months, new Map(kept.map((row) => [row.month, row]))).map(({ month }) => ({
    number: firstOf(month, read),
    problem: message('LEDGER_MONTH_WRONG', { month }),
  }))
}

/** Rows in one map only, or not alike. */
function differences<Row extends object>(counted: ReadonlyMap<string, Row>, kept: ReadonlyMap<string, Row>): Row[] {
  const textOf = (row: Row | undefined) => row && JSON.stringify(Object.entries(row).toSorted())
  const wrong = [...counted].filter(([key, row]) => textOf(row) !== textOf(kept.get(key)))
  const unknown = [...kept].filter(([key]) => !counted.has(key))
  return [...wrong, ...unknown].map(([, row]) => row)
}
