import { sql } from 'kysely'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { LockedOrder } from '../../server/order-row.ts'
import { isParcelOff, orderStatusOf } from '../parcels.states.ts'
import type { ParcelRow } from './parcel-answer.ts'
import { cameShort, everyParcelOf, expectedPaise, isExchange, isOwn } from './parcel-rows.ts'

/** A cash order is paid when some cash came or was given up, and no parcel will bring more. */
const hasItsCash = (parcels: readonly ParcelRow[]) =>
  parcels.some((parcel) => parcel.cash_received_paise > 0 || parcel.cash_let_go_paise > 0) &&
  parcels.every((parcel) => isParcelOff(parcel.status) || expectedPaise(parcel) === 0)

async function lastCash(tx: Tx, orderId: string) {
  const { at } = await tx
    .selectFrom('cash_entries')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('order_id', '=', orderId)
    .where('kind', '!=', 'undone')
    .executeTakeFirstOrThrow()
  return at === null ? undefined : Number(at)
}

const hasMoneyProblem = sql<boolean>`exists (select 1 from money_problems
  where money_problems.order_id = orders.id and closed_at is null)`

/** Notes whether a parcel, a return or the money of a locked order needs a person. */
export async function followProblem(tx: Tx, orderId: string) {
  const waits = doWait(await everyParcelOf(tx, orderId))
  await tx
    .updateTable('orders')
    .set({ problem: problemOf(waits) })
    .where('id', '=', orderId)
    .execute()
}

const doWait = (parcels: readonly ParcelRow[]) =>
  parcels.some((parcel) => parcel.status === 'Refused' || cameShort(parcel) || isToSend(parcel))

const isToSend = (parcel: ParcelRow) =>
  isExchange(parcel) && (parcel.status === 'To pack' || parcel.status === 'Packed')

const problemOf = (waits: boolean) =>
  waits ? 1 : sql<number>`case when open_returns > 0 or ${hasMoneyProblem} then 1 else 0 end`

/** Sets a locked order's status, paid and problem flags by its parcels, returns and money; call it after any change. No parcels: same status. */
export async function followParcels(deps: Deps, tx: Tx, order: LockedOrder): Promise<LockedOrder> {
  const all = await everyParcelOf(tx, order.id)
  const parcels = all.filter(isOwn)
  if (parcels.length === 0) return order
  const isPaid = order.payment_type === 'COD' ? hasItsCash(parcels) : order.is_paid === 1
  const isNewlyPaid = isPaid && order.is_paid === 0
  const paid_at = isNewlyPaid ? ((await lastCash(tx, order.id)) ?? deps.now().getTime()) : order.paid_at
  return tx
    .updateTable('orders')
    .set({
      status: orderStatusOf(parcels),
      is_paid: isPaid ? 1 : 0,
      paid_at: isPaid ? paid_at : null,
      problem: problemOf(doWait(all)),
    })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
