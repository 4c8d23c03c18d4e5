import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { UNDO_CASH_MS } from '#features/orders/orders.states.ts'
import { lockOrders } from '#features/orders/server/order-row.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import type { Deps } from '#kernel/deps.ts'
import { indianDay, startOfIndianDay } from '#shared/day.ts'
import { SECOND_MS } from '#shared/time.ts'
import { type WantedEntry, wantedEntries } from '../ledger.entries.ts'
import { appendEntries, type NewEntry, takeLedgerTurn } from './entries.ts'
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

const EVERY_MS = 10 * SECOND_MS
/** Changes of one moment, such as parcels ticked together, are entered together. */
const GATHER_MS = 300

const UNDONE = 'Its cash was noted by mistake, or did not come'

/** Enters what changed orders need, oldest first, after their commits, so it holds up none. */
export const ledgerJob = (deps: Deps): Job => ({
  name: 'ledger',
  first: 'listening',
  everyMs: EVERY_MS,
  gatherMs: GATHER_MS,
  async work(isStopping) {
    if (!deps.clock.doubt()) await writeLedger(deps, isStopping)
  },
})

type Needed = Pick<Deps, 'db' | 'config' | 'now'> & {
  jobs: Pick<Deps['jobs'], 'wake'>
  log: Pick<Deps['log'], 'error'>
}

export async function writeLedger(deps: Needed, isStopping: () => boolean = () => false) {
  let after = 0
  while (!isStopping()) {
    const due = await findDue(deps.db, after)
    const last = due.at(-1)
    if (!last) return
    after = last.number
    await enterAll(
      deps,
      due.map(({ id }) => id),
    )
    await setImmediate()
  }
}

async function findDue(db: Db, after: number) {
  const due = await db
    .selectFrom('orders')
    .select(['id', 'number'])
    .select(lineCount)
    // As in the index orders_for_ledger, else it is not used.
    .where(sql<boolean>`ledger_due = 1`)
    .where('number', '>', after)
    .orderBy('number')
    .limit(MOST_ORDERS)
    .execute()
  return someOf(due)
}

/** An order with impossible figures holds up no other: it stays due and is logged each time. */
async function enterAll(deps: Needed, ids: readonly string[]) {
  try {
    await enter(deps, ids)
  } catch (error) {
    if (databaseFailure(error) !== undefined) throw error
    for (const id of ids)
      await enter(deps, [id]).catch((err) => deps.log.error({ err, order: id }, 'an order cannot be entered'))
  }
}

/** Enters orders in one transaction, for the process may die at any moment. */
const enter = (deps: Needed, ids: readonly string[]) =>
  transact(deps, async (tx) => {
    await takeLedgerTurn(tx)
    const rows = await lockOrders(tx, ids)
    const orders = await readOrders(
      tx,
      rows.filter(isSalted).toSorted((one, other) => one.number - other.number),
    )
    const entries = await newEntries(tx, orders, deps)
    await appendEntries(tx, deps.now(), entries)
    await tx.updateTable('orders').set({ ledger_due: 0 }).where('id', 'in', ids).execute()
  })

async function newEntries(tx: Tx, orders: readonly ReadOrder[], { config, now }: Needed): Promise<NewEntry[]> {
  const entered = await readEntries(
    tx,
    orders.map(({ id }) => id),
  )
  const wanted = orders.flatMap((order) => {
    const stands = (entered.get(order.id) ?? []).flatMap((row) => standOf(row) ?? [])
    return wantedEntries(order, stands).map((entry) => ({ order, entry }))
  })
  if (wanted.length === 0) return []
  const dues = await readDues(tx, [...new Set(wanted.map(({ order }) => order.id))])
  const sold = new Map(dues.map(({ order_id, line, due_at }) => [`${order_id} ${line}`, due_at]))
  return wanted.map(({ order, entry }) => {
    const key = `${order.id} ${entry.line}`
    if (entry.entryKind === 'sale') sold.set(key, saleDueAt(order, entry, config.returnDays))
    const dueAt = sold.get(key) ?? endOfDays(now().getTime(), config.returnDays)
    return {
      ...entry.amounts,
      ...{ kind: entry.entryKind, producerId: entry.producerId, isUnstated: entry.isUnstated, dueAt },
      ...{ order: { id: order.id, salt: order.salt }, line: entry.line, quantity: entry.quantity },
      ...(entry.entryKind === 'correction' ? { reason: UNDONE } : {}),
    }
  })
}

/** When sales are due, a line's latest sale last; later entries of a line are due with it. */
const readDues = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('ledger_dues')
    .innerJoin('ledger_entries', 'ledger_entries.number', 'ledger_dues.entry_number')
    .select(['ledger_dues.order_id', 'ledger_dues.line', 'due_at'])
    .where('ledger_dues.order_id', 'in', ids)
    .where('kind', '=', 'sale')
    .orderBy('entry_number')
    .execute()

/** End of the Indian day so many days later, in milliseconds. */
const endOfDays = (moment: number, days: number) => startOfIndianDay(indianDay(new Date(moment)), days + 1)

/** When returns are over and cash can no longer be unmarked. */
function saleDueAt({ lines, soldAt, cashAt }: ReadOrder, { line }: WantedEntry, returnDays: number) {
  const parcel = lines.find((one) => one.line === line)?.parcel ?? 0
  const cash = cashAt.get(parcel)
  return Math.max(endOfDays(soldAt.get(parcel) ?? 0, returnDays), cash === undefined ? 0 : cash + UNDO_CASH_MS)
}
