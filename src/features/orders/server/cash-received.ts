import { changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import type { Message } from '#shared/messages.ts'
import { formatRupees, type Paise, paise, plus, sumOf } from '#shared/money.ts'
import { mailStep } from '../mails/server/order-step.mails.ts'
import { message } from '../orders.messages.ts'
import { isOff, UNDO_CASH_MS } from '../orders.states.ts'
import { followParcels } from '../parcels/server/follow-parcels.ts'
import type { ParcelRow } from '../parcels/server/parcel-answer.ts'
import { enterCash, followCash } from '../parcels/server/parcel-cash.ts'
import { expectedPaise, hasLeft, parcelsOf } from '../parcels/server/parcel-rows.ts'
import { refundedPaise } from '../refunds/server/refunds.ts'
import { cannotTakeCash, cannotUndoCash, cashTooEarly } from '../seller-orders.contract.ts'
import { recordEvent } from './order-history.ts'
import { type LockedOrder, lockOrder } from './order-row.ts'

/** Books all cash still expected of a COD order's sent parcels; idempotent. Throws ORDER_NOT_FOUND, CANNOT_TAKE_CASH, CASH_TOO_EARLY. */
export async function markCashReceived(deps: Deps, who: Principal, orderId: string) {
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
    const cashPaise = sumOf(owing.map(expectedPaise))
    const sellerEmail = await record(tx, order, parcels, {
      who,
      action: 'order.cash-received',
      happened: message('CASH_NOTED', isWhole ? {} : { parcels: owing.map(({ number }) => number) }),
      what: isWhole ? 'cash received' : `cash received for parcel ${numbers}`,
      at,
      cashPaise,
    })
    for (const parcel of owing)
      await enterCash(tx, parcel, { kind: 'received', amountPaise: expectedPaise(parcel), at, sellerEmail })
    await followCash(deps, tx, order)
  })
  return { message: message('CASH_RECEIVED') }
}

/** Cash of each parcel since then, without what was undone, in paise. */
async function receivedSince(tx: Tx, orderId: string, since: number) {
  const rows = await tx
    .selectFrom('cash_entries')
    .select(['parcel', 'kind', 'amount_paise', 'at'])
    .where('order_id', '=', orderId)
    .where('kind', '!=', 'let go')
    .orderBy('at')
    .orderBy('id')
    .execute()
  const standing = new Map<number, { amount: number; at: number }[]>()
  for (const { parcel, kind, amount_paise, at } of rows) {
    const own = standing.get(parcel) ?? []
    standing.set(parcel, own)
    if (kind === 'received') own.push({ amount: amount_paise, at })
    for (let undone = kind === 'undone' ? -amount_paise : 0; undone > 0; ) {
      const last = own.at(-1)
      if (!last) break
      const taken = Math.min(last.amount, undone)
      undone -= taken
      last.amount -= taken
      if (last.amount === 0) own.pop()
    }
  }
  return new Map(
    [...standing].map(([parcel, own]) => [
      parcel,
      paise(own.reduce((sum, { amount, at }) => (at > since ? sum + amount : sum), 0)),
    ]),
  )
}

/** Takes back the cash of the last 24 hours; idempotent. Throws ORDER_NOT_FOUND, and CANNOT_UNDO_CASH also when some was refunded. */
export async function undoCashReceived(deps: Deps, who: Principal, orderId: string) {
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
    const cashPaise = sumOf(undone.map(({ amountPaise }) => amountPaise))
    const sellerEmail = await record(tx, order, parcels, {
      who,
      action: 'order.cash-undone',
      happened: message('CASH_NOTED_BY_MISTAKE'),
      what: 'cash received was a mistake',
      at,
      cashPaise,
    })
    for (const { parcel, amountPaise } of undone)
      await enterCash(tx, parcel, { kind: 'undone', amountPaise, at, sellerEmail })
    const after = await followParcels(deps, tx, order)
    const duePaise = sumOf((await parcelsOf(tx, orderId)).map(expectedPaise))
    if (order.is_paid === 1 && duePaise > 0) await mailStep(deps, tx, 'NotPaidYet', after, { cashPaise: duePaise })
  })
  return { message: message('CASH_UNDONE') }
}

interface CashAct {
  who: Principal
  action: 'order.cash-received' | 'order.cash-undone'
  happened: Message
  /** For the shop's log. */
  what: string
  at: Date
  cashPaise: Paise
}

async function record(tx: Tx, order: LockedOrder, parcels: readonly ParcelRow[], act: CashAct) {
  const { who, action, happened, what, at, cashPaise } = act
  const summary = `Order ${order.number}: ${what}`
  const before = sumOf(parcels.map(({ cash_received_paise }) => cash_received_paise))
  const came = (amount: Paise) => ({ 'Cash received': formatRupees(amount) })
  const changes = changesBetween(came(before), came(plus(before, cashPaise)))
  const sellerEmail = await recordAct(tx, { who, action, subject: order.id, summary, changes, at })
  await recordEvent(tx, order.id, { actor: 'seller', sellerEmail }, happened, at)
  return sellerEmail
}
