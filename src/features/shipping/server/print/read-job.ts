import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { findCategory } from '#features/catalog/catalog.categories.ts'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import { orderNotFound } from '#features/orders/orders.contract.ts'
import { parcelNotFound } from '#features/orders/parcels.contract.ts'
import { parcelCode } from '#features/orders/parcels.states.ts'
import { lineCount, readAddress } from '#features/orders/server/order-answer.ts'
import { partsOf } from '#features/orders/server/orders.service.ts'
import { type ParcelRow, readSender } from '#features/orders/server/parcels/parcel-answer.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { printPicture } from '#features/pictures/server/print-picture.ts'
import type { Config } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { createTurns } from '#kernel/http/turns.ts'
import type { PdfPicture } from '#kernel/pdf/document.ts'
import { NO_MONEY, paise } from '#shared/money.ts'
import { nothingToPrint, type PrintPart } from '../../print.contract.ts'
import type { Piece, PrintedParcel, PrintJob, Sender } from './print-job.ts'

/** Pictures that are read at the same time. */
const PICTURES_AT_ONCE = 4

interface Wanted {
  what: readonly PrintPart[]
  /** Their ids, or their numbers. */
  orders?: readonly string[] | undefined
  parcels?: readonly string[] | undefined
}

/**
 * All that goes on paper for these orders and parcels: what the shop sends first, then what each producer sends by themselves, each in
 * the order asked for. Throws ORDER_NOT_FOUND, PARCEL_NOT_FOUND, NOTHING_TO_PRINT.
 */
export async function readPrintJob({ db, config, storage, now }: Deps, wanted: Wanted): Promise<PrintJob> {
  const { parcels, orders } = await findParcels(db, wanted)
  const lines = await readLines(db, orders)
  const printed = parcels.map((parcel) => toPrinted(parcel, config, lines))
  return {
    what: wanted.what,
    storeName: config.storeName,
    supportEmail: config.supportEmail,
    returnDays: config.returnDays,
    printedAt: now(),
    parcels: printed.toSorted(bySender),
    pictures: wanted.what.includes('slips') ? await readPictures(storage, printed, lines) : new Map(),
  }
}

const nameOrder = new Intl.Collator('en-IN')
const bySender = (one: PrintedParcel, other: PrintedParcel) =>
  Number(one.senderId !== null) - Number(other.senderId !== null) ||
  (one.senderId === null ? 0 : nameOrder.compare(one.sender.name, other.sender.name))

const ordersOf = (db: Db, ids: readonly string[]) =>
  db.selectFrom('orders').select(['id', 'number', 'address', 'created_at', lineCount]).where('id', 'in', ids).execute()
type OrderRow = Awaited<ReturnType<typeof ordersOf>>[number]

interface FoundParcel {
  row: ParcelRow
  order: OrderRow
  /** All parcels of its order. */
  all: readonly ParcelRow[]
}

const isPrinted = ({ status }: ParcelRow) => status !== 'Cancelled'

/** As many digits as a number of an order may have. */
const orderNumber = /^\d{1,9}$/

/** Ids of orders that were named by id or by number. What names none stays as it is, and is not found. */
async function orderIdsOf(db: Db, named: readonly string[]) {
  const numbers = named.filter((one) => orderNumber.test(one)).map(Number)
  if (numbers.length === 0) return named
  const rows = await db.selectFrom('orders').select(['id', 'number']).where('number', 'in', numbers).execute()
  const idOf = new Map(rows.map(({ id, number }) => [String(number), id]))
  return named.map((one) => idOf.get(one) ?? one)
}

async function findParcels(db: Db, { orders: named = [], parcels: parcelIds = [] }: Wanted) {
  const orderIds = await orderIdsOf(db, named)
  const single =
    parcelIds.length === 0
      ? []
      : await db.selectFrom('parcels').select(['id', 'order_id']).where('id', 'in', parcelIds).execute()
  const orderIdOf = new Map(single.map((parcel) => [parcel.id, parcel.order_id]))
  if (parcelIds.some((id) => !orderIdOf.has(id))) throw parcelNotFound()
  const ids = [...new Set([...orderIds, ...orderIdOf.values()])]
  const orders = await ordersOf(db, ids)
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const rows = await db.selectFrom('parcels').selectAll().where('order_id', 'in', ids).orderBy('number').execute()
  const rowsOf = Map.groupBy(rows, (row) => row.order_id)

  const found = new Map<string, FoundParcel>()
  const without = new Set<number>()
  const add = (orderId: string, isWanted: (row: ParcelRow) => boolean) => {
    const order = orderOf.get(orderId)
    if (!order) throw orderNotFound()
    const all = (rowsOf.get(orderId) ?? []).filter(isPrinted)
    const some = all.filter(isWanted)
    for (const row of some) found.set(row.id, { row, order, all })
    if (some.length === 0) without.add(order.number)
  }
  for (const id of orderIds) add(id, () => true)
  for (const id of parcelIds) add(orderIdOf.get(id) ?? '', (row) => row.id === id)
  if (without.size > 0) throw nothingToPrint([...without])
  return { parcels: [...found.values()], orders }
}

const lineColumns = [
  ...(['order_id', 'parcel', 'product_id', 'name', 'category', 'weight', 'quantity'] as const),
  ...(['producer_name', 'returnable', 'images'] as const),
]
type LineRow = Pick<Selectable<Tables['order_lines']>, (typeof lineColumns)[number]>

/** The lines of orders by order, read in parts so that others have their turns. */
async function readLines(db: Db, orders: readonly OrderRow[]) {
  const lines: LineRow[] = []
  for (const part of partsOf(orders)) {
    const ids = part.map(({ id }) => id)
    const rows = await db
      .selectFrom('order_lines')
      .select(lineColumns)
      .where('order_id', 'in', ids)
      .orderBy('order_id')
      .orderBy('position')
      .execute()
    lines.push(...rows)
    await setImmediate()
  }
  return Map.groupBy(lines, (line) => line.order_id)
}
type Lines = Awaited<ReturnType<typeof readLines>>

/** Whoever packs: a producer who sends by themselves, as they were when the order was confirmed, or the shop. */
function senderOf(row: ParcelRow, config: Pick<Config, 'sender'>): Sender {
  const sender = readSender(row.sender)
  if (!sender) return config.sender
  const { name, phone, ...address } = sender
  return { name, phone, address }
}

function toPrinted({ row, order, all }: FoundParcel, config: Pick<Config, 'sender'>, lines: Lines): PrintedParcel {
  const owed = row.cash_paise - row.cash_received_paise - row.cash_let_go_paise
  return {
    code: parcelCode(order.number, row.number),
    orderNumber: order.number,
    orderedAt: new Date(order.created_at),
    number: row.number,
    count: all.length,
    senderId: row.sender === null ? null : row.sender_id,
    sender: senderOf(row, config),
    others: all.filter((other) => other.id !== row.id).map((other) => senderOf(other, config)),
    to: readAddress(order.address),
    courier: row.courier,
    trackingNumber: row.tracking_number,
    cash: owed > 0 ? paise(owed) : NO_MONEY,
    pieces: (lines.get(order.id) ?? []).filter((line) => line.parcel === row.number).map(toPiece),
  }
}

const toPiece = ({
  product_id,
  name,
  weight,
  category,
  producer_name,
  quantity,
  returnable,
  images,
}: LineRow): Piece => ({
  id: product_id,
  name,
  weight,
  category: findCategory(category)?.text ?? category,
  producer: producer_name,
  quantity,
  returnable: returnable === 1,
  picture: parsePictures(images)[0]?.key,
})

/** The pictures of all pieces by their keys, each once. */
async function readPictures(storage: Deps['storage'], parcels: readonly PrintedParcel[], lines: Lines) {
  const wanted = new Set(parcels.flatMap(({ pieces }) => pieces.map(({ picture }) => picture)))
  const known = new Map<string, ProductPicture>()
  for (const line of [...lines.values()].flat())
    for (const picture of parsePictures(line.images)) if (wanted.has(picture.key)) known.set(picture.key, picture)
  const inTurn = createTurns({ atOnce: PICTURES_AT_ONCE })
  const pictures = new Map<string, PdfPicture>()
  const read = async (picture: ProductPicture) => {
    const made = await inTurn(() => printPicture(storage, picture))
    if (made) pictures.set(picture.key, made)
  }
  await Promise.all([...known.values()].map(read))
  return pictures
}
