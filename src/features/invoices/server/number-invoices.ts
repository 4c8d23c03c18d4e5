import { sql } from 'kysely'
import { lastSkipped } from '#features/numbers/server/number-gaps.ts'
import { sumShares } from '#features/orders/orders.shares.ts'
import { takePaperTurn } from '#features/orders/server/order-row.ts'
import { sharedLine } from '#features/orders/server/share-answer.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import { currentSeller, writeDocument } from './papers.ts'

/** Invoices of at most 100 lines each, written in one transaction. */
const MOST_AT_ONCE = 50

/** `isSale` without an invoice, as in the index orders_without_invoice, else it is not used. */
const awaitsNumber = sql<boolean>`invoiced = 0 and (is_paid = 1 or status not in ('Awaiting payment', 'Cancelled'))`

/**
 * Numbers every sale without an invoice: 1, 2, 3 … in the order of sales, without a gap. Later than the orders, which would wait for each other; not
 * while the date is in doubt.
 */
export async function numberInvoices(deps: Deps) {
  if (deps.clock.doubt()) return
  while ((await numberOldest(deps)) > 0);
}

function numberOldest(deps: Deps) {
  return transact(deps, async (tx) => {
    await takePaperTurn(tx)
    const wanted = tx.selectFrom('orders').selectAll().where(awaitsNumber)
    const oldest = wanted.orderBy('created_at').orderBy('number').limit(MOST_AT_ONCE)
    const orders = await lockRows(tx, oldest).execute()
    if (orders.length === 0) return 0
    const ids = orders.map(({ id }) => id)
    const linesOf = await soldLines(tx, ids)
    const seller = await currentSeller(tx, deps.config)
    const { last } = await tx
      .selectFrom('invoices')
      .select(sql<number>`coalesce(max(number), 0)`.as('last'))
      .executeTakeFirstOrThrow()
    const before = Math.max(Number(last), await lastSkipped(tx, 'invoices'))
    const invoices = orders.map((order, at) => {
      const lines = linesOf.get(order.id) ?? []
      const shares = sumShares(lines.map(sharedLine), order.tax_paise)
      const document = writeDocument(order, lines, {
        subtotalPaise: order.subtotal_paise,
        taxPaise: order.tax_paise,
        amountPaise: order.amount_paise,
        ...(shares ? { shares } : {}),
      })
      const issued = { issued_at: deps.now().getTime(), seller_id: seller }
      return { number: before + 1 + at, order_id: order.id, ...issued, document }
    })
    await tx.insertInto('invoices').values(invoices).execute()
    await tx.updateTable('orders').set({ invoiced: 1 }).where('id', 'in', ids).execute()
    return invoices.length
  })
}

/** Each order's lines in order, with their parcel's status. */
export async function soldLines(tx: Tx, ids: readonly string[]) {
  const lines = await tx
    .selectFrom('order_lines')
    .leftJoin('parcels', (join) =>
      join.onRef('parcels.order_id', '=', 'order_lines.order_id').onRef('parcels.number', '=', 'order_lines.parcel'),
    )
    .select(['order_lines.order_id', 'position', 'product_id', 'name', 'weight', 'offer_price_paise', 'tax_paise'])
    .select(['quantity', 'refunded', 'credited', 'parcels.status as parcel_status'])
    .select(['maker_paise', 'costs_paise', 'producer_paise', 'community_paise', 'shop_paise', 'unstated'])
    .where('order_lines.order_id', 'in', ids)
    .orderBy('order_lines.order_id')
    .orderBy('position')
    .execute()
  return Map.groupBy(lines, ({ order_id }) => order_id)
}
