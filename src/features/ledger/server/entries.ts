import { setImmediate } from 'node:timers/promises'
import { type Insertable, sql } from 'kysely'
import { lastSkipped } from '#features/numbers/server/number-gaps.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { takeTurns } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { indianMonth } from '#shared/day.ts'
import { NO_MONEY, type Paise, plus } from '#shared/money.ts'
import { type Amounts, NO_AMOUNTS } from '../ledger.amounts.ts'
import type { EntryKind } from '../ledger.kinds.ts'
import { commitTo, firstHash, hashEntry, hashOrder, newSalt } from './chain.ts'
import { type EntryRow, FORMAT } from './entry-csv.ts'
import { findNamed } from './named.ts'
import { sumKey, sumsOf } from './sums.ts'

/** `appendEntries` adds number, time and hash. */
export interface NewEntry extends Amounts {
  kind: EntryKind
  producerId: string | null
  /** The order with the salt of its placing. */
  order: { id: string; salt: string } | null
  /** 1, 2 …; null: the whole order, or none. */
  line: number | null
  /** Below 0 for returned pieces; 0 in payouts and corrections by hand. */
  quantity: number
  isUnstated?: boolean
  reason?: string
  payoutId?: string
  /** SHA-256 of the bank account of a payout. */
  accountHash?: string
  advance?: Paise
  /** The last number used before a restore; the entry `restored` takes the next. */
  lastNumber?: number
  /** When the producer's amount is due, in milliseconds; default: at once. A payout takes existing dues, and states this only if it took none. */
  dueAt?: number
}

export const NO_ENTRY = { ...NO_AMOUNTS, producerId: null, order: null, line: null, quantity: 0 }

/** Rows a statement: a few milliseconds. */
const PART = 200

/** One writer at a time, until the transaction ends. Take it before any order's lock. */
export const takeLedgerTurn = (tx: Tx) => takeTurns(tx, 'ledger')

export const lastEntry = (db: Db) =>
  db.selectFrom('ledger_entries').select(['number', 'at', 'hash']).orderBy('number', 'desc').limit(1).executeTakeFirst()

/** Numbers left out by a restore do not count. */
export async function countEntries(db: Db) {
  const { count } = await db
    .selectFrom('ledger_months')
    .select(sql<number>`coalesce(max(last_number), 0) - coalesce(sum(skipped), 0)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Appends entries, with number, hash, their month's sums and producers' dues. The caller has the ledger's turn (`takeLedgerTurn`). An `at` before the
 * last entry becomes that entry's time. Gives the rows.
 */
export async function appendEntries(tx: Tx, at: Date, entries: readonly NewEntry[]): Promise<EntryRow[]> {
  if (entries.length === 0) return []
  await skipAfterRestore(tx, at)
  return append(tx, at, entries)
}

/** After a restore the ledger goes on behind the last number that people may hold: one entry says so, with the hash of the last restored one. */
async function skipAfterRestore(tx: Tx, at: Date) {
  const [lastNumber, last] = [await lastSkipped(tx, 'ledger'), await lastEntry(tx)]
  if (lastNumber > (last?.number ?? 0)) await append(tx, at, [{ ...NO_ENTRY, kind: 'restored', lastNumber }])
}

async function append(tx: Tx, at: Date, entries: readonly NewEntry[]): Promise<EntryRow[]> {
  const last = await lastEntry(tx)
  const makers = await numberMakers(tx, entries)
  const isNamed = await findNamed(tx, entries)
  const time = Math.max(at.getTime(), last?.at ?? 0)
  let [number, previous_hash] = [last?.number ?? 0, last?.hash ?? firstHash(FORMAT)]
  const rows = entries.map((entry): EntryRow => {
    number = Math.max(number, entry.lastNumber ?? 0) + 1
    const told = {
      ...{ number, at: time, kind: entry.kind, line: entry.line, quantity: entry.quantity, previous_hash },
      format: FORMAT,
      maker_number: entry.producerId === null ? null : (makers.get(entry.producerId) ?? null),
      order_hash: entry.order && hashOrder(entry.order),
      maker_paise: entry.maker,
      costs_paise: entry.costs,
      producer_paise: entry.producer,
      community_paise: entry.community,
      shop_paise: entry.shop,
      tax_paise: entry.tax,
      advance_paise: entry.advance ?? NO_MONEY,
    }
    const named = isNamed(entry)
    const salt = named ? null : newSalt()
    const hashed = { ...told, commitment: salt === null ? null : commitTo(salt, told) }
    previous_hash = hashEntry(hashed)
    return {
      ...{ ...hashed, salt, named: named ? 1 : 0 },
      hash: previous_hash,
      order_id: entry.order?.id ?? null,
      unstated: entry.isUnstated ? 1 : 0,
      reason: entry.reason ?? null,
      payout_id: entry.payoutId ?? null,
      payable_at: bringsDue(entry) ? (entry.dueAt ?? time) : null,
      account_hash: entry.accountHash ?? null,
    }
  })
  for (let from = 0; from < rows.length; from += PART) {
    await tx
      .insertInto('ledger_entries')
      .values(rows.slice(from, from + PART))
      .execute()
    await setImmediate()
  }
  await addDues(tx, entries, rows)
  await addSums(tx, rows)
  await addMonth(tx, rows, last?.number ?? 0)
  return rows
}

async function numberMakers(tx: Tx, entries: readonly NewEntry[]) {
  const ids = [...new Set(entries.flatMap(({ producerId }) => (producerId === null ? [] : [producerId])))]
  if (ids.length === 0) return new Map<string, number>()
  const known = await tx.selectFrom('ledger_makers').selectAll().where('producer_id', 'in', ids).execute()
  const makers = new Map(known.map(({ producer_id, number }) => [producer_id, number]))
  const unknown = ids.filter((id) => !makers.has(id))
  if (unknown.length === 0) return makers
  const { last } = await tx
    .selectFrom('ledger_makers')
    .select(sql<number>`coalesce(max(number), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  const before = Math.max(last, await lastSkipped(tx, 'makers'))
  const added = unknown.map((producer_id, at) => ({ producer_id, number: before + 1 + at }))
  await tx.insertInto('ledger_makers').values(added).execute()
  for (const { producer_id, number } of added) makers.set(producer_id, number)
  return makers
}

/** Whether an entry changes its producer's dues. */
const bringsDue = ({ kind, producerId, maker, producer, dueAt }: NewEntry) =>
  producerId !== null && plus(maker, producer) !== 0 && (kind !== 'payout' || dueAt !== undefined)

async function addDues(tx: Tx, entries: readonly NewEntry[], rows: readonly EntryRow[]) {
  const dues = rows.flatMap((row, place): Insertable<Tables['ledger_dues']>[] => {
    const producer_id = entries[place]?.producerId ?? null
    const { number: entry_number, order_id, line, payable_at: due_at } = row
    if (producer_id === null || due_at === null) return []
    const amount_paise = plus(row.maker_paise, row.producer_paise)
    return [{ entry_number, producer_id, amount_paise, due_at, order_id, line, payout_id: null }]
  })
  for (let from = 0; from < dues.length; from += PART)
    await tx
      .insertInto('ledger_dues')
      .values(dues.slice(from, from + PART))
      .execute()
}

async function addSums(tx: Tx, rows: readonly EntryRow[]) {
  const sums = [...sumsOf(rows).values()]
  const add = (column: string) => sql<Paise>`${sql.ref(`ledger_sums.${column}`)} + ${sql.ref(`excluded.${column}`)}`
  await tx
    .insertInto('ledger_sums')
    .values(sums)
    .onConflict((conflict) =>
      conflict.columns([...sumKey]).doUpdateSet({
        sales: add('sales'),
        returns: add('returns'),
        maker_paise: add('maker_paise'),
        costs_paise: add('costs_paise'),
        producer_paise: add('producer_paise'),
        community_paise: add('community_paise'),
        shop_paise: add('shop_paise'),
        tax_paise: add('tax_paise'),
        paid_paise: add('paid_paise'),
        given_paise: add('given_paise'),
      }),
    )
    .execute()
}

/** Marks the month's last entries, after the entry `before`. All have one time. */
async function addMonth(tx: Tx, rows: readonly EntryRow[], before: number) {
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (!first || !last) return
  const month = indianMonth(new Date(last.at))
  const ends = { last_number: last.number, last_hash: last.hash }
  const skipped = last.number - before - rows.length
  await tx
    .insertInto('ledger_months')
    .values({ month, first_number: first.number, skipped, ...ends })
    .onConflict((conflict) =>
      conflict.column('month').doUpdateSet({ ...ends, skipped: sql<number>`ledger_months.skipped + ${skipped}` }),
    )
    .execute()
}
