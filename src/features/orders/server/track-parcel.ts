import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { type TrackedParcel, trackingLinkUnknown } from '../track.contract.ts'

const parcelsOfOrder = sql<number>`(select count(*) from parcels as others where others.order_id = parcels.order_id)`
const piecesOfParcel = sql<number>`(select coalesce(sum(quantity), 0) from order_lines
  where order_lines.order_id = parcels.order_id and order_lines.parcel = parcels.number)`
/** An order that is paid online is placed when it is paid. */
const placedAt = sql<number>`coalesce((select max(order_events.at) from order_events
  where order_events.order_id = parcels.order_id and order_events.status = 'Order Placed'), orders.created_at)`

const moment = (at: number | null) => (at === null ? undefined : new Date(at))

/** The parcel with this link, for anybody: nothing of it names a person, a place or money. Throws TRACKING_LINK_UNKNOWN. */
export async function trackParcel(db: Db, token: string): Promise<{ parcel: TrackedParcel }> {
  const row = await db
    .selectFrom('parcels')
    .innerJoin('orders', 'orders.id', 'parcels.order_id')
    .select(['parcels.number', 'parcels.status', 'courier', 'tracking_number', 'tracking_url'])
    .select(['confirmed_at', 'packed_at', 'shipped_at', 'delivered_at', 'ended_at'])
    .select(['delivery_from', 'delivery_to'])
    .select([parcelsOfOrder.as('parcels'), piecesOfParcel.as('pieces'), placedAt.as('placed_at')])
    .where('token', '=', token)
    .executeTakeFirst()
  if (!row) throw trackingLinkUnknown()
  const { number, status, courier, delivery_from, delivery_to } = row
  return {
    parcel: {
      number,
      status,
      courier,
      trackingNumber: row.tracking_number,
      trackingUrl: row.tracking_url,
      parcels: Number(row.parcels),
      pieces: Number(row.pieces),
      delivery: delivery_from === null || delivery_to === null ? null : { from: delivery_from, to: delivery_to },
      placedAt: new Date(Number(row.placed_at)),
      confirmedAt: new Date(row.confirmed_at),
      packedAt: moment(row.packed_at),
      shippedAt: moment(row.shipped_at),
      deliveredAt: moment(row.delivered_at),
      endedAt: moment(row.ended_at),
    },
  }
}
