import type { Tx } from '#kernel/db/database.ts'
import { formatMoment } from '#shared/day.ts'
import type { OrderActor, OrderStatus } from '../orders.states.ts'
import type { ParcelStatus } from '../parcels/parcels.states.ts'

export interface By {
  actor: OrderActor
  sellerEmail?: string
}

interface Led {
  status?: OrderStatus | null
  parcel?: number
  parcelStatus?: ParcelStatus
}

export async function recordEvent(
  tx: Tx,
  orderId: string,
  { actor, sellerEmail }: By,
  text: string,
  now: Date,
  { status = null, parcel, parcelStatus }: Led = {},
) {
  await tx
    .insertInto('order_events')
    .values({
      ...{ order_id: orderId, at: now.getTime(), actor, seller_email: sellerEmail ?? null, text, status },
      ...{ parcel: parcel ?? null, parcel_status: parcelStatus ?? null },
    })
    .execute()
}

const names = { shopper: 'the shopper', seller: 'a seller', payment: 'the payment service', shop: 'the shop' } as const

const newestEvent = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('order_events')
    .select(['at', 'actor', 'seller_email'])
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .limit(1)

/** The last fitting event, as "by ravi@shop.example on 21 Nov 2026 at 10:42". */
export async function lastChange(tx: Tx, orderId: string, status?: OrderStatus) {
  const event = newestEvent(tx, orderId).$if(status !== undefined, (select) =>
    select.where('status', '=', status ?? null),
  )
  return byWhom(await event.executeTakeFirst())
}

/** Who made a parcel what it is, and when, in the same words. */
export async function lastChangeOfParcel(tx: Tx, parcel: { order_id: string; number: number; status: ParcelStatus }) {
  const event = newestEvent(tx, parcel.order_id)
    .where('parcel_status', '=', parcel.status)
    .where(({ eb, or }) => or([eb('parcel', 'is', null), eb('parcel', '=', parcel.number)]))
  return byWhom(await event.executeTakeFirst())
}

function byWhom(event: { at: number; actor: OrderActor; seller_email: string | null } | undefined) {
  if (!event) return ''
  const { day, time } = formatMoment(new Date(event.at))
  return ` by ${event.seller_email ?? names[event.actor]} on ${day} at ${time}`
}
