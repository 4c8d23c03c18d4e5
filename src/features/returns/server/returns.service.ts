import type { Selectable } from 'kysely'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import { refundPaise } from '#features/orders/orders.refunds.ts'
import type { ReturnState } from '#features/orders/returns.states.ts'
import { getOrderRow, lockOrder } from '#features/orders/server/order-row.ts'
import { followParcels } from '#features/orders/server/parcels/follow-parcels.ts'
import { linesOf, paidPaise, readQuantities, refundedPaise, whatIsLeft } from '#features/orders/server/refunds.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { countRows, readPage } from '#kernel/db/read-page.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { minus, paise } from '#shared/money.ts'
import { type Return, type ReturnView, returnNotFound } from '../returns.contract.ts'
import { readPhoto, readPhotos } from './return-photos.ts'

const PER_PAGE = 25

export type ReturnRow = Selectable<Tables['returns']>

const statesOf: Readonly<Record<ReturnView, readonly ReturnState[]>> = {
  asked: ['asked'],
  accepted: ['accepted'],
  arrived: ['arrived', 'damaged'],
  done: ['closed', 'declined', 'withdrawn'],
}

const withId = (db: Db, id: string) => db.selectFrom('returns').selectAll('returns').where('returns.id', '=', id)
const ofShopper = (db: Db, shopperId: string) =>
  db
    .selectFrom('returns')
    .selectAll('returns')
    .where('returns.order_id', 'in', db.selectFrom('orders').select('orders.id').where('user_id', '=', shopperId))

function known(row: ReturnRow | undefined) {
  if (!row) throw returnNotFound()
  return row
}

/** Of any shopper. Throws RETURN_NOT_FOUND. */
export const getReturnRow = async (db: Db, id: string) => known(await withId(db, id).executeTakeFirst())
/** Of this shopper. Throws RETURN_NOT_FOUND, for somebody else's too. */
export const getReturnRowOfShopper = async (db: Db, shopperId: string, id: string) =>
  known(await ofShopper(db, shopperId).where('returns.id', '=', id).executeTakeFirst())

/** Who reads: only sellers are told which seller did what. */
type Reader = 'user' | 'seller'

/** Returns with what they are of, and what of their money went back. */
async function toReturns(db: Db, rows: readonly ReturnRow[], reader: Reader): Promise<Return[]> {
  if (rows.length === 0) return []
  const orderIds = [...new Set(rows.map(({ order_id }) => order_id))]
  const refundIds = rows.flatMap(({ refund_id }) => refund_id ?? [])
  const [orders, lines, refunds] = await Promise.all([
    db.selectFrom('orders').select(['id', 'number', 'payment_type']).where('id', 'in', orderIds).execute(),
    db
      .selectFrom('order_lines')
      .select(['order_id', 'position', 'product_id', 'name', 'category', 'images'])
      .where('order_id', 'in', orderIds)
      .orderBy('position')
      .execute(),
    refundIds.length === 0
      ? []
      : db
          .selectFrom('refunds')
          .select(['id', 'amount_minor', 'method', 'state'])
          .where('id', 'in', refundIds)
          .execute(),
  ])
  const dues = new Map(
    reader === 'seller'
      ? await Promise.all(rows.filter(isToSettle).map(async (row) => [row.id, await duePaise(db, row)] as const))
      : [],
  )
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const linesOf = Map.groupBy(lines, (line) => line.order_id)
  const refundOf = new Map(refunds.map((refund) => [refund.id, refund]))
  return rows.map((row) => {
    const order = orderOf.get(row.order_id)
    if (!order) throw new Error(`return ${row.id} is of no order`)
    const refund = refundOf.get(row.refund_id ?? '')
    const pieces = readQuantities(row)
    return {
      _id: row.id,
      order: { _id: order.id, number: order.number, paymentType: order.payment_type },
      items: (linesOf.get(row.order_id) ?? []).flatMap((line) => {
        const quantity = pieces.get(line.position) ?? 0
        const { product_id: _id, name, category, images } = line
        return quantity === 0 ? [] : { product: { _id, name, category, images: parsePictures(images) }, quantity }
      }),
      wish: row.wish,
      reason: row.reason,
      photos: readPhotos(row.photos).map(({ width, height }, at) => ({
        url: `/api/return/${reader}/${row.id}/photo/${at + 1}`,
        width,
        height,
      })),
      state: row.state,
      ...(row.answer === null ? {} : { answer: row.answer }),
      askedAt: new Date(row.asked_at),
      changedAt: new Date(row.changed_at),
      ...(reader === 'seller' && row.changed_by !== null ? { changedBy: row.changed_by } : {}),
      ...(reader === 'seller' ? { faulty: row.faulty === 1 } : {}),
      ...(dues.has(row.id) ? { due: dues.get(row.id) } : {}),
      ...(refund ? { refund: { amount: paise(refund.amount_minor), method: refund.method, state: refund.state } } : {}),
    }
  })
}

/** The goods are there, and no money was sent for them yet. */
const isToSettle = ({ state, refund_id }: ReturnRow) =>
  (state === 'arrived' || state === 'damaged') && refund_id === null

/** What refunding the pieces of a return comes to now, in paise. */
async function duePaise(db: Db, row: ReturnRow) {
  const pieces = readQuantities(row)
  const lines = await linesOf(db, row.order_id)
  const wanted = lines.map((line) => Math.min(pieces.get(line.position) ?? 0, whatIsLeft(line)))
  const before = await refundedPaise(db, row.order_id)
  const due = refundPaise(lines, wanted, before)
  const left = minus(await paidPaise(db, await getOrderRow(db, row.order_id)), before)
  return due < left ? due : left
}

/** As its reader sees it. Throws RETURN_NOT_FOUND. */
export async function getReturn(db: Db, id: string, reader: Reader): Promise<Return> {
  const [shown] = await toReturns(db, [await getReturnRow(db, id)], reader)
  if (!shown) throw returnNotFound()
  return shown
}

interface Wanted {
  order?: string | undefined
  page?: number | undefined
}

/** A shopper's own, newest first, 25 a page. */
export async function listReturnsOfShopper(db: Db, shopperId: string, { order, page }: Wanted) {
  const fitting = ofShopper(db, shopperId).$if(order !== undefined, (select) =>
    select.where('order_id', '=', order ?? ''),
  )
  const all = countRows(
    db
      .selectFrom('returns')
      .innerJoin('orders', 'orders.id', 'returns.order_id')
      .where('orders.user_id', '=', shopperId)
      .$if(order !== undefined, (select) => select.where('order_id', '=', order ?? '')),
  )
  const { rows, ...paging } = await readPage({ page, limit: PER_PAGE }, all, (limit, offset) =>
    fitting.orderBy('asked_at', 'desc').orderBy('returns.id', 'desc').limit(limit).offset(offset).execute(),
  )
  return { returns: await toReturns(db, rows, 'user'), ...paging }
}

/** All of a shopper, for the download of their data. */
export const allReturnsOfShopper = async (db: Db, shopperId: string) =>
  toReturns(db, await ofShopper(db, shopperId).orderBy('asked_at').execute(), 'user')

/** Newest first, 25 a page. */
export async function listReturns(db: Db, { view, order, page }: Wanted & { view?: ReturnView | undefined }) {
  const groups = await db
    .selectFrom('returns')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .$if(order !== undefined, (select) => select.where('order_id', '=', order ?? ''))
    .groupBy('state')
    .execute()
  const countOf = (states: readonly ReturnState[]) =>
    groups.reduce((sum, { state, count }) => (states.includes(state) ? sum + Number(count) : sum), 0)
  const counts = {
    all: groups.reduce((sum, { count }) => sum + Number(count), 0),
    asked: countOf(statesOf.asked),
    accepted: countOf(statesOf.accepted),
    arrived: countOf(statesOf.arrived),
    done: countOf(statesOf.done),
  }
  const { rows, ...paging } = await readPage({ page, limit: PER_PAGE }, counts[view ?? 'all'], (limit, offset) =>
    db
      .selectFrom('returns')
      .selectAll()
      .$if(order !== undefined, (select) => select.where('order_id', '=', order ?? ''))
      .$if(view !== undefined, (select) => select.where('state', 'in', view === undefined ? [] : statesOf[view]))
      .orderBy('asked_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  )
  return { returns: await toReturns(db, rows, 'seller'), ...paging, counts }
}

/** Throws RETURN_NOT_FOUND, PHOTO_NOT_FOUND. */
export const readPhotoOfShopper = async (deps: Deps, shopperId: string, id: string, place: string) =>
  readPhoto(deps, (await getReturnRowOfShopper(deps.db, shopperId, id)).photos, place)
/** Throws RETURN_NOT_FOUND, PHOTO_NOT_FOUND. */
export const readPhotoOfReturn = async (deps: Deps, id: string, place: string) =>
  readPhoto(deps, (await getReturnRow(deps.db, id)).photos, place)

/** Returns that wait for the shop: for its answer, or for the money of what arrived. */
const waitingReturns = (db: Db) =>
  db
    .selectFrom('returns')
    .where('state', 'in', ['asked', 'arrived', 'damaged'])
    // Card refunds are made without anybody.
    .where((is) => is.or([is('state', '=', 'asked'), is('refund_id', 'is', null)]))

/** How many returns of all orders wait for the shop. */
export const countWaiting = async (db: Db) => ({ count: await countRows(waitingReturns(db)) })

/** Counts the returns of a locked order that wait for the shop, so that the order stands among its problems as long as one does. */
export async function followReturns(deps: Deps, tx: Tx, orderId: string) {
  await tx
    .updateTable('orders')
    .set({ open_returns: await countRows(waitingReturns(tx).where('order_id', '=', orderId)) })
    .where('id', '=', orderId)
    .execute()
  await followParcels(deps, tx, await lockOrder(tx, orderId))
}
