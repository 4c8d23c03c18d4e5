import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { NO_MONEY, type Paise, paise } from '#shared/money.ts'
import type { Order } from '../../orders.contract.ts'
import type { OrderRow } from '../../server/order-answer.ts'

export interface ComingRow {
  order_id: string
  sender_id: string | null
  name: string | null
  food: boolean
  costs: Paise
}

const isPlanned = ({ status }: Pick<OrderRow, 'status'>) => status === 'Awaiting payment' || status === 'Order Placed'

/** The coming parcels of orders that are not confirmed yet, by order; all lines count, however many are shown. */
export async function readComing(db: Db, orders: readonly OrderRow[]) {
  const ids = orders.filter(isPlanned).map(({ id }) => id)
  if (ids.length === 0) return new Map<string, ComingRow[]>()
  const rows = await db
    .selectFrom('order_lines')
    .select(['order_id', 'parcel', 'sender_id'])
    .select((select) => select.fn.max('producer_name').as('name'))
    .select(sql<number>`count(batches)`.as('food'))
    .select(sql<number>`sum(offer_price_paise * quantity + coalesce(tax_paise, 0))`.as('costs'))
    .where('order_id', 'in', ids)
    .groupBy(['order_id', 'parcel', 'sender_id'])
    .orderBy('order_id')
    .orderBy('parcel')
    .execute()
  const parcels = rows.map(
    (row): ComingRow => ({ ...row, food: Number(row.food) > 0, costs: paise(Number(row.costs)) }),
  )
  return Map.groupBy(parcels, ({ order_id }) => order_id)
}

/** Orders that were placed before their lines had shares of the tax come in one parcel. */
export const comingParcelsOf = (order: OrderRow, rows: readonly ComingRow[]): Order['comingParcels'] =>
  rows.map(({ sender_id, name, food, costs }) => ({
    ...(food && { food: true as const }),
    sender: sender_id === null || name === null ? null : { _id: sender_id, name },
    cash: order.payment_type !== 'COD' ? NO_MONEY : rows.length === 1 ? order.amount_paise : costs,
  }))
