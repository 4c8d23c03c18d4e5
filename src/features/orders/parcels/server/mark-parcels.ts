import type { Tx } from '#kernel/db/database.ts'
import { isParcelOff } from '../parcels.states.ts'
import type { ParcelStep } from './step-parcels.ts'

/** Writes the new status of moved parcels of a locked order. */
export async function markParcels(tx: Tx, { moved, to, good }: Omit<ParcelStep, 'parcels'>, now: Date) {
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
