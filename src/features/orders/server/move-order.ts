import { recordAct } from '#features/audit/server/audit.service.ts'
import { takeFromCart } from '#features/cart/server/cart.service.ts'
import { transact, wakeAfterCommit } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { queueMailToAccount } from '#kernel/mail/mail.ts'
import { NO_MONEY } from '#shared/money.ts'
import { cannotCancel } from '../orders.contract.ts'
import { canCancel, findMove, type OrderStatus } from '../orders.states.ts'
import { cannotMove, changedMeanwhile } from '../seller-orders.contract.ts'
import { mailStep, orderPlacedMail } from './order.mails.ts'
import { type By, lastChange, recordEvent } from './order-history.ts'
import { getOrderRowOfUser, type LockedOrder, lockOrder, lockOrderOfUser } from './order-row.ts'
import { settleGoods } from './order-stock.ts'
import { writeParcels } from './parcels/write-parcels.ts'
import { queueRefund } from './refunds.ts'

interface MoveOptions {
  /** For the order's history; the new status without it. */
  text?: string
  /** false: goods that came back are written off. */
  restock?: boolean
}

/**
 * Moves a locked order, with every effect that the table of moves names for it. The only way an order changes its status. Throws
 * CANNOT_MOVE where this actor may not.
 */
export async function moveLocked(
  deps: Deps,
  tx: Tx,
  order: LockedOrder,
  to: OrderStatus,
  by: By,
  { text = to, restock = true }: MoveOptions = {},
) {
  const move = findMove(order.status, to, by.actor)
  if (!move) throw cannotMove(order.status, to)
  const does = new Set(move.effects)
  const now = deps.now()
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({
      status: to,
      ...(does.has('credited') ? { credit_due: 1 } : {}),
    })
    .where('id', '=', order.id)
    .where('status', '=', order.status)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Error(`order ${order.number} was moved without its lock`)
  // This job writes the credit note.
  if (does.has('credited')) wakeAfterCommit(tx, 'payments')
  if (does.has('stock back')) await settleGoods(tx, order.id, { good: restock })
  if (to === 'Confirmed') await writeParcels(tx, order, now)
  await recordEvent(tx, order.id, by, text, now, to)
  if (does.has('closes checkout')) await deps.payments.closeLater(deps, tx, order.id)
  const refund = does.has('money back') ? await queueRefund(deps, tx, order, by) : NO_MONEY
  const bought = does.has('empties cart') ? await boughtOf(tx, order.id) : []
  if (bought.length > 0) await takeFromCart(tx, order.user_id, bought, now)
  if (move.mail === 'Placed')
    await queueMailToAccount(tx, order.user_id, orderPlacedMail.of({ orderId: order.id }), now)
  else if (move.mail) await mailStep(deps, tx, move.mail, order, refund)
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
    const at = deps.now()
    const isWrittenOff = status === 'Returned' && !restock
    const text = isWrittenOff ? 'Returned, goods written off' : status
    const summary = `Order ${order.number}: ${order.status} to ${text}`
    const sellerEmail = await recordAct(tx, { sellerId, action: 'order.moved', subject: orderId, summary, at })
    await moveLocked(deps, tx, order, status, { actor: 'seller', sellerEmail }, { text, restock: !isWrittenOff })
  })
  return { message: `Order is ${status.toLowerCase()}` }
}

/** The shopper cancels before the order is packed; again changes nothing. Throws ORDER_NOT_FOUND, CANNOT_CANCEL. */
export async function cancelOrderOfShopper(deps: Deps, shopperId: string, orderId: string) {
  await getOrderRowOfUser(deps.db, shopperId, orderId)
  await deps.payments.closeCheckout(deps, orderId)
  await transact(deps, async (tx) => {
    const order = await lockOrderOfUser(tx, shopperId, orderId)
    if (order.status === 'Cancelled') return
    if (!canCancel(order.status)) throw cannotCancel(order.status)
    await moveLocked(deps, tx, order, 'Cancelled', { actor: 'shopper' })
  })
  return { message: 'Order cancelled' }
}
