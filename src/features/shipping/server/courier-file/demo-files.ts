import { sql } from 'kysely'
import { parcelCode } from '#features/orders/parcels/parcels.states.ts'
import type { Db } from '#kernel/db/database.ts'
import { readDemoMonth } from '#kernel/db/demo-month.ts'
import { csvFile } from '#kernel/http/csv.ts'
import { minus, type Paise, paise, writeRupees } from '#shared/money.ts'
import { noFileToTry } from '../../courier-file.contract.ts'
import { type FileKind, fileKinds } from '../../courier-file.kinds.ts'

const MOST_LINES = 20
const COURIER = 'Delhivery'
/** Missing in the short line, or half of a smaller amount. */
const SHORT = paise(100_00)
const STRANGER = { number: 'EX900000001IN', amount: '890.00' }

const parcelsFor = (db: Db, kind: FileKind) => {
  const parcels = db
    .selectFrom('parcels')
    .innerJoin('orders', 'orders.id', 'parcels.order_id')
    .select(['orders.number as order', 'parcels.number', 'tracking_number'])
    .select(sql<Paise>`cash_paise - cash_received_paise - cash_let_go_paise`.as('cash'))
  if (kind === 'tracking')
    return parcels.where('parcels.status', 'in', ['To pack', 'Packed']).where('tracking_number', 'is', null)
  if (kind === 'outcome')
    return parcels.where('parcels.status', '=', 'Shipped').where('tracking_number', 'is not', null)
  return parcels
    .where('parcels.status', '=', 'Delivered')
    .where(sql<boolean>`cash_paise > cash_received_paise + cash_let_go_paise`)
}

const findParcels = (db: Db, kind: FileKind) =>
  parcelsFor(db, kind).orderBy('orders.number').orderBy('parcels.number').limit(MOST_LINES).execute()
type Parcel = Awaited<ReturnType<typeof findParcels>>[number]

const headings: Readonly<Record<FileKind, readonly string[]>> = {
  tracking: ['Parcel', 'AWB', 'Courier'],
  outcome: ['AWB', 'Status'],
  cash: ['AWB', 'Amount'],
}

const codeOf = ({ order, number }: Parcel) => parcelCode(order, number)
const isLast = (at: number, { length }: readonly unknown[]) => at === length - 1

const lines: Readonly<Record<FileKind, (parcels: readonly Parcel[]) => (readonly string[])[]>> = {
  tracking: (parcels) =>
    parcels.map((parcel) => [codeOf(parcel), `DL${parcel.order}${String(parcel.number).padStart(2, '0')}IN`, COURIER]),
  outcome: (parcels) =>
    parcels.map((parcel, at) => [parcel.tracking_number ?? '', isLast(at, parcels) ? 'Refused' : 'Delivered']),
  cash: (parcels) => [
    ...parcels.map((parcel, at) => {
      const missing = Number(parcel.cash) > 2 * SHORT ? SHORT : paise(Math.ceil(Number(parcel.cash) / 2))
      const cash = paise(Number(parcel.cash))
      return [parcel.tracking_number ?? codeOf(parcel), writeRupees(isLast(at, parcels) ? minus(cash, missing) : cash)]
    }),
    [STRANGER.number, STRANGER.amount],
  ],
}

/** Kinds of files that a demo can try. */
export async function kindsToTry(db: Db) {
  if (!(await readDemoMonth(db))) return []
  const found: FileKind[] = []
  for (const kind of fileKinds) if (await parcelsFor(db, kind).limit(1).executeTakeFirst()) found.push(kind)
  return found
}

/** A file from the oldest fitting parcels. Throws NO_FILE_TO_TRY. */
export async function demoFile(db: Db, kind: FileKind) {
  const parcels = (await readDemoMonth(db)) ? await findParcels(db, kind) : []
  if (parcels.length === 0) throw noFileToTry()
  return csvFile(
    `demo-${kind}.csv`,
    headings[kind],
    (async function* () {
      yield lines[kind](parcels)
    })(),
  )
}
