import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { formatPhone } from '#features/addresses/addresses.rules.ts'
import { batchesOfLine } from '#features/catalog/batches/server/batch-stock.ts'
import { findCategory } from '#features/catalog/catalog.categories.ts'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import { orderNotFound } from '#features/orders/orders.contract.ts'
import { parcelNotFound } from '#features/orders/parcels/parcels.contract.ts'
import { isParcelOff, parcelCode } from '#features/orders/parcels/parcels.states.ts'
import { nothingToPrint, type PrintPart } from '#features/orders/parcels/print.contract.ts'
import { type ParcelRow, readSender } from '#features/orders/parcels/server/parcel-answer.ts'
import { piecesIn } from '#features/orders/parcels/server/parcel-pieces.ts'
import { isOwn } from '#features/orders/parcels/server/parcel-rows.ts'
import { lineCount, readAddress } from '#features/orders/server/order-answer.ts'
import { partsOf } from '#features/orders/server/orders.service.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { printPicture } from '#features/pictures/server/print-picture.ts'
import type { Config } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { isOfMonth, readDemoMonth } from '#kernel/db/demo-month.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { createTurns } from '#kernel/guard/turns.ts'
import type { MailDeps } from '#kernel/mail/mail-kinds.ts'
import type { PdfPicture } from '#kernel/pdf/document.ts'
import type { Language } from '#shared/languages.ts'
import { NO_MONEY, paise } from '#shared/money.ts'
import type { Piece, PrintedParcel, PrintJob, Sender } from './print-job.ts'

const PICTURES_AT_ONCE = 4

export interface WantedPrint {
  what: readonly PrintPart[]
  orders?: readonly string[] | undefined
  parcels?: readonly string[] | undefined
  /** Printed for the producer who sends them, in their language: of other senders it says nothing. */
  forMaker?: { language: Language }
}

/** All that is printed: the shop's parcels first, then each producer's. Throws ORDER_NOT_FOUND, PARCEL_NOT_FOUND, NOTHING_TO_PRINT. */
export async function readPrintJob({ db, config, storage, now }: MailDeps, wanted: WantedPrint): Promise<PrintJob> {
  const { parcels, orders } = await findParcels(db, wanted)
  const lines = await readLines(db, orders)
  const month = await readDemoMonth(db)
  const printed = parcels.map((parcel) => ({
    ...toPrinted(parcel, config, lines),
    ...(wanted.forMaker && { others: [] }),
    isDemo: isOfMonth(month, 'orders', parcel.order.number),
  }))
  return {
    what: wanted.what,
    language: wanted.forMaker?.language ?? 'en',
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
  all: readonly ParcelRow[]
}

/** Parcels that did not come, or came back, are not packed. */
const isPrinted = ({ status }: ParcelRow) => !isParcelOff(status)

/** As many digits as an order's number may have. */
const orderNumber = /^\d{1,9}$/

/** Ids of orders named by id or number; an unknown name stays and is not found. */
async function orderIdsOf(db: Db, named: readonly string[]) {
  const numbers = named.filter((one) => orderNumber.test(one)).map(Number)
  if (numbers.length === 0) return named
  const rows = await db.selectFrom('orders').select(['id', 'number']).where('number', 'in', numbers).execute()
  const idOf = new Map(rows.map(({ id, number }) => [String(number), id]))
  return named.map((one) => idOf.get(one) ?? one)
}

async function findParcels(db: Db, { orders: named = [], parcels: parcelIds = [] }: WantedPrint) {
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
    const every = rowsOf.get(orderId) ?? []
    const all = every.filter(isOwn)
    const some = every.filter((row) => isPrinted(row) && isWanted(row))
    for (const row of some) found.set(row.id, { row, order, all: isOwn(row) ? all : [row] })
    if (some.length === 0) without.add(order.number)
  }
  for (const id of orderIds) add(id, isOwn)
  for (const id of parcelIds) add(orderIdOf.get(id) ?? '', (row) => row.id === id)
  if (without.size > 0) throw nothingToPrint({ numbers: [...without] })
  return { parcels: [...found.values()], orders }
}

const lineColumns = [
  ...(['order_id', 'position', 'parcel', 'product_id', 'name', 'category', 'weight', 'quantity'] as const),
  ...(['producer_name', 'returnable', 'images', 'batches'] as const),
]
type LineRow = Pick<Selectable<Tables['order_lines']>, (typeof lineColumns)[number]>

/** Reads the lines of orders in parts, so that others have turns. */
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

/** Who packs: the producer as of the order's confirmation, or the shop. */
function senderOf(row: ParcelRow, config: Pick<Config, 'sender'>): Sender {
  const sender = readSender(row.sender)
  if (!sender) return config.sender
  const { name, phone, ...address } = sender
  return { name, phone, address }
}

const callShop = ({ sender: { name, phone } }: Pick<Config, 'sender'>) =>
  phone === undefined ? '' : `${name}, ${formatPhone(phone, 'India')}`

function toPrinted({ row, order, all }: FoundParcel, config: Pick<Config, 'sender'>, lines: Lines) {
  const to = readAddress(order.address)
  const owed = row.cash_paise - row.cash_received_paise - row.cash_let_go_paise
  return {
    code: parcelCode(order.number, row.number),
    orderNumber: order.number,
    orderedAt: new Date(order.created_at),
    number: isOwn(row) ? row.number : 1,
    count: all.length,
    senderId: row.sender === null ? null : row.sender_id,
    sender: senderOf(row, config),
    others: all.filter((other) => other.id !== row.id).map((other) => senderOf(other, config)),
    to,
    call: row.sender === null ? formatPhone(to.phone, to.country) : callShop(config),
    courier: row.courier,
    trackingNumber: row.tracking_number,
    cash: owed > 0 ? paise(owed) : NO_MONEY,
    pieces: piecesIn(row, lines.get(order.id) ?? []).map(toPiece),
  }
}

const toPiece = ({
  product_id,
  name,
  weight,
  category,
  producer_name,
  quantity,
  batches,
  returnable,
  images,
}: LineRow): Piece => ({
  id: product_id,
  name,
  weight,
  category: findCategory(category)?.text ?? category,
  producer: producer_name,
  quantity,
  batches: batchesOfLine({ batches }),
  returnable: returnable === 1,
  picture: parsePictures(images)[0]?.key,
})

/** Reads each picture once, by key. */
async function readPictures(storage: MailDeps['storage'], parcels: readonly PrintedParcel[], lines: Lines) {
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
