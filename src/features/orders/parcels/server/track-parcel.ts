import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { markDemo, readDemoMonth } from '#kernel/db/demo-month.ts'
import { readQuantities } from '../../server/line-pieces.ts'
import { type TrackedParcel, trackingLinkUnknown } from '../track.contract.ts'

const parcelsOfOrder = sql<number>`(select count(*) from parcels as others
  where others.order_id = parcels.order_id and others.return_id is null)`
const piecesOfParcel = sql<number>`(select coalesce(sum(quantity), 0) from order_lines
  where order_lines.order_id = parcels.order_id and order_lines.parcel = parcels.number)`
/** An order paid online is placed when it is paid. */
const placedAt = sql<number>`coalesce((select max(order_events.at) from order_events
  where order_events.order_id = parcels.order_id and order_events.status = 'Order Placed'), orders.created_at)`

const moment = (at: number | null) => (at === null ? undefined : new Date(at))

/** The parcel of a public link, without person, place or money. Throws TRACKING_LINK_UNKNOWN. */
export async function trackParcel(db: Db, token: string): Promise<{ parcel: TrackedParcel }> {
  const row = await db
    .selectFrom('parcels')
    .innerJoin('orders', 'orders.id', 'parcels.order_id')
    .select([
      'parcels.number',
      'orders.number as order',
      'parcels.status',
      'courier',
      'tracking_number',
      'tracking_url',
    ])
    .select(['confirmed_at', 'packed_at', 'shipped_at', 'delivered_at', 'ended_at'])
    .select(['delivery_from', 'delivery_to', 'quantities'])
    .select([parcelsOfOrder.as('parcels'), piecesOfParcel.as('pieces'), placedAt.as('placed_at')])
    .where('token', '=', token)
    .executeTakeFirst()
  if (!row) throw trackingLinkUnknown()
  const { status, courier, delivery_from, delivery_to } = row
  // An exchange has its own pieces, and not the order's days of arrival.
  const sentAgain = row.quantities === null ? undefined : readQuantities({ quantities: row.quantities })
  return {
    parcel: {
      number: sentAgain ? 1 : row.number,
      status,
      courier,
      trackingNumber: row.tracking_number,
      trackingUrl: row.tracking_url,
      parcels: sentAgain ? 1 : Number(row.parcels),
      pieces: sentAgain ? [...sentAgain.values()].reduce((sum, count) => sum + count, 0) : Number(row.pieces),
      delivery:
        sentAgain || delivery_from === null || delivery_to === null ? null : { from: delivery_from, to: delivery_to },
      placedAt: new Date(sentAgain ? row.confirmed_at : Number(row.placed_at)),
      confirmedAt: new Date(row.confirmed_at),
      packedAt: moment(row.packed_at),
      shippedAt: moment(row.shipped_at),
      deliveredAt: moment(row.delivered_at),
      endedAt: moment(row.ended_at),
      ...markDemo(await readDemoMonth(db), 'orders', row.order),
    },
  }
}
