import { type Selectable, sql, type Updateable } from 'kysely'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import type { Order } from '#features/orders/orders.contract.ts'
import { followParcels } from '#features/orders/parcels/server/follow-parcels.ts'
import { refundPaise } from '#features/orders/refunds/refunds.pieces.ts'
import { linesOf, openClaims, paidPaise, refundedPaise, whatIsLeft } from '#features/orders/refunds/server/refunds.ts'
import { findReturnMove, type ReturnMove, type ReturnState } from '#features/orders/returns.states.ts'
import { searchedOrders } from '#features/orders/server/fitting-orders.ts'
import { readQuantities } from '#features/orders/server/line-pieces.ts'
import { readAddress } from '#features/orders/server/order-answer.ts'
import { getOrderRow, lockOrder } from '#features/orders/server/order-row.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { markDemo, readDemoMonth } from '#kernel/db/demo-month.ts'
import { countRows, readPage } from '#kernel/db/query/read-page.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { hrefOf } from '#shared/endpoint.ts'
import { minus, NO_MONEY, type Paise, paise, sumOf } from '#shared/money.ts'
import { getMyReturnPhoto, getReturnPhoto, type Return, type ReturnView, returnNotFound } from '../returns.contract.ts'
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

/** Throws RETURN_NOT_FOUND. */
export const getReturnRow = async (db: Db, id: string) => known(await withId(db, id).executeTakeFirst())
/** Throws RETURN_NOT_FOUND, for somebody else's too. */
export const getReturnRowOfShopper = async (db: Db, shopperId: string, id: string) =>
  known(await ofShopper(db, shopperId).where('returns.id', '=', id).executeTakeFirst())

/** Only sellers see which seller did it. */
type Reader = 'user' | 'seller'

const photoFor = { user: getMyReturnPhoto, seller: getReturnPhoto } as const

async function toReturns(db: Db, rows: readonly ReturnRow[], reader: Reader): Promise<Return[]> {
  if (rows.length === 0) return []
  const orderIds = [...new Set(rows.map(({ order_id }) => order_id))]
  const ids = rows.map(({ id }) => id)
  const [orders, lines, refunds, month] = await Promise.all([
    db.selectFrom('orders').select(['id', 'number', 'payment_type', 'address']).where('id', 'in', orderIds).execute(),
    db
      .selectFrom('order_lines')
      .select(['order_id', 'position', 'product_id', 'name', 'category', 'images', 'producer_name'])
      .select(['offer_price_paise as offerPricePaise', 'quantity', 'tax_paise as taxPaise'])
      .where('order_id', 'in', orderIds)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('refunds')
      .select(['return_id', 'amount_minor', 'method', 'state'])
      .where('return_id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    readDemoMonth(db),
  ])
  const dues = new Map(
    reader === 'seller'
      ? (await Promise.all(rows.filter(isHere).map(async (row) => [row.id, await duePaise(db, row)] as const))).flatMap(
          ([id, due]) => (due === undefined ? [] : [[id, due] as const]),
        )
      : [],
  )
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const linesOf = Map.groupBy(lines, (line) => line.order_id)
  const refundsOf = Map.groupBy(refunds, ({ return_id }) => return_id)
  return rows.map((row) => {
    const order = orderOf.get(row.order_id)
    if (!order) throw new Error(`return ${row.id} is of no order`)
    const refund = refundOf(refundsOf.get(row.id) ?? [])
    const pieces = readQuantities(row)
    const came = row.came === null ? undefined : readQuantities({ quantities: row.came })
    const broken = readQuantities({ quantities: row.broken ?? '{}' })
    const own = linesOf.get(row.order_id) ?? []
    return {
      _id: row.id,
      order: { _id: order.id, number: order.number, paymentType: order.payment_type },
      items: own.flatMap((line) => {
        const quantity = pieces.get(line.position) ?? 0
        const { product_id: _id, name, category, images, producer_name } = line
        const product = { _id, name, category, images: parsePictures(images) }
        const arrival = came && { came: came.get(line.position) ?? 0, broken: broken.get(line.position) ?? 0 }
        const producer = producer_name === null ? undefined : producer_name
        return quantity === 0 ? [] : { product, producer, quantity, ...arrival }
      }),
      ...(reader === 'seller' ? { shopper: toShopper(readAddress(order.address)) } : {}),
      worth: worthOf(own, came ?? pieces),
      wish: row.wish,
      reason: row.reason,
      photos: readPhotos(row.photos).map(({ width, height }, at) => ({
        url: hrefOf(photoFor[reader], { params: { id: row.id, place: `${at + 1}` } }),
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
      ...(row.pay_to === null ? {} : { payTo: row.pay_to }),
      ...(refund ? { refund } : {}),
      ...markDemo(month, 'orders', order.number),
    }
  })
}

const toShopper = ({ firstName, lastName, phone, country, email }: Order['address']) => ({
  ...{ name: `${firstName} ${lastName}`, phone, country, email },
})

interface WorthLine {
  position: number
  offerPricePaise: Paise
  quantity: number
  taxPaise: Paise | null
}

/** The price of pieces with tax, whatever was refunded of the order. */
const worthOf = (lines: readonly WorthLine[], pieces: ReadonlyMap<number, number>) =>
  refundPaise(
    lines.map((line) => ({ ...line, refunded: 0 })),
    lines.map(({ position }) => pieces.get(position) ?? 0),
    NO_MONEY,
  )

type RefundRow = Pick<Selectable<Tables['refunds']>, 'amount_minor' | 'method' | 'state'>

/** All valid refunds of a return, else the last failed one. */
function refundOf(refunds: readonly RefundRow[]): Return['refund'] {
  const held = refunds.filter(({ state }) => state !== 'failed')
  const last = held.at(-1) ?? refunds.at(-1)
  if (!last) return undefined
  const counted = held.length > 0 ? held : [last]
  return {
    amount: sumOf(counted.map(({ amount_minor }) => paise(amount_minor))),
    method: last.method,
    state: held.some(({ state }) => state === 'queued') ? 'queued' : last.state,
  }
}

/** States of a return whose goods are here. */
export const arrivedStates = ['arrived', 'damaged'] as const satisfies readonly ReturnState[]
const isHere = ({ state }: ReturnRow) => state === 'arrived' || state === 'damaged'

/** Which of both states it is, by the pieces that came. */
export function arrivedState({ came, broken }: Pick<ReturnRow, 'came' | 'broken'>): 'arrived' | 'damaged' {
  const written = readQuantities({ quantities: broken ?? '{}' })
  const isAllBroken = [...readQuantities({ quantities: came ?? '{}' })].every(
    ([position, count]) => (written.get(position) ?? 0) >= count,
  )
  return came !== null && isAllBroken ? 'damaged' : 'arrived'
}

interface Moved {
  to: ReturnState
  by: ReturnMove['by']
  at: Date
  sellerEmail?: string | undefined
}

/** Moves a return of a locked order, with other changes. Throws where the table has no such move. */
export async function markReturn(
  tx: Tx,
  { id, state }: Pick<ReturnRow, 'id' | 'state'>,
  { to, by, at, sellerEmail }: Moved,
  change: Updateable<Tables['returns']> = {},
) {
  if (!findReturnMove(state, to, by)) throw new Error(`a return that is ${state} cannot become ${to} by the ${by}`)
  await tx
    .updateTable('returns')
    .set({ ...change, state: to, changed_at: at.getTime(), changed_by: sellerEmail ?? null })
    .where('id', '=', id)
    .execute()
}

const piecesIn = (states: string) =>
  sql<number>`(select coalesce(sum(refunds.pieces), 0) from refunds
    where refunds.return_id = returns.id and refunds.state in (${sql.raw(states)}))`
/** All pieces refunded, and the money gone back. */
export const isRefunded = sql<boolean>`(returns.pieces > 0 and ${piecesIn(`'done'`)} >= returns.pieces)`
/** Some pieces neither refunded nor queued. */
const isUnpaid = sql<boolean>`(${piecesIn(`'done', 'queued'`)} < returns.pieces)`

/** The refund due now for an arrived return, in paise; undefined: none. */
async function duePaise(db: Db, row: ReturnRow) {
  const claim = (await openClaims(db, row.order_id)).find(({ returnId }) => returnId === row.id)
  if (!claim || [...claim.left.values()].every((count) => count === 0)) return undefined
  const lines = await linesOf(db, row.order_id)
  const wanted = lines.map((line) => Math.min(claim.left.get(line.position) ?? 0, whatIsLeft(line)))
  const before = await refundedPaise(db, row.order_id)
  const due = refundPaise(lines, wanted, before)
  const left = minus(await paidPaise(db, await getOrderRow(db, row.order_id)), before)
  return due < left ? due : left
}

/** Throws RETURN_NOT_FOUND. */
export async function getReturn(db: Db, id: string, reader: Reader): Promise<Return> {
  const [shown] = await toReturns(db, [await getReturnRow(db, id)], reader)
  if (!shown) throw returnNotFound()
  return shown
}

interface Wanted {
  order?: string | undefined
  page?: number | undefined
}

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

/** All returns of a shopper, for the download of their data. */
export const allReturnsOfShopper = async (db: Db, shopperId: string) =>
  toReturns(db, await ofShopper(db, shopperId).orderBy('asked_at').execute(), 'user')

interface WantedOfAll extends Wanted {
  q?: string | undefined
  view?: ReturnView | undefined
}

export async function listReturns(db: Db, { q, view, order, page }: WantedOfAll) {
  const searched = await searchedOrders(db, q)
  const fitting = db
    .selectFrom('returns')
    .$if(order !== undefined, (select) => select.where('order_id', '=', order ?? ''))
    .$if(searched !== undefined, (select) =>
      select.where(
        'order_id',
        'in',
        db
          .selectFrom('orders')
          .select('orders.id')
          .where(searched ?? sql<boolean>`1 = 1`),
      ),
    )
  const groups = await fitting
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
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
    fitting
      .selectAll('returns')
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

/** Returns that wait for the shop's answer, or for money of arrived goods. */
const waitingReturns = (db: Db) =>
  db
    .selectFrom('returns')
    .where('state', 'in', ['asked', ...arrivedStates])
    // Card refunds wait for nobody.
    .where((is) => is.or([is('state', '=', 'asked'), isUnpaid]))

export const countWaiting = async (db: Db) => ({ count: await countRows(waitingReturns(db)) })

/** Counts waiting returns, so that the order is a problem while there are any. */
export async function followReturns(deps: Deps, tx: Tx, orderId: string) {
  await tx
    .updateTable('orders')
    .set({ open_returns: await countRows(waitingReturns(tx).where('order_id', '=', orderId)) })
    .where('id', '=', orderId)
    .execute()
  await followParcels(deps, tx, await lockOrder(tx, orderId))
}
