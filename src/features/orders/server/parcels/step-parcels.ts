import { wakeAfterCommit } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { NO_MONEY } from '#shared/money.ts'
import { isParcelOff, type ParcelStatus } from '../../parcels.states.ts'
import { type By, recordEvent } from '../order-history.ts'
import type { LockedOrder } from '../order-row.ts'
import { mailParcels } from '../order-step.mails.ts'
import { settleGoods } from '../order-stock.ts'
import { queueRefund, whatIsLeft } from '../refunds.ts'
import { followParcels } from './follow-parcels.ts'
import type { ParcelRow } from './parcel-answer.ts'

export interface ParcelStep {
  /** All parcels of the order. */
  parcels: readonly ParcelRow[]
  /** Those of them that go there, at least one. */
  moved: readonly ParcelRow[]
  to: Exclude<ParcelStatus, 'To pack'>
  /** false: goods that came back cannot be sold and are written off. */
  good: boolean
}

/**
 * Takes parcels of a locked order a step on, with all that it means: goods that come back or are lost, money that goes back, what is
 * credited, the order that follows, its history, and the mail to the shopper. All of its parcels are one step of the order, some of them
 * a step each. The caller knows that each may go there. Gives the order as it is then.
 */
export async function stepParcels(deps: Deps, tx: Tx, order: LockedOrder, step: ParcelStep, by: By) {
  const { parcels, moved } = step
  if (moved.length === parcels.length) return stepTogether(deps, tx, order, step, by)
  let after = order
  for (const parcel of moved) after = await stepTogether(deps, tx, after, { ...step, moved: [parcel] }, by)
  return after
}

async function stepTogether(deps: Deps, tx: Tx, order: LockedOrder, step: ParcelStep, by: By) {
  const { moved, to } = step
  const now = deps.now()
  await markParcels(tx, step, now)
  await settleParcels(tx, order.id, step)
  const after = await followParcels(deps, tx, order)
  await recordStep(tx, order, after, step, by, now)
  const refund = isParcelOff(to) ? await takeOff(deps, tx, after, moved, by) : NO_MONEY
  if (to !== 'Packed') await mailParcels(deps, tx, to, after, moved, refund)
  return after
}

async function markParcels(tx: Tx, { moved, to, good }: ParcelStep, now: Date) {
  const at = now.getTime()
  const { numUpdatedRows } = await tx
    .updateTable('parcels')
    .set({
      status: to,
      ...(to === 'Packed' ? { packed_at: at } : {}),
      ...(to === 'Shipped' ? { shipped_at: at } : {}),
      ...(to === 'Delivered' ? { delivered_at: at } : {}),
      ...(isParcelOff(to) ? { ended_at: at } : {}),
      ...(to === 'Returned' ? { restocked: good ? 1 : 0 } : {}),
    })
    .where(({ eb, or, and }) => or(moved.map(({ id, status }) => and([eb('id', '=', id), eb('status', '=', status)]))))
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) !== moved.length) throw new Error('parcels were moved without the lock of their order')
}

/** Where the goods are from now on: in stock, or written off. What is refused is on its way back and still to be looked at. */
async function settleParcels(tx: Tx, orderId: string, { moved, to, good }: ParcelStep) {
  if (to !== 'Returned' && to !== 'Cancelled' && to !== 'Lost') return
  const numbers = (wereLost: boolean) =>
    moved.filter(({ status }) => (status === 'Lost') === wereLost).map(({ number }) => number)
  for (const wereLost of [false, true]) {
    const parcels = numbers(wereLost)
    if (parcels.length > 0)
      await settleGoods(tx, orderId, { parcels, good: to === 'Cancelled' || (to === 'Returned' && good), wereLost })
  }
}

/** Nothing is owed for them any more: what was paid online goes back, and what was invoiced is credited by the job. */
async function takeOff(deps: Deps, tx: Tx, order: LockedOrder, moved: readonly ParcelRow[], by: By) {
  await tx.updateTable('orders').set({ credit_due: 1 }).where('id', '=', order.id).execute()
  wakeAfterCommit(tx, 'payments')
  const numbers = new Set(moved.map(({ number }) => number))
  return queueRefund(deps, tx, order, by, (line) => (numbers.has(line.parcel) ? whatIsLeft(line) : 0))
}

/** "Shipped" where all parcels are, else "Parcel 2: Shipped". */
async function recordStep(
  tx: Tx,
  before: LockedOrder,
  after: LockedOrder,
  { parcels, moved: [first, ...others], to, good }: ParcelStep,
  by: By,
  now: Date,
) {
  const text = to === 'Returned' && !good ? 'Returned, goods written off' : to
  const led = { status: after.status === before.status ? null : after.status, parcelStatus: to }
  const isPart = first !== undefined && others.length + 1 < parcels.length
  if (isPart)
    await recordEvent(tx, before.id, by, `Parcel ${first.number}: ${text}`, now, { ...led, parcel: first.number })
  else await recordEvent(tx, before.id, by, text, now, led)
}
