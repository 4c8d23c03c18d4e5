import type { Selectable } from 'kysely'
import { wakeAfterCommit } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Message } from '#shared/messages.ts'
import { LOOK_AGAIN, ORDER_EVENTS } from '../journal/server/journal.ts'
import type { OrderActor, OrderStatus } from '../orders.states.ts'
import type { LastChange } from '../orders.words.en.ts'
import type { ParcelStatus } from '../parcels/parcels.states.ts'
import type { LockedOrder } from './order-row.ts'

export interface By {
  actor: OrderActor
  sellerEmail?: string
}

interface Led {
  status?: OrderStatus | null
  parcel?: number
  parcelStatus?: ParcelStatus
}

/** Writes down what happened to an order, with what changes it. Invoices, ledger and mails follow it after the commit. */
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
  wakeAfterCommit(tx, ORDER_EVENTS)
}

type EventRow = Selectable<Tables['order_events']>

/** The first event of an order; online orders begin by awaiting payment. */
export const placedEvent = (
  order: Pick<LockedOrder, 'id' | 'created_at' | 'payment_type'>,
): Omit<EventRow, 'number' | 'place' | 'parcel_status'> => ({
  ...{ order_id: order.id, at: order.created_at, actor: 'shopper', seller_email: null, details: null, parcel: null },
  ...(order.payment_type === 'COD'
    ? { kind: 'PLACED', status: 'Order Placed' }
    : { kind: 'PLACED_UNPAID', status: 'Awaiting payment' }),
})

const placedKinds: readonly string[] = ['PLACED', 'PLACED_UNPAID']
export const isPlaced = ({ kind }: { kind: string }) => placedKinds.includes(kind)

const newestEvent = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('order_events')
    .select(['at', 'actor', 'seller_email'])
    .where('order_id', '=', orderId)
    .where('kind', 'not in', [...placedKinds, LOOK_AGAIN])
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
