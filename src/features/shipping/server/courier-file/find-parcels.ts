import { type ParcelStatus, parcelCode, trackingKey } from '#features/orders/parcels/parcels.states.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Message } from '#shared/messages.ts'
import type { Paise } from '#shared/money.ts'
import {
  isPerhapsRounded,
  isShortened,
  mayBeRewritten,
  sureDigits,
  withZeros,
} from '#shared/reading/rewritten-identifiers.ts'
import type { Reference } from '../../courier-file.words.ts'
import { message } from '../../shipping.messages.ts'

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

/** The order is known, but not which parcel. */
export interface NoParcel {
  orderId: string
  order: number
  /** How many parcels it has; 0 before the order is confirmed. */
  parcels: number
}

const parcelsIn = (db: Db) =>
  db
    .selectFrom('parcels')
    .innerJoin('orders', 'orders.id', 'parcels.order_id')
    .select(['parcels.id', 'parcels.order_id', 'parcels.number', 'orders.number as order_number', 'parcels.status'])
    .select('return_id')
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

export async function findByNumber(db: Db, keys: readonly string[]) {
  const rows = keys.length === 0 ? [] : await parcelsIn(db).where('tracking_key', 'in', keys).execute()
  return new Map(rows.map((row) => [row.tracking_key ?? '', toFound(row)]))
}

/** A line that names two parcels, or whose number was rewritten: nothing can be booked by it. */
export interface UnclearParcel {
  unclear: Message
}

/** A parcel by its code and tracking number, for a message. */
export const asHolder = ({ code, trackingNumber }: FoundParcel) => ({ parcel: code, number: trackingNumber ?? '' })

/** Parcels whose tracking number a spreadsheet may have rewritten to this one (rewritten-identifiers.ts). */
export async function findRewritten(db: Db, keys: readonly string[]) {
  const zeros = await findByNumber(db, keys.flatMap(withZeros))
  const rounded = [...new Set(keys.filter(isPerhapsRounded))]
  const near = rounded.length === 0 ? [] : await findNear(db, rounded)
  return (key: string) => ({
    /** Parcels whose number has leading zeros that are missing here. */
    withZeros: withZeros(key).flatMap((one) => zeros.get(one) ?? []),
    /** Parcels whose number has other last digits. */
    near: near.filter(({ key: other }) => mayBeRewritten(other, key)).map(({ parcel }) => parcel),
  })
}

/** Parcels by the beginnings of their numbers. Both engines sort digits alike, whatever else the column holds. */
async function findNear(db: Db, rounded: readonly string[]) {
  const rows = await parcelsIn(db)
    .where(({ or, between }) =>
      or(rounded.map((key) => between('tracking_key', sureDigits(key), sureDigits(key).padEnd(key.length, '9')))),
    )
    .execute()
  return rows.map((row) => ({ key: row.tracking_key ?? '', parcel: toFound(row) }))
}

/** Finds the parcel of each reference; undefined: it is not ours. `isRounded`: see `roundedNumbers`. */
export async function findParcels(db: Db, references: readonly Reference[], isRounded: (key: string) => boolean) {
  const keys = references.flatMap(({ key }) => (key === undefined ? [] : [trackingKey(key)])).filter(Boolean)
  const numbers = references.flatMap(({ order }) => (order === undefined ? [] : [order]))
  const byNumber = await findByNumber(db, keys)
  const rewritten = await findRewritten(db, keys)
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

  /** The parcel with a tracking number; without its leading zeros, which spreadsheets drop, if only one parcel fits. */
  function byKey(written: string): FoundParcel | UnclearParcel | undefined {
    const key = trackingKey(written)
    const exact = byNumber.get(key)
    if (isShortened(written)) return { unclear: message('LINE_REFERENCE_SHORTENED') }
    const { withZeros, near } = rewritten(key)
    const possible = [...(exact ? [exact] : []), ...near, ...withZeros]
    const parcels = possible.map(asHolder)
    const others = possible.filter(({ id }) => id !== exact?.id)
    if (near.length > 0) return { unclear: message('LINE_REFERENCE_ROUNDED_OF', { parcels }) }
    if (isRounded(key)) return { unclear: message('LINE_REFERENCE_ROUNDED') }
    if (possible.length > 1 && others.length > 0) return { unclear: message('LINE_REFERENCE_LOST_ZEROS', { parcels }) }
    return exact ?? others[0]
  }

  return ({ key, order, parcel }: Reference): FoundParcel | NoParcel | UnclearParcel | undefined => {
    const found = key === undefined ? undefined : byKey(key)
    if (found) return found
    const orderId = order === undefined ? undefined : orderIds.get(order)
    if (order === undefined || orderId === undefined) return undefined
    const all = parcelsOf.get(order) ?? []
    if (parcel !== undefined) {
      const named = all.find(({ number }) => number === parcel)
      return named && toFound(named)
    }
    // An order's number does not mean its exchanges.
    const own = all.filter(({ return_id }) => return_id === null)
    const [only] = own
    return only && own.length === 1 ? toFound(only) : { orderId, order, parcels: own.length }
  }
}
