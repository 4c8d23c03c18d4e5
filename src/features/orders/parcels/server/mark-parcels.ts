import { sql } from 'kysely'
import type { Tx } from '#kernel/db/database.ts'
import { isParcelOff } from '../parcels.states.ts'
import type { ParcelRow } from './parcel-answer.ts'
import type { ParcelStep } from './step-parcels.ts'

/** What came back past its date is written off, whatever was said of it: so say its parcels. Gives how many these are. */
export async function markPastDate(tx: Tx, orderId: string, moved: readonly ParcelRow[]) {
  const ofParcel = sql`order_lines.order_id = parcels.order_id and order_lines.parcel = parcels.number`
  const { numUpdatedRows } = await tx
    .updateTable('parcels')
    .set({ restocked: 0 })
    .where('order_id', '=', orderId)
    .where(
      'number',
      'in',
      moved.map(({ number }) => number),
    )
    .where(sql<boolean>`exists (select 1 from order_lines where ${ofParcel} and batches is not null)`)
    .where(sql<boolean>`not exists (select 1 from order_lines where ${ofParcel} and restocked > 0)`)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

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
