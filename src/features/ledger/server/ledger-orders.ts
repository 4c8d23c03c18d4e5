import { type Selectable, sql } from 'kysely'
import { isParcelOff } from '#features/orders/parcels/parcels.states.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { NO_MONEY, paise } from '#shared/money.ts'
import type { LedgerLine, LedgerOrder, LedgerParcel, Stand } from '../ledger.entries.ts'
import type { EntryRow } from './entry-csv.ts'
import { takesSaleBack } from './sums.ts'

type OrderRow = Selectable<Tables['orders']>
type LineRow = Selectable<Tables['order_lines']>
type ParcelRow = Selectable<Tables['parcels']>

export type SaltedRow = Pick<OrderRow, 'id' | 'number' | 'payment_type' | 'is_paid' | 'paid_at'> & {
  ledger_salt: string
}

export interface ReadOrder extends LedgerOrder {
  id: string
  number: number
  salt: string
  /** Sold parcels only: the later time of delivery and payment. */
  soldAt: ReadonlyMap<number, number>
  /** Paid in cash, which can be unmarked for a while: when it came. */
  cashAt: ReadonlyMap<number, number>
}

export const toLine = (row: LineRow): LedgerLine => ({
  line: row.position + 1,
  parcel: row.parcel,
  producerId: row.producer_id,
  isUnstated: row.unstated === 1,
  amounts: {
    maker: row.maker_paise ?? NO_MONEY,
    costs: row.costs_paise ?? NO_MONEY,
    producer: row.producer_paise ?? NO_MONEY,
    community: row.community_paise ?? NO_MONEY,
    shop: row.shop_paise ?? NO_MONEY,
    tax: row.tax_paise ?? NO_MONEY,
  },
  quantity: row.quantity,
  refunded: row.refunded,
  writtenOff: row.written_off,
  faulty: row.faulty,
  sentAgain: row.sent_again,
})

const toParcel = (row: ParcelRow): LedgerParcel => ({
  number: row.number,
  wasDelivered: row.delivered_at !== null,
  isOff: isParcelOff(row.status),
  cash: row.cash_paise,
  cashReceived: row.cash_received_paise,
  cashLetGo: row.cash_let_go_paise,
})

/** Orders, and about as many lines, read at once: nobody waits long. */
export const MOST_ORDERS = 50
const MOST_LINES = 200

export const lineCount = sql<number>`(select count(*) from order_lines where order_id = orders.id)`.as('lines')

/** The first orders with about MOST_ORDERS lines. */
export function someOf<Order extends { lines: number }>(orders: readonly Order[]) {
  let lines = 0
  return orders.filter((order, place) => {
    lines += Number(order.lines)
    return place === 0 || lines <= MOST_LINES
  })
}

/** Reads orders in the given order. They must be locked, or all read of one state. */
export async function readOrders(tx: Tx, rows: readonly SaltedRow[]): Promise<ReadOrder[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await tx
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute()
  const parcels = await tx
    .selectFrom('parcels')
    .selectAll()
    .where('order_id', 'in', ids)
    // An exchange brings no money, and lines count its pieces.
    .where('return_id', 'is', null)
    .orderBy('number')
    .execute()
  const refunds = await tx
    .selectFrom('refunds')
    .select(['order_id', ({ fn }) => fn.sum<number>('amount_minor').as('amount')])
    .where('order_id', 'in', ids)
    .where('purpose', '=', 'order')
    .where('state', '!=', 'failed')
    .groupBy('order_id')
    .execute()
  const cash = await tx
    .selectFrom('cash_entries')
    .select(['order_id', 'parcel', ({ fn }) => fn.max<number>('at').as('at')])
    .where('order_id', 'in', ids)
    .where('kind', '!=', 'undone')
    .groupBy(['order_id', 'parcel'])
    .execute()
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
  const parcelsOf = Map.groupBy(parcels, ({ order_id }) => order_id)
  const refunded = new Map(refunds.map(({ order_id, amount }) => [order_id, paise(Number(amount))]))
  const cashOf = Map.groupBy(cash, ({ order_id }) => order_id)
  return rows.map(({ id, number, ledger_salt, payment_type, is_paid, paid_at }): ReadOrder => {
    const own = parcelsOf.get(id) ?? []
    const cashAt = new Map((cashOf.get(id) ?? []).map(({ parcel, at }) => [parcel, Number(at)]))
    const soldAt = own.map((parcel): [number, number] => {
      const money = payment_type === 'Online' ? paid_at : cashAt.get(parcel.number)
      return [parcel.number, Math.max(parcel.delivered_at ?? 0, money ?? 0)]
    })
    return {
      ...{ id, number, salt: ledger_salt, cashAt, soldAt: new Map(soldAt) },
      isByCard: payment_type === 'Online',
      isPaid: is_paid === 1,
      lines: (linesOf.get(id) ?? []).map(toLine),
      parcels: own.map(toParcel),
      refunded: refunded.get(id) ?? NO_MONEY,
    }
  })
}

export async function readEntries(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, EntryRow[]>()
  const rows = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('number')
    .execute()
  return Map.groupBy(rows, ({ order_id }) => order_id ?? '')
}

/** What an entry says of its order; undefined: it was made by hand. */
export function standOf(row: EntryRow): Stand | undefined {
  const kind = takesSaleBack(row) ? 'sale' : row.kind
  if (kind !== 'sale' && kind !== 'return' && kind !== 'loss') return undefined
  return {
    ...{ line: row.line, kind, quantity: row.quantity },
    amounts: {
      maker: row.maker_paise,
      costs: row.costs_paise,
      producer: row.producer_paise,
      community: row.community_paise,
      shop: row.shop_paise,
      tax: row.tax_paise,
    },
  }
}

/** Orders older than the ledger have no salt. */
export const isSalted = <Row extends { ledger_salt: string | null }>(row: Row): row is Row & { ledger_salt: string } =>
  row.ledger_salt !== null
