import type { ParcelStatus } from '#features/orders/parcels/parcels.states.ts'
import type { ParcelRow } from '#features/orders/parcels/server/parcel-answer.ts'
import { recordEvent } from '#features/orders/server/order-history.ts'
import type { LockedOrder } from '#features/orders/server/order-row.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { message } from '../returns.messages.ts'
import { mailReturn } from './returns.mails.ts'
import { arrivedState, followReturns, markReturn } from './returns.service.ts'

/** Mails the shopper when an exchange leaves. One that is lost, comes back or is cancelled opens its return again, for another parcel or a refund. */
export async function exchangeMoved(deps: Deps, tx: Tx, order: LockedOrder, parcel: ParcelRow, to: ParcelStatus) {
  const row = await tx
    .selectFrom('returns')
    .selectAll()
    .where('id', '=', parcel.return_id ?? '')
    .executeTakeFirst()
  if (!row) return
  if (to === 'Shipped') {
    const sent = await tx.selectFrom('parcels').selectAll().where('id', '=', parcel.id).executeTakeFirstOrThrow()
    await mailReturn(deps, tx, order, row, { step: 'sent again', parcel: sent })
  }
  // A lost one has opened it already.
  const hasFailed = to === 'Lost' || to === 'Cancelled' || (to === 'Returned' && parcel.status !== 'Lost')
  if (hasFailed && row.state === 'closed' && row.wish === 'exchange') {
    const now = deps.now()
    await markReturn(tx, row, { to: arrivedState(row), by: 'shop', at: now })
    await recordEvent(tx, order.id, { actor: 'shop' }, message('RETURN_OPEN_NO_EXCHANGE'), now)
  }
  await followReturns(deps, tx, order.id)
}
