import { type ParcelStatus, parcelCode, trackingKey } from '#features/orders/parcels.states.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Paise } from '#shared/money.ts'
import type { Reference } from '../../courier-file.words.ts'

/** What a courier's file is compared with. */
export interface FoundParcel {
  id: string
  /** "H1024-1". */
  code: string
  orderId: string
  status: ParcelStatus
  courier: string | null
  trackingNumber: string | null
  cash: Paise
  received: Paise
  letGo: Paise
}

/** The order is there, but which of its parcels is meant cannot be told. */
export interface NoParcel {
  orderId: string
  order: number
  /** How many it has; 0 before it is confirmed. */
  parcels: number
}

const parcelsIn = (db: Db) =>
  db
    .selectFrom('parcels')
    .innerJoin('orders', 'orders.id', 'parcels.order_id')
    .select(['parcels.id', 'parcels.order_id', 'parcels.number', 'orders.number as order_number', 'parcels.status'])
    .select(['courier', 'tracking_number', 'tracking_key', 'cash_paise', 'cash_received_paise', 'cash_let_go_paise'])

type Row = Awaited<ReturnType<ReturnType<typeof parcelsIn>['execute']>>[number]

type FactsRow = Pick<Row, 'status' | 'courier' | 'tracking_number' | 'cash_paise'> &
  Pick<Row, 'cash_received_paise' | 'cash_let_go_paise'>

/** What a parcel is judged by. */
export const factsOf = (row: FactsRow) => ({
  status: row.status,
  courier: row.courier,
  trackingNumber: row.tracking_number,
  cash: row.cash_paise,
  received: row.cash_received_paise,
  letGo: row.cash_let_go_paise,
})

const toFound = (row: Row): FoundParcel => ({
  id: row.id,
  code: parcelCode(row.order_number, row.number),
  orderId: row.order_id,
  ...factsOf(row),
})

/** These parcels by their tracking numbers as they are compared. */
export async function findByNumber(db: Db, keys: readonly string[]) {
  const rows = keys.length === 0 ? [] : await parcelsIn(db).where('tracking_key', 'in', keys).execute()
  return new Map(rows.map((row) => [row.tracking_key ?? '', toFound(row)]))
}

/** Looks up what some lines of a file name, and tells for each what it is; undefined: nothing of ours. */
export async function findParcels(db: Db, references: readonly Reference[]) {
  const keys = references.flatMap(({ key }) => (key === undefined ? [] : [trackingKey(key)])).filter(Boolean)
  const numbers = references.flatMap(({ order }) => (order === undefined ? [] : [order]))
  const byNumber = await findByNumber(db, keys)
  const orders =
    numbers.length === 0
      ? []
      : await db.selectFrom('orders').select(['id', 'number']).where('number', 'in', numbers).execute()
  const rows =
    orders.length === 0
      ? []
      : await parcelsIn(db)
          .where(
            'parcels.order_id',
            'in',
            orders.map(({ id }) => id),
          )
          .execute()
  const parcelsOf = Map.groupBy(rows, (row) => row.order_number)
  const orderIds = new Map(orders.map(({ id, number }) => [number, id]))

  return ({ key, order, parcel }: Reference): FoundParcel | NoParcel | undefined => {
    if (key !== undefined) return byNumber.get(trackingKey(key))
    const orderId = order === undefined ? undefined : orderIds.get(order)
    if (order === undefined || orderId === undefined) return undefined
    const all = parcelsOf.get(order) ?? []
    const [only] = parcel === undefined ? all : all.filter(({ number }) => number === parcel)
    if (parcel !== undefined) return only && toFound(only)
    return only && all.length === 1 ? toFound(only) : { orderId, order, parcels: all.length }
  }
}
