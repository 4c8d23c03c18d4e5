import type { Tx } from '#kernel/db/database.ts'
import type { Message } from '#shared/messages.ts'
import type { OrderActor, OrderStatus } from '../orders.states.ts'
import type { LastChange } from '../orders.words.en.ts'
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
  { code, values }: Message,
  now: Date,
  { status = null, parcel, parcelStatus }: Led = {},
) {
  await tx
    .insertInto('order_events')
    .values({
      ...{ order_id: orderId, at: now.getTime(), actor, seller_email: sellerEmail ?? null, status },
      ...{ kind: code, details: values === undefined ? null : JSON.stringify(values) },
      ...{ parcel: parcel ?? null, parcel_status: parcelStatus ?? null },
    })
    .execute()
}

const newestEvent = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('order_events')
    .select(['at', 'actor', 'seller_email'])
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .limit(1)

/** What an event tells. */
export const messageOf = ({ kind, details }: { kind: string; details: string | null }): Message =>
  details === null ? { code: kind } : { code: kind, values: JSON.parse(details) }

/** The last fitting event. */
export async function lastChange(tx: Tx, orderId: string, status?: OrderStatus) {
  const event = newestEvent(tx, orderId).$if(status !== undefined, (select) =>
    select.where('status', '=', status ?? null),
  )
  return byWhom(await event.executeTakeFirst())
}

/** Who made a parcel what it is, and when. */
export async function lastChangeOfParcel(tx: Tx, parcel: { order_id: string; number: number; status: ParcelStatus }) {
  const event = newestEvent(tx, parcel.order_id)
    .where('parcel_status', '=', parcel.status)
    .where(({ eb, or }) => or([eb('parcel', 'is', null), eb('parcel', '=', parcel.number)]))
  return byWhom(await event.executeTakeFirst())
}

function byWhom(
  event: { at: number; actor: OrderActor; seller_email: string | null } | undefined,
): LastChange | undefined {
  return event && { actor: event.actor, sellerEmail: event.seller_email ?? undefined, at: new Date(event.at) }
}
