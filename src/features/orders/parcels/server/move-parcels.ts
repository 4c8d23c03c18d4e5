import { setImmediate } from 'node:timers/promises'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { lockProductsOf } from '#features/catalog/server/stock-changes.ts'
import { transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { AppError } from '#shared/app-error.ts'
import type { Message } from '#shared/messages.ts'
import { orderNotFound } from '../../orders.contract.ts'
import { message } from '../../orders.messages.ts'
import { movedWithOrder, parcelMovesBy } from '../../orders.moves.ts'
import { cannotMove, changedMeanwhile } from '../../seller-orders.contract.ts'
import { moveBySeller } from '../../server/move-order.ts'
import { lastChange, lastChangeOfParcel } from '../../server/order-history.ts'
import { type LockedOrder, lockOrders } from '../../server/order-row.ts'
import { cannotMoveParcel, type MoveTarget, parcelNotFound, saysGoodOrNot } from '../parcels.contract.ts'
import { parcelCode } from '../parcels.states.ts'
import type { ParcelRow } from './parcel-answer.ts'
import { everyParcelOf, isExchange, parcelsOf } from './parcel-rows.ts'
import { stepParcels } from './step-parcels.ts'

/** Orders a transaction: nobody waits long. */
const MOST_AT_ONCE = 50

interface WantedMoves {
  orders?: readonly string[] | undefined
  parcels?: readonly string[] | undefined
  to: MoveTarget
  good?: boolean | undefined
}

interface Result {
  ok: boolean
  says: Message
}

interface Wanted {
  isWhole: boolean
  parcels: Set<string>
}

interface Moving {
  deps: Deps
  who: Principal
  to: MoveTarget
  good: boolean
  /** Results of orders and of parcels apart, for ids can be equal: the parcel of an order older than parcels has the order's id. */
  results: Record<'orders' | 'parcels', Map<string, Result>>
}

const done = (says: Message): Result => ({ ok: true, says })
const refused = ({ code, says = { code } }: AppError): Result => ({ ok: false, says })

/** Moves orders and parcels for a seller, each by itself: one that cannot move says why, by whom and since when. Throws SAYS_GOOD_OR_NOT. */
export async function moveParcels(deps: Deps, who: Principal, wanted: WantedMoves) {
  const { orders = [], parcels = [], to, good } = wanted
  if (to === 'Returned' && good === undefined) throw saysGoodOrNot()
  const results: Moving['results'] = { orders: new Map(), parcels: new Map() }
  const byOrder = await wantedByOrder(deps.db, orders, parcels)
  const ids = [...byOrder.keys()].sort()
  const moving = { deps, who, to, good: good ?? true, results }
  for (let at = 0; at < ids.length; at += MOST_AT_ONCE)
    await moveSome(moving, ids.slice(at, at + MOST_AT_ONCE), byOrder)
  const list = [
    ...orders.map((_id) => ({ _id, ...(results.orders.get(_id) ?? refused(orderNotFound())) })),
    ...parcels.map((_id) => ({ _id, ...(results.parcels.get(_id) ?? refused(parcelNotFound())) })),
  ]
  return {
    message: summary(list, to),
    results: list.map(({ says, ...result }) => ({ ...result, message: deps.word(says) })),
  }
}

function summary(results: readonly Result[], to: MoveTarget): Message {
  const [first] = results
  if (first && results.length === 1) return first.says
  const count = results.length
  const moved = results.filter(({ ok }) => ok).length
  return moved === count ? message('ALL_MOVED', { count, to }) : message('SOME_MOVED', { moved, count, to })
}

async function wantedByOrder(db: Db, orders: readonly string[], parcels: readonly string[]) {
  const byOrder = new Map<string, Wanted>(orders.map((id) => [id, { isWhole: true, parcels: new Set() }]))
  if (parcels.length === 0) return byOrder
  const rows = await db.selectFrom('parcels').select(['id', 'order_id']).where('id', 'in', parcels).execute()
  for (const { id, order_id } of rows) {
    const wanted = byOrder.get(order_id) ?? { isWhole: false, parcels: new Set() }
    wanted.parcels.add(id)
    byOrder.set(order_id, wanted)
  }
  return byOrder
}

async function moveSome(moving: Moving, ids: readonly string[], byOrder: ReadonlyMap<string, Wanted>) {
  await transact(moving.deps, async (tx) => {
    const orders = await lockOrders(tx, ids)
    if (moving.to === 'Returned' && moving.good) await lockGoods(tx, ids)
    for (const order of orders) {
      const { isWhole = false, parcels = new Set<string>() } = byOrder.get(order.id) ?? {}
      const after = isWhole ? await moveWhole(moving, tx, order) : order
      if (parcels.size > 0) await moveSingle(moving, tx, after, parcels)
      await setImmediate()
    }
  })
}

/** Locks the goods of all orders at once, by order id: one order after the other could wait for another shopper's. */
async function lockGoods(tx: Tx, orderIds: readonly string[]) {
  const lines = await tx.selectFrom('order_lines').select('product_id').where('order_id', 'in', orderIds).execute()
  await lockProductsOf(tx, [...new Set(lines.map(({ product_id }) => product_id))])
}

/** Moves an order and notes the result. Gives the order as it is then. */
async function moveWhole(moving: Moving, tx: Tx, order: LockedOrder): Promise<LockedOrder> {
  const { deps, who, to, good, results } = moving
  const { number } = order
  if (to === 'Refused' || to === 'Lost') {
    const parcels = await parcelsOf(tx, order.id)
    const moved = movedWithOrder(parcels, to)
    if (moved.length > 0) {
      results.orders.set(order.id, done(message('ORDER_MOVED', { number, to })))
      return stepBySeller(moving, tx, order, parcels, moved)
    }
    if (parcels.some(({ status }) => status === to))
      results.orders.set(order.id, done(message('ORDER_MOVED_BEFORE', { number, to })))
    else results.orders.set(order.id, refused(await cannotMoveNow(tx, order, to)))
    return order
  }
  if (order.status === to) {
    results.orders.set(order.id, done(message('ORDER_MOVED_BEFORE', { number, to })))
    return order
  }
  try {
    const after = await moveBySeller(deps, tx, who, order, to, good)
    results.orders.set(order.id, done(message('ORDER_MOVED', { number, to })))
    return after
  } catch (error) {
    // Thrown before anything is written.
    if (!(error instanceof AppError) || error.code !== cannotMove.code) throw error
    results.orders.set(order.id, refused(await cannotMoveNow(tx, order, to)))
    return order
  }
}

async function cannotMoveNow(tx: Tx, { id, number, status }: LockedOrder, to: MoveTarget) {
  const change = await lastChange(tx, id, status)
  return changedMeanwhile({ what: message('ORDER_CANNOT_BECOME', { number, status, change, to }), status })
}

async function moveSingle(moving: Moving, tx: Tx, order: LockedOrder, wanted: ReadonlySet<string>) {
  const { to, results } = moving
  const parcels = await everyParcelOf(tx, order.id)
  const moved: ParcelRow[] = []
  for (const parcel of parcels) {
    if (!wanted.has(parcel.id)) continue
    const code = parcelCode(order.number, parcel.number)
    if (parcel.status === to) results.parcels.set(parcel.id, done(message('PARCEL_MOVED_BEFORE', { code, to })))
    else if (to !== 'Confirmed' && parcelMovesBy('seller', parcel.status, isExchange(parcel)).includes(to)) {
      moved.push(parcel)
      results.parcels.set(parcel.id, done(message('PARCEL_MOVED', { code, to })))
    } else {
      const change = await lastChangeOfParcel(tx, parcel)
      results.parcels.set(parcel.id, refused(cannotMoveParcel({ code, status: parcel.status, change, to })))
    }
  }
  if (moved.length > 0) await stepBySeller(moving, tx, order, parcels, moved)
}

async function stepBySeller(
  { deps, who, to, good }: Moving,
  tx: Tx,
  order: LockedOrder,
  parcels: readonly ParcelRow[],
  moved: readonly ParcelRow[],
) {
  if (to === 'Confirmed') throw new Error('parcels are there once their order is confirmed')
  const statusOf = new Map(moved.map(({ number, status }) => [parcelCode(order.number, number), status]))
  const codes = [...statusOf.keys()].join(', ')
  const text = to === 'Returned' && !good ? 'Returned, goods written off' : to
  const summary = `Parcel ${codes}: ${[...new Set(statusOf.values())].join(', ')} to ${text}`
  const changes = [...statusOf].map(([code, old]) => ({ field: `Status of parcel ${code}`, old, new: to }))
  const act = { who, action: 'parcel.moved', subject: order.id, summary, changes, at: deps.now() } as const
  const sellerEmail = await recordAct(tx, act)
  return stepParcels(deps, tx, order, { parcels, moved, to, good }, { actor: 'seller', sellerEmail })
}
