import { type Selectable, sql } from 'kysely'
import { lastSkipped } from '#features/numbers/server/number-gaps.ts'
import { sumShares } from '#features/orders/orders.shares.ts'
import { isSale } from '#features/orders/orders.states.ts'
import { sharedLine } from '#features/orders/server/share-answer.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { currentSeller, writeDocument } from './papers.ts'

/** Numbers the sales among locked orders that have no invoice: 1, 2, 3 … in their order, without a gap. */
export async function numberInvoices(tx: Tx, deps: Deps, orders: readonly OrderRow[], linesOf: LinesOf) {
  const sales = orders.filter(({ status, is_paid }) => isSale({ status, isPaid: is_paid === 1 }))
  if (sales.length === 0) return
  const ids = sales.map(({ id }) => id)
  const known = await tx.selectFrom('invoices').select('order_id').where('order_id', 'in', ids).execute()
  const fresh = sales.filter(({ id }) => known.every(({ order_id }) => order_id !== id))
  if (fresh.length === 0) return
  const seller = await currentSeller(tx, deps.config)
  const { last } = await tx
    .selectFrom('invoices')
    .select(sql<number>`coalesce(max(number), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  const before = Math.max(Number(last), await lastSkipped(tx, 'invoices'))
  const invoices = fresh.map((order, at) => {
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
}

type OrderRow = Selectable<Tables['orders']>
export type LinesOf = Awaited<ReturnType<typeof soldLines>>

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
