import { followsOrders, type JournalEvent } from '#features/orders/journal/server/journal.ts'
import { ordersOf, readJournal } from '#features/orders/journal/server/read-journal.ts'
import { UNDO_CASH_MS } from '#features/orders/orders.states.ts'
import { lockOrders } from '#features/orders/server/order-row.ts'
import type { Job } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
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

const UNDONE = 'Its cash was noted by mistake, or did not come'

/** Enters what changed orders need, after their commits, so it holds up none. */
export const ledgerJob = (deps: Deps): Job => ({
  name: 'ledger',
  first: 'listening',
  everyMs: EVERY_MS,
  ...followsOrders,
  async work(isStopping) {
    if (!deps.clock.doubt()) await writeLedger(deps, isStopping)
  },
})

type Needed = Parameters<typeof readJournal>[0] & Pick<Deps, 'config'>

export const writeLedger = (deps: Needed, isStopping?: () => boolean) =>
  readJournal(
    deps,
    {
      reader: 'ledger',
      // Nothing is sold before an order is confirmed.
      wants: ({ status }) => status !== 'Order Placed' && status !== 'Awaiting payment',
      most: MOST_ORDERS,
      fits: countFitting,
      work: (tx, events) => enter(deps, tx, ordersOf(events)),
    },
    isStopping,
  )

/** Events of so many orders that their lines are not too many. */
async function countFitting(tx: Tx, events: readonly JournalEvent[]) {
  if (events.length === 0) return 0
  const wanted = ordersOf(events)
  const counted = await tx.selectFrom('orders').select(['id', lineCount]).where('id', 'in', wanted).execute()
  const inOrder = counted.toSorted((one, other) => wanted.indexOf(one.id) - wanted.indexOf(other.id))
  const some = new Set(someOf(inOrder).map(({ id }) => id))
  const rest = events.findIndex(({ order_id }) => !some.has(order_id))
  return rest === -1 ? events.length : rest
}

/** Enters orders in one transaction, in this order, for the process may die at any moment. */
async function enter(deps: Needed, tx: Tx, ids: readonly string[]) {
  await takeLedgerTurn(tx)
  const rows = new Map((await lockOrders(tx, ids)).map((row) => [row.id, row]))
  const inOrder = ids.flatMap((id) => rows.get(id) ?? [])
  const orders = await readOrders(tx, inOrder.filter(isSalted))
  await appendEntries(tx, deps.now(), await newEntries(tx, orders, deps))
}

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
