import { changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { queueMailToAccount } from '#features/auth/server/mail-to-account.ts'
import { takeFromCart } from '#features/cart/server/cart.service.ts'
import { sellingDay } from '#features/catalog/batches/server/batch-stock.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import type { Message } from '#shared/messages.ts'
import { NO_MONEY } from '#shared/money.ts'
import { orderPlacedMail } from '../mails/server/order.mails.ts'
import { mailStep } from '../mails/server/order-step.mails.ts'
import { cannotCancel } from '../orders.contract.ts'
import { message } from '../orders.messages.ts'
import { findMove, findParcelMove, findWholeMove, movedWithOrder, movesBy, type OrderMove } from '../orders.moves.ts'
import type { OrderActor, OrderStatus } from '../orders.states.ts'
import { parcelsOf } from '../parcels/server/parcel-rows.ts'
import { type ParcelStep, stepParcels } from '../parcels/server/step-parcels.ts'
import { writeParcels } from '../parcels/server/write-parcels.ts'
import { settleGoods } from '../place/server/goods-back.ts'
import { queueRefund } from '../refunds/server/refunds.ts'
import { cannotMove, changedMeanwhile } from '../seller-orders.contract.ts'
import { type By, lastChange, recordEvent } from './order-history.ts'
import { getOrderRowOfUser, type LockedOrder, lockOrder, lockOrderOfUser } from './order-row.ts'

interface MoveOptions {
  /** What the history of an order without parcels tells; by default the new status. */
  happened?: Message
  /** false writes returned goods off. Cancelled goods never left and go back into stock. */
  restock?: boolean
}

type PlannedMove = { move: OrderMove } | { step: Omit<ParcelStep, 'good'> }

/** Finds the move of a locked order to a status. Throws CANNOT_MOVE where actor or parcels forbid it. */
async function planMove(tx: Tx, order: LockedOrder, to: OrderStatus, actor: OrderActor): Promise<PlannedMove> {
  const move = findMove(order.status, to, actor)
  if (move) return { move }
  const whole = findWholeMove(order.status, to, actor)
  if (!whole) throw cannotMove({ from: order.status, to })
  const parcels = await parcelsOf(tx, order.id)
  const moved = movedWithOrder(parcels, to)
  const ahead = to === 'Cancelled' ? parcels.find((parcel) => !moved.includes(parcel)) : undefined
  if (moved.length === 0 || ahead) throw cannotMove({ from: ahead?.status ?? order.status, to })
  return { step: { parcels, moved, to: whole.to } }
}

/** Moves a locked order, or its parcels that are behind, with every effect of the table. Gives the order as it is then. Throws CANNOT_MOVE. */
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
  plan: PlannedMove,
  by: By,
  { happened, restock = true }: MoveOptions = {},
): Promise<LockedOrder> {
  if ('step' in plan) return stepParcels(deps, tx, order, { ...plan.step, good: restock }, by)
  const { to, effects, mail } = plan.move
  const does = new Set(effects)
  const now = deps.now()
  const after = await tx
    .updateTable('orders')
    .set({ status: to })
    .where('id', '=', order.id)
    .where('status', '=', order.status)
    .returningAll()
    .executeTakeFirst()
  if (!after) throw new Error(`order ${order.number} was moved without its lock`)
  if (does.has('goods back')) await settleGoods(tx, order.id, { good: true, stayed: true, day: sellingDay(deps) })
  if (does.has('makes parcels')) await writeParcels(tx, order, now)
  await recordEvent(tx, order.id, by, happened ?? message('BECAME', { status: to }), now, { status: to })
  if (does.has('closes checkout')) await deps.payments.closeLater(deps, tx, order.id)
  const refund = does.has('money back') ? await queueRefund(deps, tx, order, by) : NO_MONEY
  const bought = does.has('empties cart') ? await boughtOf(tx, order.id) : []
  if (bought.length > 0) await takeFromCart(tx, order.user_id, bought, now)
  if (mail === 'Placed') await queueMailToAccount(tx, order.user_id, orderPlacedMail.of({ orderId: order.id }), now)
  else if (mail) await mailStep(deps, tx, mail, order, { refundPaise: refund })
  return after
}

const boughtOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('order_lines')
    .select(['product_id', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()

/** Cancels a locked order that still awaits payment, and no other. `why` is what the history tells. */
export async function cancelUnpaid(deps: Deps, tx: Tx, order: LockedOrder, by: By, why: Message) {
  if (order.status === 'Awaiting payment') await moveLocked(deps, tx, order, 'Cancelled', by, { happened: why })
}

interface WantedMove {
  status: OrderStatus
  from?: OrderStatus | undefined
  restock?: boolean | undefined
}

/** A seller moves an order; idempotent. Throws ORDER_NOT_FOUND, CANNOT_MOVE, and ORDER_CHANGED when `from` is no longer so. */
export async function moveOrder(deps: Deps, who: Principal, orderId: string, wanted: WantedMove) {
  const { status, from, restock = true } = wanted
  if (status === 'Cancelled') await deps.payments.closeCheckout(deps, orderId)
  await transact(deps, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status === status) return
    if (from !== undefined && order.status !== from) {
      const { number, status } = order
      const change = await lastChange(tx, orderId, status)
      throw changedMeanwhile({ what: message('ORDER_IS_NOW', { number, status, change }), status })
    }
    await moveBySeller(deps, tx, who, order, status, restock)
  })
  return { message: message('ORDER_IS', { status }) }
}

/** A seller moves a locked order, with a line in the shop's log. Gives the order as it is then. Throws CANNOT_MOVE. */
export async function moveBySeller(
  deps: Deps,
  tx: Tx,
  who: Principal,
  order: LockedOrder,
  to: OrderStatus,
  restock: boolean,
) {
  const plan = await planMove(tx, order, to, 'seller')
  const text = to === 'Returned' && !restock ? 'Returned, goods written off' : to
  const summary = `Order ${order.number}: ${order.status} to ${text}`
  const changes = changesBetween({ Status: order.status }, { Status: to })
  const act = { who, action: 'order.moved', subject: order.id, summary, changes, at: deps.now() } as const
  const sellerEmail = await recordAct(tx, act)
  return carryOut(deps, tx, order, plan, { actor: 'seller', sellerEmail }, { restock })
}

/** The shopper cancels before the order is packed; idempotent. Throws ORDER_NOT_FOUND, CANNOT_CANCEL. */
export async function cancelOrderOfShopper(deps: Deps, shopperId: string, orderId: string) {
  await getOrderRowOfUser(deps.db, shopperId, orderId)
  await deps.payments.closeCheckout(deps, orderId)
  await transact(deps, async (tx) => {
    const order = await lockOrderOfUser(tx, shopperId, orderId)
    if (order.status === 'Cancelled') return
    if (!movesBy('shopper', order.status).includes('Cancelled')) throw cannotCancel({ status: order.status })
    const gone = (await parcelsOf(tx, orderId)).find(({ status }) => !findParcelMove(status, 'Cancelled'))
    if (gone) throw cannotCancel({ status: gone.status })
    await moveLocked(deps, tx, order, 'Cancelled', { actor: 'shopper' })
  })
  return { message: message('ORDER_CANCELLED') }
}
