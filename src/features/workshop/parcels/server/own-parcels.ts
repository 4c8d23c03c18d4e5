import { recordExport } from '#features/audit/server/audit.service.ts'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import { trackingNumberUsed } from '#features/orders/parcels/parcels.contract.ts'
import { parcelCode } from '#features/orders/parcels/parcels.states.ts'
import { changeParcel } from '#features/orders/parcels/server/change-parcel.ts'
import { moveParcels } from '#features/orders/parcels/server/move-parcels.ts'
import type { ParcelRow } from '#features/orders/parcels/server/parcel-answer.ts'
import { piecesIn } from '#features/orders/parcels/server/parcel-pieces.ts'
import { readAddress } from '#features/orders/server/order-answer.ts'
import { readOwedTo } from '#features/payouts/server/balances.ts'
import { printAsPdf } from '#features/shipping/server/print/print-files.ts'
import type { Db } from '#kernel/db/database.ts'
import { countRows, readPage } from '#kernel/db/query/read-page.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/guard/session.ts'
import { AppError } from '#shared/app-error.ts'
import { workshopOf } from '../../door/server/login.ts'
import { message } from '../../workshop.messages.ts'
import {
  parcelElsewhere,
  parcelGone,
  parcelNotPacked,
  trackingTaken,
  type WorkshopParcel,
} from '../parcels.contract.ts'

const PER_PAGE = 25
const FIRST_ONES = 3
const OPEN = ['To pack', 'Packed'] as const

type Row = ParcelRow & { order_number: number; address: string }

/** All that a producer sends. Whose they are follows from the session. */
const sentBy = (db: Db, producerId: string) =>
  db
    .selectFrom('parcels')
    .innerJoin('orders', 'orders.id', 'parcels.order_id')
    .selectAll('parcels')
    .select(['orders.number as order_number', 'orders.address'])
    .where('sender_id', '=', producerId)

async function toWorkshopParcels(db: Db, rows: readonly Row[]): Promise<WorkshopParcel[]> {
  if (rows.length === 0) return []
  const orders = [...new Set(rows.map(({ order_id }) => order_id))]
  const lines = await db
    .selectFrom('order_lines')
    .select(['order_id', 'position', 'parcel', 'name', 'quantity', 'images'])
    .where('order_id', 'in', orders)
    .orderBy('order_id')
    .orderBy('position')
    .execute()
  const ofOrder = Map.groupBy(lines, ({ order_id }) => order_id)
  return rows.map((row) => toWorkshopParcel(row, piecesIn(row, ofOrder.get(row.order_id) ?? [])))
}

function toWorkshopParcel(
  row: Row,
  pieces: readonly { name: string; quantity: number; images: string }[],
): WorkshopParcel {
  const { firstName, lastName, street, city, state, zipcode, country } = readAddress(row.address)
  const address = { name: `${firstName} ${lastName}`.trim(), street, city, state, zipcode, country }
  return {
    ...{ _id: row.id, code: parcelCode(row.order_number, row.number), status: row.status, town: city },
    // The address is theirs while they send it, and not a day longer.
    to: row.status === 'Packed' ? address : null,
    items: pieces.map(({ name, quantity, images }) => ({ name, quantity, picture: parsePictures(images)[0] ?? null })),
    ...{ cash: row.cash_paise, courier: row.courier, trackingNumber: row.tracking_number },
    confirmedAt: new Date(row.confirmed_at),
    ...(row.packed_at === null ? {} : { packedAt: new Date(row.packed_at) }),
    ...(row.shipped_at === null ? {} : { sentAt: new Date(row.shipped_at) }),
  }
}

export async function listParcels(
  { db }: Deps,
  session: Session,
  { state, page }: { state: 'open' | 'gone'; page?: number | undefined },
) {
  const all = sentBy(db, workshopOf(session).producer.id).where(
    'parcels.status',
    state === 'open' ? 'in' : 'not in',
    OPEN,
  )
  const { rows, ...paging } = await readPage({ page, limit: PER_PAGE }, countRows(all.clearSelect()), (limit, offset) =>
    all
      .orderBy('parcels.confirmed_at', state === 'open' ? 'asc' : 'desc')
      .orderBy('parcels.id')
      .limit(limit)
      .offset(offset)
      .execute(),
  )
  return { parcels: await toWorkshopParcels(db, rows), ...paging }
}

export const countOpenParcels = (db: Db, session: Session) =>
  countRows(sentBy(db, workshopOf(session).producer.id).where('parcels.status', 'in', OPEN).clearSelect())

/** Throws WORKSHOP_PARCEL_GONE, for another producer's too. */
export async function getParcel(db: Db, session: Session, id: string) {
  const row = await sentBy(db, workshopOf(session).producer.id).where('parcels.id', '=', id).executeTakeFirst()
  const [parcel] = row ? await toWorkshopParcels(db, [row]) : []
  if (!parcel) throw parcelGone()
  return parcel
}

/** Throws WORKSHOP_PARCEL_GONE; WORKSHOP_PARCEL_ELSEWHERE where it is past that, or its order was cancelled. */
async function move(deps: Deps, session: Session, id: string, to: 'Packed' | 'Shipped') {
  await getParcel(deps.db, session, id)
  const { results } = await moveParcels(deps, session, { parcels: [id], to })
  if (!results[0]?.ok) throw parcelElsewhere()
}

/** Throws WORKSHOP_PARCEL_GONE, WORKSHOP_PARCEL_ELSEWHERE. */
export async function pack(deps: Deps, session: Session, id: string) {
  await move(deps, session, id, 'Packed')
  return { message: message('WORKSHOP_PACKED'), parcel: await getParcel(deps.db, session, id) }
}

interface Sent {
  courier?: string | null | undefined
  trackingNumber?: string | null | undefined
}

/** Throws WORKSHOP_PARCEL_GONE, WORKSHOP_PARCEL_ELSEWHERE, WORKSHOP_TRACKING_TAKEN. */
export async function send(deps: Deps, session: Session, id: string, tracking: Sent) {
  const { status } = await getParcel(deps.db, session, id)
  if (status !== 'Shipped' && !OPEN.some((open) => open === status)) throw parcelElsewhere()
  // Which other parcel has the number is nobody's business here.
  await changeParcel(deps, session, id, tracking).catch((error) => {
    throw error instanceof AppError && error.code === trackingNumberUsed.code ? trackingTaken() : error
  })
  await move(deps, session, id, 'Shipped')
  return { message: message('WORKSHOP_SENT'), parcel: await getParcel(deps.db, session, id) }
}

/**
 * Slip or label in the person's language. They have the shopper's address, so they are there as long as it is, and who took one is noted. Throws
 * WORKSHOP_PARCEL_GONE, WORKSHOP_PARCEL_NOT_PACKED.
 */
export async function paper(deps: Deps, session: Session, id: string, what: 'slips' | 'labels') {
  const { code, to } = await getParcel(deps.db, session, id)
  if (!to) throw parcelNotPacked()
  const forMaker = { language: session.language ?? 'en' }
  const { content } = await printAsPdf(deps, { what: [what], parcels: [id], forMaker })
  const name = what === 'slips' ? 'slip' : 'label'
  const summary = `Printed the ${name} of parcel ${code}`
  await recordExport(deps, session, { action: 'parcels.printed', subject: id, summary })
  return { name: `${name}-${code}.pdf`, content }
}

export async function today({ db, now }: Deps, session: Session) {
  const { producer, isHelper } = workshopOf(session)
  const parcels = sentBy(db, producer.id)
  const waiting = async (status: (typeof OPEN)[number]) => {
    const of = parcels.where('parcels.status', '=', status)
    const first = of.orderBy('parcels.confirmed_at').orderBy('parcels.id').limit(FIRST_ONES)
    const [count, rows] = await Promise.all([countRows(of.clearSelect()), first.execute()])
    return { count, parcels: await toWorkshopParcels(db, rows) }
  }
  const [toPack, toSend, money] = [
    await waiting('To pack'),
    await waiting('Packed'),
    isHelper ? null : await readOwedTo(db, now(), producer.id),
  ]
  return { toPack, toSend, isSuspended: producer.isSuspended, money }
}
