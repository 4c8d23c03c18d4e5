import { changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { formatRupees, type Paise, paise, plus, sumOf } from '#shared/money.ts'
import { isOff, UNDO_CASH_MS } from '../orders.states.ts'
import { cannotTakeCash, cannotUndoCash, cashTooEarly } from '../seller-orders.contract.ts'
import { recordEvent } from './order-history.ts'
import { type LockedOrder, lockOrder } from './order-row.ts'
import { mailStep } from './order-step.mails.ts'
import { followParcels } from './parcels/follow-parcels.ts'
import type { ParcelRow } from './parcels/parcel-answer.ts'
import { enterCash, followCash } from './parcels/parcel-cash.ts'
import { expectedPaise, hasLeft, parcelsOf } from './parcels/parcel-rows.ts'
import { refundedPaise } from './refunds.ts'

/**
 * The seller has the cash of all parcels of a COD order that were sent: what is still expected of them. Again changes nothing. Throws
 * ORDER_NOT_FOUND, CANNOT_TAKE_CASH, CASH_TOO_EARLY.
 */
export async function markCashReceived(deps: Deps, sellerId: string, orderId: string) {
  await transact(deps, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.is_paid === 1) return
    if (order.payment_type !== 'COD' || isOff(order.status)) throw cannotTakeCash()
    const parcels = await parcelsOf(tx, orderId)
    const sent = parcels.filter(hasLeft)
    if (sent.length === 0) {
      const isOnItsWayBack = parcels.some(({ status }) => status === 'Refused')
      throw isOnItsWayBack && order.status === 'Shipped' ? cannotTakeCash() : cashTooEarly()
    }
    const owing = sent.filter((parcel) => expectedPaise(parcel) > 0)
    if (owing.length === 0) return
    const at = deps.now()
    const isWhole = owing.length === parcels.length
    const numbers = owing.map(({ number }) => number).join(' and ')
    const text = isWhole ? 'Cash received' : `Cash received for parcel ${numbers}`
    const cashPaise = sumOf(owing.map(expectedPaise))
    const sellerEmail = await record(tx, order, parcels, {
      sellerId,
      action: 'order.cash-received',
      text,
      at,
      cashPaise,
    })
    for (const parcel of owing)
      await enterCash(tx, parcel, { kind: 'received', amountPaise: expectedPaise(parcel), at, sellerEmail })
    await followCash(deps, tx, order)
  })
  return { message: 'Cash received' }
}

/** What came for each parcel of an order since then, less what was undone, in paise. */
async function receivedSince(tx: Tx, orderId: string, since: number) {
  const rows = await tx
    .selectFrom('cash_entries')
    .select(['parcel', ({ fn }) => fn.sum<number>('amount_paise').as('amount')])
    .where('order_id', '=', orderId)
    .where('kind', '!=', 'let go')
    .where('at', '>', since)
    .groupBy('parcel')
    .execute()
  return new Map(rows.map(({ parcel, amount }) => [parcel, paise(Number(amount))]))
}

/**
 * Cash of the last 24 hours was noted by mistake; again changes nothing. Throws ORDER_NOT_FOUND, CANNOT_UNDO_CASH: also where some of
 * it was refunded.
 */
export async function undoCashReceived(deps: Deps, sellerId: string, orderId: string) {
  await transact(deps, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const at = deps.now()
    const received = await receivedSince(tx, orderId, at.getTime() - UNDO_CASH_MS)
    const parcels = await parcelsOf(tx, orderId)
    const undone = parcels.flatMap((parcel) => {
      const amount = received.get(parcel.number) ?? 0
      return amount > 0 ? [{ parcel, amountPaise: paise(-amount) }] : []
    })
    if (undone.length === 0 && order.payment_type === 'COD' && order.is_paid === 0) return
    if (undone.length === 0 || (await refundedPaise(tx, orderId)) > 0) throw cannotUndoCash()
    const text = 'Cash received was a mistake'
    const cashPaise = sumOf(undone.map(({ amountPaise }) => amountPaise))
    const sellerEmail = await record(tx, order, parcels, { sellerId, action: 'order.cash-undone', text, at, cashPaise })
    for (const { parcel, amountPaise } of undone)
      await enterCash(tx, parcel, { kind: 'undone', amountPaise, at, sellerEmail })
    const after = await followParcels(deps, tx, order)
    const duePaise = sumOf((await parcelsOf(tx, orderId)).map(expectedPaise))
    if (order.is_paid === 1 && duePaise > 0) await mailStep(deps, tx, 'NotPaidYet', after, { cashPaise: duePaise })
  })
  return { message: 'The order is not paid any more' }
}

interface CashAct {
  sellerId: string
  action: 'order.cash-received' | 'order.cash-undone'
  text: string
  at: Date
  /** What came; below zero where it was undone. */
  cashPaise: Paise
}

/** In the shop's log and in the order's history. */
async function record(tx: Tx, order: LockedOrder, parcels: readonly ParcelRow[], act: CashAct) {
  const { sellerId, action, text, at, cashPaise } = act
  const summary = `Order ${order.number}: ${text.toLowerCase()}`
  const before = sumOf(parcels.map(({ cash_received_paise }) => cash_received_paise))
  const came = (amount: Paise) => ({ 'Cash received': formatRupees(amount) })
  const changes = changesBetween(came(before), came(plus(before, cashPaise)))
  const sellerEmail = await recordAct(tx, { sellerId, action, subject: order.id, summary, changes, at })
  await recordEvent(tx, order.id, { actor: 'seller', sellerEmail }, text, at)
  return sellerEmail
}
