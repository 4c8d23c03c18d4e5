import { sql } from 'kysely'
import { wakeAfterCommit } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { isParcelOff, orderStatusOf } from '../../parcels.states.ts'
import type { LockedOrder } from '../order-row.ts'
import type { ParcelRow } from './parcel-answer.ts'
import { cameShort, expectedPaise, parcelsOf } from './parcel-rows.ts'

/** A cash order is paid when some of its cash came, or was given up, and no parcel is to bring any more. */
const hasItsCash = (parcels: readonly ParcelRow[]) =>
  parcels.some((parcel) => parcel.cash_received_paise > 0 || parcel.cash_let_go_paise > 0) &&
  parcels.every((parcel) => isParcelOff(parcel.status) || expectedPaise(parcel) === 0)

/** When the last of its cash came. */
async function lastCash(tx: Tx, orderId: string) {
  const { at } = await tx
    .selectFrom('cash_entries')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('order_id', '=', orderId)
    .where('kind', '!=', 'undone')
    .executeTakeFirstOrThrow()
  return at === null ? undefined : Number(at)
}

/**
 * A locked order becomes what its parcels and open returns say: status, whether its cash is there, and whether something waits for a person.
 * Called after whatever changes one of them. Gives the order as it is then; one without parcels keeps its status.
 */
export async function followParcels(deps: Deps, tx: Tx, order: LockedOrder): Promise<LockedOrder> {
  const parcels = await parcelsOf(tx, order.id)
  if (parcels.length === 0) return order
  const isPaid = order.payment_type === 'COD' ? hasItsCash(parcels) : order.is_paid === 1
  const isNewlyPaid = isPaid && order.is_paid === 0
  const paid_at = isNewlyPaid ? ((await lastCash(tx, order.id)) ?? deps.now().getTime()) : order.paid_at
  const waits = parcels.some((parcel) => parcel.status === 'Refused' || cameShort(parcel))
  wakeAfterCommit(tx, 'ledger')
  return tx
    .updateTable('orders')
    .set({
      status: orderStatusOf(parcels),
      is_paid: isPaid ? 1 : 0,
      paid_at: isPaid ? paid_at : null,
      ledger_due: 1,
      problem: waits ? 1 : sql`case when open_returns > 0 then 1 else 0 end`,
    })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
