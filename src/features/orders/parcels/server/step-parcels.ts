import { type SellingDay, sellingDay } from '#features/catalog/batches/server/batch-stock.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { NO_MONEY } from '#shared/money.ts'
import { mailParcels } from '../../mails/server/order-step.mails.ts'
import { message } from '../../orders.messages.ts'
import { goodsAfter, type MoveEffect, moveOf, type ParcelMove } from '../../orders.moves.ts'
import { settleGoods } from '../../place/server/goods-back.ts'
import { queueRefund, whatIsLeft } from '../../refunds/server/refunds.ts'
import { type By, recordEvent } from '../../server/order-history.ts'
import type { LockedOrder } from '../../server/order-row.ts'
import { stepExchange } from './exchange-parcels.ts'
import { followParcels } from './follow-parcels.ts'
import { markParcels, markPastDate } from './mark-parcels.ts'
import type { ParcelRow } from './parcel-answer.ts'
import { isExchange, isOwn } from './parcel-rows.ts'

export interface ParcelStep {
  parcels: readonly ParcelRow[]
  /** The parcels that go there, at least one. */
  moved: readonly ParcelRow[]
  to: ParcelMove['to']
  /** false: goods that came back cannot be sold and are written off. */
  good: boolean
}

/**
 * Moves parcels of a locked order, with every effect in the table of moves; the caller has checked the moves. All parcels are one step in the
 * history, some a step each; an exchange goes by itself. Gives the order as it is then.
 */
export async function stepParcels(deps: Deps, tx: Tx, order: LockedOrder, step: ParcelStep, by: By) {
  const [parcels, moved] = [step.parcels.filter(isOwn), step.moved.filter(isOwn)]
  const groups = moved.length === parcels.length ? [moved] : moved.map((parcel) => [parcel])
  let after = order
  for (const group of groups)
    if (group.length > 0) after = await stepTogether(deps, tx, after, { ...step, parcels, moved: group }, by)
  for (const parcel of step.moved.filter(isExchange)) after = await stepExchange(deps, tx, after, parcel, step, by)
  return after
}

async function stepTogether(deps: Deps, tx: Tx, order: LockedOrder, step: ParcelStep, by: By) {
  const { moved, to } = step
  const now = deps.now()
  const moves = Map.groupBy(moved, ({ status }) => moveOf(status, to))
  const moveWith = (effect: MoveEffect) =>
    [...moves].flatMap(([{ effects }, parcels]) => (effects.includes(effect) ? parcels : []))
  await markParcels(tx, step, now)
  await settleParcels(tx, order.id, moves, { good: step.good, day: sellingDay(deps) })
  const past = to === 'Returned' && step.good ? await markPastDate(tx, order.id, moved) : 0
  const after = await followParcels(deps, tx, order)
  await recordStep(tx, order, after, { ...step, good: step.good && past < moved.length }, by, now)
  const refund = await sendBack(deps, tx, after, moveWith('money back'), by)
  const [mail] = [...moves.keys()].flatMap((move) => move.mail ?? [])
  if (mail) await mailParcels(deps, tx, mail, after, moved, refund)
  return after
}

async function settleParcels(
  tx: Tx,
  orderId: string,
  moves: ReadonlyMap<ParcelMove, ParcelRow[]>,
  { good, day }: { good: boolean; day: SellingDay },
) {
  for (const [move, moved] of moves) {
    const goods = goodsAfter(move, good)
    const parcels = moved.map(({ number }) => number)
    const wereLost = move.effects.includes('goods found')
    const stayed = move.effects.includes('goods back')
    if (goods) await settleGoods(tx, orderId, { parcels, good: goods === 'in stock', stayed, wereLost, day })
  }
}

/** Refunds what was paid online for these parcels. Gives the amount in paise. */
async function sendBack(deps: Deps, tx: Tx, order: LockedOrder, parcels: readonly ParcelRow[], by: By) {
  if (parcels.length === 0) return NO_MONEY
  const numbers = new Set(parcels.map(({ number }) => number))
  return queueRefund(deps, tx, order, by, (line) => (numbers.has(line.parcel) ? whatIsLeft(line) : 0))
}

async function recordStep(
  tx: Tx,
  before: LockedOrder,
  after: LockedOrder,
  { parcels, moved: [first, ...others], to, good }: ParcelStep,
  by: By,
  now: Date,
) {
  const became = { status: to, ...(to === 'Returned' && !good ? { isWrittenOff: true } : {}) }
  const led = { status: after.status === before.status ? null : after.status, parcelStatus: to }
  const isPart = first !== undefined && others.length + 1 < parcels.length
  const of = isPart ? { parcel: first.number } : {}
  await recordEvent(tx, before.id, by, message('BECAME', { ...became, ...of }), now, { ...led, ...of })
}
