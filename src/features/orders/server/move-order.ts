import { changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { takeFromCart } from '#features/cart/server/cart.service.ts'
import { transact, wakeAfterCommit } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { queueMailToAccount } from '#kernel/mail/mail.ts'
import { NO_MONEY } from '#shared/money.ts'
import { cannotCancel } from '../orders.contract.ts'
import { canCancel, findMove, type OrderActor, type OrderMove, type OrderStatus } from '../orders.states.ts'
import { parcelMoves } from '../parcels.states.ts'
import { cannotMove, changedMeanwhile } from '../seller-orders.contract.ts'
import { orderPlacedMail } from './order.mails.ts'
import { type By, lastChange, recordEvent } from './order-history.ts'
import { getOrderRowOfUser, type LockedOrder, lockOrder, lockOrderOfUser } from './order-row.ts'
import { mailStep } from './order-step.mails.ts'
import { settleGoods } from './order-stock.ts'
import { parcelsOf } from './parcels/parcel-rows.ts'
import { type ParcelStep, stepParcels } from './parcels/step-parcels.ts'
import { writeParcels } from './parcels/write-parcels.ts'
import { queueRefund } from './refunds.ts'

interface MoveOptions {
  /** For the history of an order that has no parcels yet; the new status without it. */
  text?: string
  /** false: goods that came back are written off. What is cancelled never left, and goes back into stock. */
  restock?: boolean
}

/** A move that may be made. `step`: it is its parcels that move. */
interface PlannedMove {
  to: OrderStatus
  move: OrderMove
  step: Omit<ParcelStep, 'good'> | undefined
}

/** Finds the move of a locked order to a status. Throws CANNOT_MOVE where this actor may not make it, or its parcels cannot follow. */
async function planMove(tx: Tx, order: LockedOrder, to: OrderStatus, actor: OrderActor): Promise<PlannedMove> {
  const move = findMove(order.status, to, actor)
  if (!move) throw cannotMove(order.status, to)
  const parcels = await parcelsOf(tx, order.id)
  if (parcels.length === 0) return { to, move, step: undefined }
  if (to === 'Awaiting payment' || to === 'Order Placed' || to === 'Confirmed') throw cannotMove(order.status, to)
  // What is lost stays lost when the rest comes back.
  const moved = parcels.filter(({ status }) => parcelMoves[status].includes(to) && status !== 'Lost')
  const ahead = to === 'Cancelled' ? parcels.find((parcel) => !moved.includes(parcel)) : undefined
  if (moved.length === 0 || ahead) throw cannotMove(ahead?.status ?? order.status, to)
  return { to, move, step: { parcels, moved, to } }
}

/**
 * Moves a locked order, with every effect that the table of moves names for it; from when it is confirmed all of its parcels that are
 * behind move, and it follows them. Gives the order as it is then. Throws CANNOT_MOVE where this actor may not.
 */
export async function moveLocked(
  deps: Deps,
  tx: Tx,
  order: LockedOrder,
  to: OrderStatus,
  by: By,
  options: MoveOptions = {},
) {
  return carryOut(deps, tx, order, await planMove(tx, order, to, by.actor), by, options)
}

async function carryOut(
  deps: Deps,
  tx: Tx,
  order: LockedOrder,
  { to, move, step }: PlannedMove,
  by: By,
  { text = to, restock = true }: MoveOptions = {},
): Promise<LockedOrder> {
  if (step) return stepParcels(deps, tx, order, { ...step, good: restock }, by)
  const does = new Set(move.effects)
  const now = deps.now()
  const after = await tx
    .updateTable('orders')
    .set({ status: to, ...(does.has('credited') ? { credit_due: 1 } : {}) })
    .where('id', '=', order.id)
    .where('status', '=', order.status)
    .returningAll()
    .executeTakeFirst()
  if (!after) throw new Error(`order ${order.number} was moved without its lock`)
  // This job writes the credit note.
  if (does.has('credited')) wakeAfterCommit(tx, 'payments')
  if (does.has('stock back')) await settleGoods(tx, order.id, { good: true })
  if (to === 'Confirmed') await writeParcels(tx, order, now)
  await recordEvent(tx, order.id, by, text, now, { status: to })
  if (does.has('closes checkout')) await deps.payments.closeLater(deps, tx, order.id)
  const refund = does.has('money back') ? await queueRefund(deps, tx, order, by) : NO_MONEY
  const bought = does.has('empties cart') ? await boughtOf(tx, order.id) : []
  if (bought.length > 0) await takeFromCart(tx, order.user_id, bought, now)
  if (move.mail === 'Placed')
    await queueMailToAccount(tx, order.user_id, orderPlacedMail.of({ orderId: order.id }), now)
  else if (move.mail) await mailStep(deps, tx, move.mail, order, { refundPaise: refund })
  return after
}

const boughtOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('order_lines')
    .select(['product_id', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()

/** Cancels a locked order that still awaits payment; any other stays as it is. `text` says why. */
export async function cancelUnpaid(deps: Deps, tx: Tx, order: LockedOrder, by: By, text: string) {
  if (order.status === 'Awaiting payment') await moveLocked(deps, tx, order, 'Cancelled', by, { text })
}

interface WantedMove {
  status: OrderStatus
  /** What the seller saw. */
  from?: OrderStatus | undefined
  restock?: boolean | undefined
}

/**
 * The seller moves an order; the same again changes nothing. Throws ORDER_NOT_FOUND, CANNOT_MOVE, and ORDER_CHANGED when it is not
 * what the seller saw.
 */
export async function moveOrder(deps: Deps, sellerId: string, orderId: string, wanted: WantedMove) {
  const { status, from, restock = true } = wanted
  if (status === 'Cancelled') await deps.payments.closeCheckout(deps, orderId)
  await transact(deps, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status === status) return
    if (from !== undefined && order.status !== from) {
      const since = await lastChange(tx, orderId, order.status)
      throw changedMeanwhile(`Order ${order.number} is ${order.status} now, changed${since}`, order.status)
    }
    await moveBySeller(deps, tx, sellerId, order, status, restock)
  })
  return { message: `Order is ${status.toLowerCase()}` }
}

/** A seller moves a locked order, which is noted in the shop's log. Gives the order as it is then. Throws CANNOT_MOVE. */
export async function moveBySeller(
  deps: Deps,
  tx: Tx,
  sellerId: string,
  order: LockedOrder,
  to: OrderStatus,
  restock: boolean,
) {
  const plan = await planMove(tx, order, to, 'seller')
  const text = to === 'Returned' && !restock ? 'Returned, goods written off' : to
  const summary = `Order ${order.number}: ${order.status} to ${text}`
  const changes = changesBetween({ Status: order.status }, { Status: to })
  const act = { sellerId, action: 'order.moved', subject: order.id, summary, changes, at: deps.now() } as const
  const sellerEmail = await recordAct(tx, act)
  return carryOut(deps, tx, order, plan, { actor: 'seller', sellerEmail }, { restock })
}

/** The shopper cancels before the order is packed; again changes nothing. Throws ORDER_NOT_FOUND, CANNOT_CANCEL. */
export async function cancelOrderOfShopper(deps: Deps, shopperId: string, orderId: string) {
  await getOrderRowOfUser(deps.db, shopperId, orderId)
  await deps.payments.closeCheckout(deps, orderId)
  await transact(deps, async (tx) => {
    const order = await lockOrderOfUser(tx, shopperId, orderId)
    if (order.status === 'Cancelled') return
    if (!canCancel(order.status)) throw cannotCancel(order.status)
    const gone = (await parcelsOf(tx, orderId)).find(({ status }) => !parcelMoves[status].includes('Cancelled'))
    if (gone) throw cannotCancel(gone.status)
    await moveLocked(deps, tx, order, 'Cancelled', { actor: 'shopper' })
  })
  return { message: 'Order cancelled' }
}
