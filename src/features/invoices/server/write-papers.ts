import { followsOrders, type JournalEvent } from '#features/orders/journal/server/journal.ts'
import { ordersOf, readJournal } from '#features/orders/journal/server/read-journal.ts'
import { lockOrders } from '#features/orders/server/order-row.ts'
import type { Job } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { SECOND_MS } from '#shared/time.ts'
import { writeCreditNotes } from './credit-notes.ts'
import { numberInvoices, soldLines } from './number-invoices.ts'

const EVERY_MS = 30 * SECOND_MS
/** Orders of at most 100 lines each, whose papers are written in one transaction. */
const MOST_AT_ONCE = 50

/**
 * Numbers the invoices of sales and credits what went back of them. Later than the orders, which would wait for each other; not while the date is in
 * doubt.
 */
export async function writePapers(deps: Deps, isStopping?: () => boolean) {
  if (deps.clock.doubt()) return
  const work = (tx: Tx, events: readonly JournalEvent[]) => writePapersOf(tx, deps, ordersOf(events))
  await readJournal(deps, { reader: 'papers', most: MOST_AT_ONCE, work }, isStopping)
}

async function writePapersOf(tx: Tx, deps: Deps, ids: readonly string[]) {
  const locked = new Map((await lockOrders(tx, ids)).map((order) => [order.id, order]))
  const orders = ids.flatMap((id) => locked.get(id) ?? [])
  const linesOf = await soldLines(tx, ids)
  await numberInvoices(tx, deps, orders, linesOf)
  await writeCreditNotes(tx, deps, orders, linesOf)
}

export const papersJob = (deps: Deps): Job => ({
  name: 'papers',
  first: 'listening',
  everyMs: EVERY_MS,
  ...followsOrders,
  work: (isStopping) => writePapers(deps, isStopping),
})
