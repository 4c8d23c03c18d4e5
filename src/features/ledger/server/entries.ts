import { setImmediate } from 'node:timers/promises'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'
import { takeTurns } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { indianMonth } from '#shared/day.ts'
import { type Paise, plus } from '#shared/money.ts'
import type { Amounts } from '../ledger.amounts.ts'
import type { EntryKind } from '../ledger.kinds.ts'
import { hashEntry, hashOrder, NO_HASH } from './chain.ts'
import type { EntryRow } from './entry-csv.ts'
import { sumKey, sumsOf } from './sums.ts'

/** What is to be entered. `appendEntries` gives it its number, its time and its hash. */
export interface NewEntry extends Amounts {
  kind: EntryKind
  /** Whose share stands in it; null: nobody's. */
  producerId: string | null
  /** null: none. It needs the salt that it was placed with. */
  order: { id: string; salt: string } | null
  /** 1, 2 …: which line of the order; null: the whole order, or none. */
  line: number | null
  /** Pieces, below 0 where they go back. 0: no pieces move, as in every payout, and every correction by hand. */
  quantity: number
  /** The maker's price was not stated. */
  isUnstated?: boolean
  /** Why, of a correction. */
  reason?: string
  payoutId?: string
  /**
   * When what it brings its producer is due, in milliseconds. Left out: at once, and nothing of a payout, which takes dues that are there.
   * A payout that took none states it.
   */
  dueAt?: number
}

/** Rows in one statement: a few milliseconds. */
const PART = 200

/** Whoever enters something does so one at a time, until the transaction ends. It comes before the lock of any order. */
export const takeLedgerTurn = (tx: Tx) => takeTurns(tx, 'ledger')

/** The last entry; undefined while there is none. */
export const lastEntry = (db: Db) =>
  db.selectFrom('ledger_entries').select(['number', 'at', 'hash']).orderBy('number', 'desc').limit(1).executeTakeFirst()

/**
 * Writes entries at the end of the ledger, in this order, with all that follows from them: number and hash, the sums of their month, and
 * what they bring producers. The caller has the ledger's turn (`takeLedgerTurn`). `at` is moved to the time of the last entry where it is
 * before it. Gives the rows as they stand.
 */
export async function appendEntries(tx: Tx, at: Date, entries: readonly NewEntry[]): Promise<EntryRow[]> {
  if (entries.length === 0) return []
  const last = await lastEntry(tx)
  const makers = await numberMakers(tx, entries)
  const time = Math.max(at.getTime(), last?.at ?? 0)
  let [number, previous_hash] = [last?.number ?? 0, last?.hash ?? NO_HASH]
  const rows = entries.map((entry): EntryRow => {
    number += 1
    const hashed = {
      ...{ number, at: time, kind: entry.kind, line: entry.line, quantity: entry.quantity, previous_hash },
      maker_number: entry.producerId === null ? null : (makers.get(entry.producerId) ?? null),
      order_hash: entry.order && hashOrder(entry.order),
      maker_paise: entry.maker,
      costs_paise: entry.costs,
      producer_paise: entry.producer,
      community_paise: entry.community,
      shop_paise: entry.shop,
      tax_paise: entry.tax,
    }
    previous_hash = hashEntry(hashed)
    return {
      ...hashed,
      hash: previous_hash,
      order_id: entry.order?.id ?? null,
      unstated: entry.isUnstated ? 1 : 0,
      reason: entry.reason ?? null,
      payout_id: entry.payoutId ?? null,
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
  await addMonth(tx, rows)
  return rows
}

/** Producer -> the number by which the ledger names them; who has none gets the next. */
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
  const added = unknown.map((producer_id, at) => ({ producer_id, number: last + 1 + at }))
  await tx.insertInto('ledger_makers').values(added).execute()
  for (const { producer_id, number } of added) makers.set(producer_id, number)
  return makers
}

/** What the entries bring their producers. */
async function addDues(tx: Tx, entries: readonly NewEntry[], rows: readonly EntryRow[]) {
  const dues = rows.flatMap((row, place): Insertable<Tables['ledger_dues']>[] => {
    const { producerId = null, dueAt } = entries[place] ?? {}
    const amount_paise = plus(row.maker_paise, row.producer_paise)
    if (producerId === null || amount_paise === 0 || (row.kind === 'payout' && dueAt === undefined)) return []
    const { number: entry_number, order_id, line, at } = row
    return [
      { entry_number, producer_id: producerId, amount_paise, due_at: dueAt ?? at, order_id, line, payout_id: null },
    ]
  })
  for (let from = 0; from < dues.length; from += PART)
    await tx
      .insertInto('ledger_dues')
      .values(dues.slice(from, from + PART))
      .execute()
}

/** Adds the entries to the sums of their month. */
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

/** The last entries of their month, for now. All of them have the same time. */
async function addMonth(tx: Tx, rows: readonly EntryRow[]) {
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (!first || !last) return
  const month = indianMonth(new Date(last.at))
  const ends = { last_number: last.number, last_hash: last.hash }
  await tx
    .insertInto('ledger_months')
    .values({ month, first_number: first.number, ...ends })
    .onConflict((conflict) => conflict.column('month').doUpdateSet(ends))
    .execute()
}
